//! Database and store of objects: connections, tables, time, and the bytes that a client stores.
//!
//! It knows the tables and their versions, but no queue and no worker, and not what a piece computes.
//!
//! | module | content |
//! |---|---|
//! | `database`, `schema`, `clock` | connections and transactions; tables and their versions; time, which decides leases and expiry |
//! | `dialect`, `listener` | differences between SQLite and PostgreSQL; notifications of other processes |
//! | `damage` | rows that this program cannot read, and the failures of their jobs |
//! | `stored` | bounds on stored bytes, and reservations |
//! | `objects`, `s3`, `store_id`, `incomplete` | inputs and results in a folder or a bucket; the database that they belong to; files that a killed process has left |
//! | `frames` | inputs that can be read from the middle |

mod clock;
mod damage;
mod database;
mod dialect;
mod frames;
mod incomplete;
mod listener;
mod objects;
mod s3;
mod schema;
mod store_id;
mod stored;

pub use s3::install_cryptography;

#[cfg(test)]
pub(crate) use self::{
    schema::{MIGRATIONS, migrate, run_migrations},
    stored::CLIENT_BYTES,
};
pub(crate) use clock::{Clock, Millis};
pub(crate) use damage::{fail_unreadable, readable, tolerate, unnamed, unreadable_detail};
pub(crate) use database::{CALL, Database, WriteTransaction};
pub(crate) use dialect::{Dialect, lock_client, notify};
pub(crate) use frames::{Frames, HEADER_BYTES, frame_length, read_header, write_frame, write_header};
pub(crate) use listener::listen;
pub(crate) use objects::{
    ObjectWriter, Objects, StoredObject, framed_path, inline_path, result_path, upload_path,
};
pub(crate) use store_id::check_store;
pub(crate) use stored::{
    BLOCK_BYTES, ROW_BYTES, add_bytes, row_bytes, set_orphans, stored_by_all, unreserve, unreserve_leased,
};
