//! A report as one HTML page: no script, no network, plots as SVG, tables as tables.
//!
//! What is asked first stands first: who agrees and who is fastest; then the pictures, the numbers, and how they
//! were measured.

mod axis;
mod chart;
mod plots;
mod tables;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::chart::Chart;
use self::plots::{Palette, cactus, scaling, sizes, tasks};
use self::tables::{all_numbers, heat_maps, score_table, verdicts};
use super::row::origins;
use crate::compare::{Case, Entry, Origin};
use crate::draw;
use crate::problem::formats;

const STYLE: &str = include_str!("style.css");

/// Neither scripts nor anything from elsewhere, whatever a label may hold.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// The page.
pub fn page(cases: &[Case], baseline: &str) -> String {
    let faults = cases
        .iter()
        .map(|case| case.agreement.faults.len())
        .sum::<usize>();
    let palette = Palette::new(cases);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { "queensat: comparison of engines" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "N-Queens: engines and encodings compared" }
                    p { (summary(cases, faults)) }
                }
                main {
                    section id="verdicts" { h2 { "Verdicts" } (verdicts(cases)) }
                    section id="plots" { h2 { "Plots" } div class="plots" { @for chart in charts(cases, &palette) { (chart.figure()) } } }
                    section id="encodings" { (heat_maps(cases)) }
                    section id="boards" { h2 { "Boards" } div class="boards" { @for case in drawn(cases) { (board(case)) } } }
                    section id="scores" { h2 { "Scores" } (score_table(cases)) }
                    section id="numbers" { h2 { "All numbers" } (all_numbers(cases, baseline)) }
                    section id="method" { h2 { "Method" } (method(cases)) }
                }
            }
        }
    };
    page.into_string()
}

/// The plot of time against n, or of cases solved where no case is an empty board, as an SVG document;
/// `None` if nothing was solved.
pub fn plot(cases: &[Case]) -> Option<String> {
    let palette = Palette::new(cases);
    let first = charts(cases, &palette).into_iter().next()?;
    Some(first.document(STYLE))
}

fn summary(cases: &[Case], faults: usize) -> String {
    let jobs: usize = cases
        .iter()
        .flat_map(|case| &case.entries)
        .map(|entry| entry.records().len())
        .sum();
    let agreed = match faults {
        0 => "no two engines disagree".to_owned(),
        1 => "1 fault was found".to_owned(),
        _ => format!("{faults} faults were found"),
    };
    format!("{jobs} jobs on {} cases: {agreed}.", cases.len())
}

fn charts(cases: &[Case], palette: &Palette<'_>) -> Vec<Chart> {
    let by_task = tasks(cases)
        .into_iter()
        .flat_map(|task| [scaling(cases, task, palette), cactus(cases, task, palette)]);
    by_task.chain([sizes(cases, palette)]).flatten().collect()
}

/// Cases whose boards are shown: a few, not too large for a thumb.
fn drawn(cases: &[Case]) -> Vec<&Case> {
    const BOARDS: usize = 4;
    const SIDE: u32 = 16;
    let small = |case: &&Case| {
        let board = case.problem.board();
        board.rows().max(board.columns()) <= SIDE && solution(case).is_some()
    };
    let mut found: Vec<&Case> = cases.iter().filter(small).collect();
    found.dedup_by_key(|case| &case.hash);
    // Those with givens are rarer and say more; large ones look better than small ones.
    found.sort_by_key(|case| {
        (
            case.n().is_some(),
            std::cmp::Reverse(case.problem.board().rows()),
        )
    });
    found.truncate(BOARDS);
    found
}

/// The first solution of a case that an engine's record holds.
fn solution(case: &Case) -> Option<(&Entry, &str)> {
    let held = |entry| Some((entry, Entry::record(entry).solution.as_deref()?));
    case.entries.iter().find_map(held)
}

fn board(case: &Case) -> Markup {
    let picture = solution(case).and_then(|(entry, squares)| {
        let solved = formats::parse(squares, None).ok()?;
        Some((entry.engine(), draw::svg(&solved)))
    });
    html! {
        @if let Some((engine, svg)) = picture {
            figure {
                img src=(data_address(&svg)) alt=(format!("A solution of {}: a board with {} queens", case.label, case.problem.required_queens()));
                figcaption { (case.label) ", found by " (engine) }
            }
        }
    }
}

/// An SVG document as an address: its style stays its own, which inline it would not.
fn data_address(svg: &str) -> String {
    let mut address = "data:image/svg+xml,".to_owned();
    for byte in svg.bytes() {
        if byte.is_ascii_alphanumeric() || b" -_.;/=(){}@,".contains(&byte) {
            address.push(byte.into());
        } else {
            address += &format!("%{byte:02X}");
        }
    }
    address
}

fn method(cases: &[Case]) -> Markup {
    html! {
        p {
            "Each job is one engine on one instance in a process of its own, which times itself with a monotonic clock. "
            "Jobs run one at a time, in an order shuffled by a seed. Runs shorter than 20 ms are repeated in the process, up to nine times. "
            "Times include reducing, encoding and loading; they exclude starting the process, reading the instance, and verification. "
            "In an untimed run every solution is listed, checked against the rules by code that shares nothing with the encoder, and the set is fingerprinted."
        }
        p {
            "Numbers are medians with quartiles; no sample is removed. Intervals in brackets hold 95 % of 1000 bootstrap ratios. "
            "PAR-2 is the average time with twice the limit for what was not solved. "
            "An engine whose jobs did not all end has no time."
        }
        @for origin in origins(cases) { (machine(&origin)) }
    }
}

fn machine(origin: &Origin) -> Markup {
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "unknown".to_owned());
    html! {
        dl {
            div { dt { "Processor" } dd { (known(&origin.cpu)) @if let Some(cores) = origin.cores { ", " (cores) " threads" } } }
            div { dt { "System" } dd { (origin.system) } }
            div { dt { "Program" } dd { "queensat " (origin.version) ", commit " (known(&origin.commit)) } }
            div { dt { "Compiler" } dd { (known(&origin.compiler)) ", " (known(&origin.profile)) } }
        }
    }
}
