//! Results as text, tables, data and a page; nothing here measures.

pub mod comparison;
pub mod export;
pub mod html;
pub mod quantity;
pub mod row;
pub mod sizes;
pub mod table;
