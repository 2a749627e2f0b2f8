//! queensat
fn main() {}
