//! Where a record comes from: the machine without its name, and the program that ran.

use serde::{Deserialize, Serialize};

/// Machine and program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Origin {
    /// The processor's name.
    pub cpu: Option<String>,
    /// How many threads it runs at once for this process.
    pub cores: Option<usize>,
    /// Operating system and architecture.
    pub system: String,
    /// The version of this program.
    pub version: String,
    /// The commit it was built from, with a plus sign if sources differed from it.
    pub commit: Option<String>,
    /// The compiler.
    pub compiler: Option<String>,
    /// `release` or `debug`.
    pub profile: Option<String>,
}

impl Origin {
    /// This machine and this program.
    pub fn here() -> Self {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Self {
            cpu: cpu(),
            cores: std::thread::available_parallelism().ok().map(Into::into),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: owned(option_env!("QUEENSAT_COMMIT")),
            compiler: owned(option_env!("QUEENSAT_COMPILER")),
            profile: owned(option_env!("QUEENSAT_PROFILE")),
        }
    }
}

fn cpu() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    Some(name.trim().to_owned())
}
