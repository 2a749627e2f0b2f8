//! The harness behind `compare`: plans, resumption after a kill, limits that hold, workers that lie or die.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use queensat::compare::log;
use queensat::compare::{Conditions, Job, Message, Record, RunError, Runner, Status, cases};
use queensat::control::{Control, Stopped};
use queensat::problem::Problem;

use super::program::run;

const PROGRAM: &str = env!("CARGO_BIN_EXE_queensat");

fn job(n: u32, engine: &str, limit: Duration) -> Job {
    let problem = Problem::queens_on(n).expect("small");
    Job::new(
        &n.to_string(),
        &problem,
        engine,
        &Conditions::counting(limit),
    )
}

fn ran(runner: &Runner, job: &Job) -> (Record, Duration) {
    let begin = Instant::now();
    let record = runner.run(job, &Control::unlimited()).expect("it starts");
    (record, begin.elapsed())
}

/// Workers that are the real one, followed by a shell filter of what it says.
#[cfg(unix)]
fn filtered(filter: &str) -> Runner {
    let script = format!("'{PROGRAM}' worker | {filter}");
    Runner::new("sh".into(), &["-c", &script])
}

/// Workers that are a shell script.
#[cfg(unix)]
fn stub(script: &str) -> Runner {
    Runner::new("sh".into(), &["-c", script])
}

fn plan(folder: &Path) -> String {
    let path = folder.join("plan.toml");
    let text = "seed = 3\nrepetitions = 3\ntimeout = \"20s\"\n[[matrix]]\ninstances = [\"4..6\", \"own.txt\"]\n\
                engines = [\"bitmask\", \"sat-blocking\"]\nencodings = [\"knuth\", \"pairwise\"]\n";
    fs::write(&path, text).expect("written");
    fs::write(folder.join("own.txt"), "5: a1\n").expect("written");
    path.to_str().expect("UTF-8").to_owned()
}

const PLANNED: usize = 4 * 3 * 3;

#[test]
fn a_run_killed_half_way_goes_on_and_ends_with_each_job_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = plan(folder.path());
    let records = folder.path().join("r.jsonl");
    let output = records.to_str().expect("UTF-8");
    let lines = || {
        fs::read_to_string(&records)
            .unwrap_or_default()
            .lines()
            .count()
    };
    let mut child = std::process::Command::new(PROGRAM)
        .args(["compare", "--plan", &plan, "-o", output])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    while lines() < PLANNED / 3 {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("SIGKILL");
    child.wait().expect("it is dead");
    assert!(lines() < PLANNED, "killed half-way");
    // As if the kill had come in the middle of a line.
    let mut text = fs::read_to_string(&records).expect("records");
    let before = log::read(&text).expect("whole lines").len();
    text.push_str("{\"schema\":2,\"label\":\"4\",\"inst");
    fs::write(&records, text).expect("written");

    let (code, out, err) = run(&["compare", "--plan", &plan, "-o", output]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("own.txt\n"), "{out}");
    let text = fs::read_to_string(&records).expect("records");
    let all = log::read(&text).expect("records");
    let distinct: HashSet<&Job> = all.iter().map(|record| &record.job).collect();
    assert_eq!((all.len(), distinct.len()), (PLANNED, PLANNED));
    assert!(before >= PLANNED / 3);
    assert!(all.iter().all(Record::is_complete));

    // A third run finds nothing to do, and another plan is not mixed in.
    let (code, _, _) = run(&["compare", "--plan", &plan, "-o", output]);
    assert_eq!(code, 0);
    assert_eq!(fs::read_to_string(&records).expect("records"), text);
    let (code, _, err) = run(&["compare", "4", "-o", output]);
    assert_eq!(code, 2);
    assert!(err.contains("choose another file"), "{err}");
}

#[test]
fn the_seed_decides_the_order() {
    let order = |seed: &str| -> Vec<String> {
        let (code, out, _) = run(&["compare", "4", "5", "--seed", seed, "-f", "json"]);
        assert_eq!(code, 0);
        let records = log::read(&out).expect("records");
        records
            .iter()
            .map(|record| record.job.label.clone() + &record.job.engine)
            .collect()
    };
    let first = order("1");
    assert_eq!(first, order("1"));
    assert_ne!(first, order("2"));
}

#[test]
fn a_plan_that_is_none_gets_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("plan.toml");
    fs::write(
        &path,
        "[[matrix]]\ninstances = [\"4\"]\nengines = [\"bitmsk\"]\n",
    )
    .expect("written");
    let path = path.to_str().expect("UTF-8");
    let (code, out, err) = run(&["compare", "--plan", path]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("plan.toml") && err.contains("bitmsk"), "{err}");
    let (code, _, _) = run(&["compare", "8", "--plan", path]);
    assert_eq!(code, 2);
}

#[test]
fn the_plans_of_the_repository_are_plans() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench-data/plans");
    let mut plans = 0;
    for entry in fs::read_dir(folder).expect("plans") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            let text = fs::read_to_string(&path).expect("UTF-8");
            queensat::compare::plan::Plan::parse(&text)
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            plans += 1;
        }
    }
    assert!(plans >= 3);
}

#[test]
fn a_deadline_holds_within_half_a_second() {
    const LIMIT: Duration = Duration::from_millis(300);
    let runner = Runner::new(PROGRAM.into(), &["worker"]);
    let (record, time) = ran(&runner, &job(17, "bitmask", LIMIT));
    assert_eq!(record.status, Status::Timeout);
    assert!(!record.first_ns.is_empty() && record.all_ns.is_empty());
    // Three runs may each take the limit; the first takes microseconds here.
    assert!(time < 2 * LIMIT + Duration::from_millis(500), "{time:?}");
}

