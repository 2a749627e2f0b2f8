//! Results as text for people; nothing here measures.

pub mod comparison;
pub mod quantity;
pub mod sizes;
pub mod table;
