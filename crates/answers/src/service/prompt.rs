//! Results that are usually known at once.

use std::future::{Ready, ready};

use futures_util::future::{BoxFuture, Either};
use futures_util::{FutureExt, TryFutureExt};

/// A result, or its future. Only the future is in a box. The future of every request is in one, and large boxes are slow to allocate.
pub type Prompt<'a, R> = Either<Ready<R>, BoxFuture<'a, R>>;

/// Returns a result that is known.
pub fn prompt<'a, R>(result: R) -> Prompt<'a, R> {
    Either::Left(ready(result))
}

/// Returns what `next` makes of the result: at once if the result is known, else in a box.
pub fn map_prompt<R: 'static, T>(
    result: Prompt<'static, R>,
    next: impl FnOnce(R) -> T + Send + 'static,
) -> Prompt<'static, T> {
    match result {
        Either::Left(known) => prompt(next(known.into_inner())),
        Either::Right(future) => Either::Right(future.map(next).boxed()),
    }
}

/// Returns the result of `next` after this one, as [`map_prompt`] does; an error ends the sequence.
pub fn then_prompt<R, T, E>(
    result: Prompt<'static, Result<R, E>>,
    next: impl FnOnce(R) -> Prompt<'static, Result<T, E>> + Send + 'static,
) -> Prompt<'static, Result<T, E>>
where
    R: 'static,
    T: Send + 'static,
    E: Send + 'static,
{
    match result {
        Either::Left(known) => known.into_inner().map_or_else(|error| prompt(Err(error)), next),
        Either::Right(future) => Either::Right(future.and_then(next).boxed()),
    }
}
