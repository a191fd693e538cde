//! The embedded files of the page.

use std::collections::HashMap;
use std::sync::LazyLock;

use bytes::Bytes;
use http::HeaderValue;

use crate::http::asset::Asset;
use crate::version::VERSION;

/// Own files only, and no inline scripts or styles.
pub(in crate::http) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

const INDEX: &str = include_str!("assets/index.html");

/// Line of the index with the link to `/docs`.
const DOCS_LINK: &str = "    <a href=\"docs/\">API documentation</a>\n";

/// Line of the index with the tab of jobs.
const JOBS_TAB: &str = "    <a href=\"#job\" data-opens=\"job\">Jobs</a>\n";

/// Lists files of `assets/` with their names and a media type.
macro_rules! files {
    ($($media_type:ident: $($name:literal),*;)*) => {
        &[$($(($name, $media_type, include_str!(concat!("assets/", $name)))),*),*]
    };
}

/// Name, media type and text of each file.
const FILES: &[(&str, &str, &str)] = files! {
    CSS: "page.css", "text.css";
    SVG: "icon.svg";
    JAVASCRIPT: "analysis-words.js", "api.js", "board.js", "cover-problem.js", "cover-view.js", "elements.js",
        "examples.js", "grid-view.js", "hints.js", "houses.js", "job-form.js", "job-list.js", "job-view.js", "job-words.js",
        "jobs-api.js", "links-view.js", "main.js", "matrix-view.js", "messages.js", "new-puzzle.js", "questions.js", "shared-state.js",
        "sheets.js", "snippets.js", "symbols.js", "timer.js", "words.js";
};

/// Returns the file of this name.
pub(in crate::http) fn file(name: &str) -> Option<&'static Asset> {
    static ASSETS: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
        let asset = |media_type, text: &'static str| asset(media_type, Bytes::from_static(text.as_bytes()));
        FILES.iter().map(|&(name, media_type, text)| (name, asset(media_type, text))).collect()
    });
    ASSETS.get(name)
}

/// Returns the page itself. Without `/docs` it has no link to it, and without jobs no tab for them.
pub(in crate::http) fn index(has_docs: bool, has_jobs: bool) -> &'static Asset {
    static INDEXES: LazyLock<[[Asset; 2]; 2]> = LazyLock::new(|| {
        let complete = INDEX.replace("{version}", VERSION);
        [complete.replace(DOCS_LINK, ""), complete]
            .map(|text| [text.replace(JOBS_TAB, ""), text].map(|text| asset(HTML, text.into())))
    });
    &INDEXES[usize::from(has_docs)][usize::from(has_jobs)]
}

fn asset(media_type: &'static str, bytes: Bytes) -> Asset {
    Asset::new(bytes, HeaderValue::from_static(media_type))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_file_is_embedded() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http/page/assets");
        for entry in directory.read_dir().expect("a directory") {
            let name = entry.expect("an entry").file_name().into_string().expect("text");
            assert!(name == "index.html" || file(&name).is_some(), "{name}");
        }
    }

    #[test]
    fn references_of_the_page_are_embedded() {
        assert!(INDEX.contains(DOCS_LINK) && INDEX.contains(JOBS_TAB));
        for (_, reference) in INDEX.match_indices("\"page/").map(|(at, _)| (at, &INDEX[at + 6..])) {
            let name = reference.split('"').next().unwrap_or_default();
            assert!(file(name).is_some(), "{name}");
        }
        for (name, _, text) in FILES {
            for import in text.split("from \"./").skip(1) {
                let imported = import.split('"').next().unwrap_or_default();
                assert!(file(imported).is_some(), "{name}: {imported}");
            }
        }
    }
}
