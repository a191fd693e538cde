//! Tests of jobs as a whole, and of files that need a database or a worker. Others stand in their files.

mod bounds;
mod claims;
#[cfg(feature = "postgres")]
mod connection;
mod damage;
mod ends;
mod fault;
mod janitor;
mod kill;
mod plans;
mod run;
mod schema;
mod share;
mod tables;
mod test_database;
mod views;
