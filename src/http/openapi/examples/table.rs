//! Operations and their examples.

use utoipa::openapi::OpenApi;

use super::{
    candidates, canonical, check, conflicts, convert, count, count_batch, cover, estimate, generate, hint,
    minimal, path, rate, render, solutions, solve, solve_batch,
};

/// Adds the examples of every operation to the document.
pub(in crate::http) fn add_examples(document: &mut OpenApi) {
    let posts = [
        ("/solve", solve::post()),
        ("/count", count::post()),
        ("/solutions", solutions::post()),
        ("/candidates", candidates::post()),
        ("/candidates/batch", candidates::post_batch()),
        ("/minimal", minimal::post()),
        ("/minimal/batch", minimal::post_batch()),
        ("/conflicts", conflicts::post()),
        ("/rate", rate::post()),
        ("/rate/batch", rate::post_batch()),
        ("/hint", hint::post()),
        ("/path", path::post()),
        ("/check", check::post()),
        ("/estimate", estimate::post()),
        ("/canonical", canonical::post()),
        ("/canonical/batch", canonical::post_batch()),
        ("/generate", generate::post()),
        ("/render", render::post()),
        ("/convert", convert::post()),
        ("/solve/batch", solve_batch::post()),
        ("/count/batch", count_batch::post()),
        ("/exact-cover/solve", cover::solve()),
        ("/exact-cover/count", cover::count()),
        ("/exact-cover/solutions", cover::solutions()),
        ("/exact-cover/estimate", cover::estimate()),
        ("/exact-cover/count/batch", cover::count_batch()),
    ];
    let gets = [("/solve", solve::get()), ("/count", count::get()), ("/generate", generate::get())];
    let paths = &mut document.paths.paths;
    for (path, examples) in posts {
        if let Some(operation) = paths.get_mut(path).and_then(|item| item.post.as_mut()) {
            examples.add_to(operation);
        }
    }
    for (path, examples) in gets {
        if let Some(operation) = paths.get_mut(path).and_then(|item| item.get.as_mut()) {
            examples.add_to(operation);
        }
    }
}
