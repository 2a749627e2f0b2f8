//! Records in a file: a line each, appended as its job ends, and read back after whatever happened.
//!
//! A process that is killed may leave its last line torn; it has no newline, and is cut off before
//! the next is written. A line that is whole and no record is an error: nothing is dropped in silence.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::record::{Record, SCHEMA};

/// Why a text is no list of records.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Somebody else has it open.
    #[error("another run is writing to it")]
    InUse,
    /// A line that is no record.
    #[error("line {line}: expected a record of `queensat compare`, found {fault}")]
    NoRecord {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: serde_json::Error,
    },
    /// A last line without its newline that is not a part of a record.
    #[error(
        "line {line}: expected records of `queensat compare`, found another text, which is left alone; choose another file"
    )]
    Foreign {
        /// The line, from 1.
        line: usize,
    },
    /// A record of another version.
    #[error(
        "line {line}: expected a record of schema {SCHEMA}, found {found}; read it with the version that wrote it"
    )]
    Schema {
        /// The line, from 1.
        line: usize,
        /// Its schema.
        found: u32,
    },
}

/// The part of a record that no version changes.
#[derive(Deserialize)]
struct Versioned {
    schema: u32,
}

/// The records of a text. A last line without newline is torn, and left out.
///
/// # Errors
/// The first line that is no record of this version.
pub fn read(text: &str) -> Result<Vec<Record>, LogError> {
    let whole = &text[..whole_lines(text.as_bytes())];
    let record = |(line, text)| {
        let no_record = |fault| LogError::NoRecord { line, fault };
        let Versioned { schema: found } = serde_json::from_str(text).map_err(no_record)?;
        if found != SCHEMA {
            return Err(LogError::Schema { line, found });
        }
        serde_json::from_str(text).map_err(no_record)
    };
    (1..).zip(whole.lines()).map(record).collect()
}

/// The length of the lines that have their newline.
fn whole_lines(text: &[u8]) -> usize {
    text.iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |newline| newline + 1)
}

/// Whether a line without its newline is what a kill leaves of a record, and may be cut off.
fn begins_a_record(torn: &[u8]) -> bool {
    const BEGIN: &[u8] = b"{\"schema\":";
    torn.starts_with(BEGIN) || BEGIN.starts_with(torn)
}

/// Takes the file for this process. A run that was killed may leave a child that has not yet let go of what
/// it inherited, so it waits a little.
fn lock(file: &File) -> Result<(), LogError> {
    const PATIENCE: Duration = Duration::from_secs(1);
    let begin = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begin.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => return Err(LogError::InUse),
            // Where files cannot be locked, that is no reason not to measure.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(()),
        }
    }
}

/// A file of records that grows.
pub struct Log {
    file: File,
    records: Vec<Record>,
}

impl Log {
    /// Opens the file, which need not exist, reads its records and cuts off a torn last line. No other log
    /// of the same file is opened while this one lives.
    ///
    /// # Errors
    /// The file cannot be opened, is in use, or holds something else than records.
    pub fn open(path: &Path) -> Result<Self, LogError> {
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        lock(&file)?;
        // A device or a pipe holds no records, and may have no end.
        if !file.metadata()?.is_file() {
            let records = Vec::new();
            return Ok(Self { file, records });
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let torn = text.split_off(whole_lines(&text));
        if !begins_a_record(&torn) {
            let line = String::from_utf8_lossy(&text).lines().count() + 1;
            return Err(LogError::Foreign { line });
        }
        let length = text.len() as u64;
        let text = String::from_utf8(text)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the text is not UTF-8"))?;
        let records = read(&text)?;
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Self { file, records })
    }

    /// The records so far.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Adds a record; it is with the operating system when this returns, so that only a power cut can take it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, record: Record) -> io::Result<()> {
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.records.push(record);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::job::{Conditions, Job};
    use super::*;
    use crate::problem::Problem;

    fn record(n: u32) -> Record {
        let problem = Problem::queens_on(n).expect("small");
        let conditions = Conditions::counting(Duration::from_secs(1));
        let mut record = Record::begun(Job::new("x", &problem, "bitmask", &conditions));
        record.solutions = u128::MAX;
        record
    }

    #[test]
    fn a_torn_line_is_cut_off_and_what_follows_is_whole() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut log = Log::open(file.path()).expect("empty");
        log.append(record(4)).expect("written");
        log.append(record(5)).expect("written");
        assert!(matches!(Log::open(file.path()), Err(LogError::InUse)));
        drop(log);
        let text = std::fs::read(file.path()).expect("read");
        for torn in 1..text.len() {
            std::fs::write(file.path(), &text[..torn]).expect("written");
            let mut log = Log::open(file.path()).expect("records");
            let kept = log.records().len();
            assert_eq!(kept, whole_lines(&text[..torn]).min(1));
            log.append(record(6)).expect("written");
            let again = std::fs::read_to_string(file.path()).expect("read");
            assert_eq!(read(&again).expect("records"), log.records());
            assert_eq!(log.records().len(), kept + 1);
        }
    }

    #[test]
    fn another_text_is_left_alone() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        for text in ["important, no newline", "{\"schemas\": 1", "x"] {
            std::fs::write(file.path(), text).expect("written");
            assert!(matches!(
                Log::open(file.path()),
                Err(LogError::Foreign { line: 1 })
            ));
            assert_eq!(std::fs::read_to_string(file.path()).expect("read"), text);
        }
    }

    #[test]
    fn what_is_no_record_is_named_by_its_line() {
        let line = serde_json::to_string(&record(4)).expect("JSON");
        let said = |text: &str| read(text).expect_err("wrong").to_string();
        assert!(said(&format!("{line}\n{{}}\n")).starts_with("line 2: expected a record"));
        assert!(
            said("{\"schema\":1}\n").starts_with("line 1: expected a record of schema 2, found 1")
        );
        assert!(read(&line).expect("torn").is_empty());
    }
}
