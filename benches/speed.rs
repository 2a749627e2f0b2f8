//! Speed on real work: `cargo bench`. Results stand in docs/BENCHMARKS.md with the machine they are from.

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use queensat::amo::{self, Auxiliaries};
use queensat::cnf::dimacs::Writer;
use queensat::control::Control;
use queensat::encode::{Encoding, encode, predict};
use queensat::engine;
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;

fn main() {
    divan::main();
}

const ENCODINGS: &[&str] = &[
    "pairwise",
    "binary",
    "sequential",
    "ladder",
    "commander",
    "product",
    "product:recursive",
    "bimander",
    "or-tree",
    "knuth",
    "nested",
];

/// The whole board of `n` as DIMACS into a sink; the bytes written.
fn export(n: u32, name: &str, auxiliaries: Auxiliaries) -> u64 {
    let encoding = Encoding::uniform(amo::parse(name).expect("a name"), auxiliaries);
    let residual = Residual::new(&Problem::queens_on(n).expect("small")).expect("small");
    let mut writer = Writer::new(std::io::sink());
    writer.header(predict(&residual, &encoding));
    encode(&residual, &encoding, &mut writer, &Control::unlimited()).expect("no limit");
    let bytes = writer.bytes();
    writer.finish().expect("a sink takes every write");
    bytes
}

fn clauses(n: u32, name: &str, auxiliaries: Auxiliaries) -> u64 {
    let encoding = Encoding::uniform(amo::parse(name).expect("a name"), auxiliaries);
    predict(
        &Residual::new(&Problem::queens_on(n).expect("small")).expect("small"),
        &encoding,
    )
    .clauses
}

#[divan::bench(args = ENCODINGS, sample_count = 9)]
fn export_200(bencher: Bencher<'_, '_>, name: &str) {
    let bytes = export(200, name, Auxiliaries::Free);
    bencher
        .counter(BytesCount::new(bytes))
        .counter(ItemsCount::new(clauses(200, name, Auxiliaries::Free)))
        .bench(|| export(200, name, Auxiliaries::Free));
}

#[divan::bench(sample_count = 5)]
fn export_400_pairwise(bencher: Bencher<'_, '_>) {
    let bytes = export(400, "pairwise", Auxiliaries::Free);
    bencher
        .counter(BytesCount::new(bytes))
        .counter(ItemsCount::new(clauses(400, "pairwise", Auxiliaries::Free)))
        .bench(|| export(400, "pairwise", Auxiliaries::Free));
}

#[divan::bench(args = ["bitmask", "sat-blocking+pairwise", "sat-blocking+knuth"], sample_count = 9)]
fn count_10(name: &str) -> u128 {
    let engine = engine::parse(name).expect("a name");
    let problem = Problem::queens_on(10).expect("small");
    engine
        .count(&problem, &Control::unlimited())
        .expect("small")
        .solutions
}

#[divan::bench(args = ["knuth", "product", "product:recursive"], sample_count = 5)]
fn solve_100(name: &str) -> bool {
    let engine = engine::parse(&format!("sat+{name}")).expect("a name");
    let problem = Problem::queens_on(100).expect("small");
    engine
        .find(&problem, &Control::unlimited())
        .expect("small")
        .0
        .is_some()
}
