//! The README's commands do what it says: each console block is run and its output compared.

use super::program::queensat;

/// The commands of the README's console blocks with the output that stands below them.
fn sessions(readme: &str) -> Vec<(Vec<String>, String)> {
    let blocks = readme
        .split("```console\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap_or_default());
    let mut sessions: Vec<(Vec<String>, String)> = Vec::new();
    for block in blocks {
        for line in block.lines() {
            if let Some(command) = line.strip_prefix("$ queensat ") {
                sessions.push((words(command), String::new()));
            } else {
                let (_, output) = sessions.last_mut().expect("a block begins with a command");
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    sessions
}

/// Words as a shell splits them: blanks separate, double quotes keep together.
fn words(command: &str) -> Vec<String> {
    let pieces = command.split('"').enumerate().flat_map(|(index, piece)| {
        if index % 2 == 1 {
            vec![piece.to_owned()]
        } else {
            piece.split_whitespace().map(str::to_owned).collect()
        }
    });
    pieces.collect()
}

#[test]
fn the_readme_shows_real_output() {
    let sessions = sessions(include_str!("../../README.md"));
    assert!(sessions.len() >= 6, "the tour is in the README");
    // Some commands write files, which later ones may read.
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, expected) in sessions {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = queensat(&arguments).current_dir(folder.path()).output();
        let run = run.expect("the program starts");
        let said = String::from_utf8([run.stderr, run.stdout].concat()).expect("UTF-8");
        assert_eq!(said, expected, "queensat {arguments:?}");
    }
}

/// The tables of results are what the commands above them print from the records in `bench-data`.
#[cfg(unix)]
#[test]
fn the_tables_come_from_the_records() {
    let readme = include_str!("../../README.md").replace("\\\n", " ");
    let whole = include_str!("../../README.md");
    let commands = readme
        .lines()
        .filter(|line| line.starts_with("queensat report bench-data/"));
    let mut tables = 0;
    for command in commands {
        let arguments = command.strip_prefix("queensat").expect("it starts so");
        let output = std::process::Command::new("sh")
            .args([
                "-c",
                &format!("\"$0\" {arguments}"),
                env!("CARGO_BIN_EXE_queensat"),
            ])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("a shell");
        let table = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(
            output.status.success() && table.lines().count() > 5,
            "{command}"
        );
        assert!(whole.contains(&table), "{command} prints\n{table}");
        tables += 1;
    }
    assert_eq!(tables, 3);
}
