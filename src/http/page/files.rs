//! The embedded files of the page.

use std::collections::HashMap;
use std::sync::LazyLock;

use bytes::Bytes;
use http::HeaderValue;

use crate::http::asset::Asset;
use crate::version::VERSION;

/// Own files only, and no inline scripts or styles. Pictures that the page draws itself are blobs.
pub(in crate::http) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Name of the service worker, which keeps the page for times without a connection.
pub(in crate::http) const WORKER: &str = "offline.js";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";
const MANIFEST: &str = "application/manifest+json";

const INDEX: &str = include_str!("assets/index.html");

/// Line of the index with the link to `/docs`.
const DOCS_LINK: &str = "    <a href=\"docs/\" data-text=\"docs\">API documentation</a>\n";

/// Line of the index with the tab of jobs.
const JOBS_TAB: &str = "    <a href=\"#job\" data-opens=\"job\" data-text=\"jobs\">Jobs</a>\n";

/// Line of the index in whose place the links to all modules are, so that browsers fetch them at once.
const MODULES: &str = "<!-- modules -->\n";

/// Scripts that are no modules of the page.
const OTHER_SCRIPTS: [&str; 4] = ["docs.js", "language.js", WORKER, "theme.js"];

/// Lists files of `assets/` with their names and a media type.
macro_rules! files {
    ($($media_type:ident: $($name:literal),*;)*) => {
        &[$($(($name, $media_type, include_bytes!(concat!("assets/", $name)) as &[u8])),*),*]
    };
}

/// Name, media type and bytes of each file.
const FILES: &[(&str, &str, &[u8])] = files! {
    CSS: "docs.css", "grid.css", "page.css", "print.css", "text.css", "views.css";
    SVG: "icon.svg";
    PNG: "icon-192.png", "icon-512.png", "icon-maskable.png";
    MANIFEST: "manifest.webmanifest";
    JAVASCRIPT: "about.js", "address-text.js", "address.js", "api.js", "asking.js", "board.js", "cell-view.js", "cover-problem.js",
        "cover-view.js", "dialogs.js", "docs.js", "elements.js", "examples.js", "formats.js", "grid-input.js",
        "grid-view.js", "hints.js", "houses.js", "job-form.js", "job-list.js", "job-view.js", "jobs-api.js",
        "language.js", "link-reader.js", "links-view.js", "main.js", "matrix-view.js", "messages.js", "new-puzzle.js", "offline.js",
        "other-views.js", "pad-view.js", "player.js", "questions.js", "refusal.js", "rules-view.js", "saved-games.js",
        "selection.js", "settings.js", "share-dialog.js", "shared-state.js", "sheets.js", "snippets.js",
        "state.js", "steps-view.js", "symbols.js", "texts-de.js", "texts-en.js", "texts.js", "theme.js", "timer.js", "variant.js";
};

/// Returns the file of this name.
pub(in crate::http) fn file(name: &str) -> Option<&'static Asset> {
    static ASSETS: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
        let asset = |media_type, bytes| asset(media_type, Bytes::from_static(bytes));
        FILES.iter().map(|&(name, media_type, bytes)| (name, asset(media_type, bytes))).collect()
    });
    ASSETS.get(name)
}

/// Returns the page itself. Without `/docs` it has no link to it, and without jobs no tab for them.
pub(in crate::http) fn index(has_docs: bool, has_jobs: bool) -> &'static Asset {
    static INDEXES: LazyLock<[[Asset; 2]; 2]> = LazyLock::new(|| {
        let complete = INDEX.replace("{version}", VERSION).replace(MODULES, &module_links());
        [complete.replace(DOCS_LINK, ""), complete]
            .map(|text| [text.replace(JOBS_TAB, ""), text].map(|text| asset(HTML, text.into())))
    });
    &INDEXES[usize::from(has_docs)][usize::from(has_jobs)]
}

/// Links to all modules of the page.
fn module_links() -> String {
    let modules = FILES
        .iter()
        .filter(|(name, media_type, _)| *media_type == JAVASCRIPT && !OTHER_SCRIPTS.contains(name));
    modules.map(|(name, ..)| format!("<link rel=\"modulepreload\" href=\"page/{name}\">\n")).collect()
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
        assert!([DOCS_LINK, JOBS_TAB, MODULES].iter().all(|line| INDEX.contains(line)));
        for (_, reference) in INDEX.match_indices("\"page/").map(|(at, _)| (at, &INDEX[at + 6..])) {
            let name = reference.split('"').next().unwrap_or_default();
            assert!(file(name).is_some(), "{name}");
        }
        for (name, _, bytes) in FILES {
            let text = String::from_utf8_lossy(bytes);
            for import in text.split("from \"./").skip(1) {
                let imported = import.split('"').next().unwrap_or_default();
                assert!(file(imported).is_some(), "{name}: {imported}");
            }
        }
    }
}
