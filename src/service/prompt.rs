//! Results that are usually known at once.

use std::future::{Ready, ready};

use futures_util::future::{BoxFuture, Either};

/// A result, or its future. Only the future is in a box. The future of every request is in one, and large boxes are slow to allocate.
pub type Prompt<'a, R> = Either<Ready<R>, BoxFuture<'a, R>>;

/// Returns a result that is known.
pub fn prompt<'a, R>(result: R) -> Prompt<'a, R> {
    Either::Left(ready(result))
}