#[cfg(unix)]
#[test]
fn a_worker_that_hangs_is_killed_at_its_deadline_and_what_it_said_is_kept() {
    const LIMIT: Duration = Duration::from_millis(200);
    let asked = job(5, "bitmask", LIMIT);
    let known = Record {
        first_ns: vec![77],
        ..Record::begun(asked.clone())
    };
    let line = serde_json::to_string(&Message::Progress(known)).expect("JSON");
    let (record, time) = ran(
        &stub(&format!("printf '%s\\n' '{line}'; exec sleep 60")),
        &asked,
    );
    assert_eq!(
        (record.status, record.first_ns),
        (Status::Timeout, vec![77])
    );
    assert!(time < LIMIT + Duration::from_millis(500), "{time:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_memory_limit_is_a_record() {
    let mut asked = job(60, "sat-blocking+pairwise", Duration::from_secs(60));
    asked.memory_limit = Some(16 << 20);
    let runner = Runner::new(PROGRAM.into(), &["worker"]);
    let (record, _) = ran(&runner, &asked);
    assert_eq!(record.status, Status::OutOfMemory, "{record:?}");
    assert!(!record.encode_ns.is_empty(), "known before it died");
    let asked = job(4, "sat-blocking", Duration::from_secs(60));
    let (record, _) = ran(&runner, &asked);
    let peak = record.peak_bytes.expect("Linux tells");
    assert!((1 << 20..50 << 20).contains(&peak), "{peak}");
}

#[cfg(unix)]
#[test]
fn a_worker_that_dies_or_babbles_is_a_failed_record() {
    let asked = job(5, "bitmask", Duration::from_secs(60));
    for (script, word) in [
        ("echo broken >&2; kill -s SEGV $$", "broken"),
        ("exit 3", "exit status: 3"),
        ("echo '{}'", "{}"),
        ("yes | head -c 100000", "y"),
    ] {
        let (record, _) = ran(&stub(script), &asked);
        assert!(
            matches!(&record.status, Status::Failed(reason) if reason.contains(word)),
            "{script}: {:?}",
            record.status
        );
    }
    let missing = Runner::new("no-such-program".into(), &[]);
    let error = missing
        .run(&asked, &Control::unlimited())
        .expect_err("no program");
    assert!(matches!(error, RunError::Start(..)));
}

#[cfg(unix)]
#[test]
fn a_liar_is_caught_by_the_literature_by_the_others_and_by_its_set() {
    let asked = |n| job(n, "bitmask", Duration::from_secs(60));
    let honest = Runner::new(PROGRAM.into(), &["worker"]);
    let lying = |filter: &str, n: u32| {
        let (liar, _) = ran(&filtered(filter), &asked(n));
        let (other, _) = ran(
            &honest,
            &job(n, "sat-blocking+knuth", Duration::from_secs(60)),
        );
        cases(&[other, liar])[0].agreement.faults.clone()
    };
    assert_eq!(lying("cat", 6), [""; 0]);
    assert_eq!(
        lying("sed 's/\"solutions\":4,/\"solutions\":5,/'", 6),
        ["bitmask counts 5, expected 4"]
    );
    assert_eq!(
        lying("sed 's/\"fingerprint\":\"[0-9a-f]*/&0/'", 6),
        ["sat-blocking+knuth lists other solutions than bitmask"]
    );
}

#[test]
fn a_cancelled_job_ends_at_once_and_leaves_no_record() {
    let control = Control::unlimited();
    let remote = control.clone();
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        remote.cancel();
    });
    let runner = Runner::new(PROGRAM.into(), &["worker"]);
    let begin = Instant::now();
    let ended = runner.run(&job(20, "bitmask", Duration::from_secs(60)), &control);
    canceller.join().expect("it only sleeps");
    assert!(matches!(ended, Err(RunError::Stopped(Stopped::Cancelled))));
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_valid_records_and_prints_what_is_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = folder.path().join("r.jsonl");
    let output = records.to_str().expect("UTF-8");
    let mut child = std::process::Command::new(PROGRAM)
        .args(["compare", "6", "20", "-e", "bitmask", "--seed", "0"])
        .args(["--timeout", "60s", "-o", output])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(Duration::from_secs(2));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    let text = fs::read_to_string(&records).expect("records");
    let known = log::read(&text).expect("valid");
    assert!(known.len() <= 1 && known.iter().all(Record::is_complete));
    let mut out = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().expect("a pipe"), &mut out)
        .expect("UTF-8");
    assert_eq!(
        out.contains("4 solutions (as in OEIS A000170)"),
        known.len() == 1
    );
}

/// The least of some measurements: other processes can only add to a time.
#[test]
fn a_job_that_does_nothing_costs_little() {
    let runner = Runner::new(PROGRAM.into(), &["worker"]);
    let asked = job(0, "no-such-engine", Duration::from_secs(60));
    let least = (0..30).map(|_| ran(&runner, &asked).1).min();
    assert!(
        least.expect("thirty") < Duration::from_millis(10),
        "{least:?}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn the_harness_stays_small() {
    let mut child = std::process::Command::new(PROGRAM)
        .args(["compare", "4..6", "--repeat", "3"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("a child").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        peak = kilobytes.unwrap_or(peak);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!((1..50_000).contains(&peak), "{peak} kB");
}
