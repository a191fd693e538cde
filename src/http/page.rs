//! The page at `/`: the files of `page/assets`, which the program contains.

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

/// Name of the page itself.
const INDEX_NAME: &str = "index.html";

/// Name of the service worker, which keeps the page for times without a connection.
pub(in crate::http) const WORKER: &str = "offline.js";

/// Name and bytes of each file of `page/assets`.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

const INDEX: &str = include_str!("../../page/assets/index.html");

/// File extensions and their media types.
const MEDIA_TYPES: [(&str, &str); 6] = [
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
    (".webmanifest", "application/manifest+json"),
];

/// Line of the index with the link to `/docs`.
const DOCS_LINK: &str = "    <a href=\"docs/\" data-text=\"docs\">API documentation</a>\n";

/// Line of the index with the tab of jobs.
const JOBS_TAB: &str = "    <a href=\"#job\" data-opens=\"job\" data-text=\"jobs\">Jobs</a>\n";

/// Line of the index in whose place the links to all modules are, so that browsers fetch them at once.
const MODULES: &str = "<!-- modules -->\n";

/// Scripts that are no modules of the page.
const OTHER_SCRIPTS: [&str; 4] = ["docs.js", "language.js", WORKER, "theme.js"];

/// Returns the file of this name.
pub(in crate::http) fn file(name: &str) -> Option<&'static Asset> {
    static ASSETS: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
        let files = FILES.iter().filter(|(name, _)| *name != INDEX_NAME);
        files.map(|&(name, bytes)| (name, asset(name, Bytes::from_static(bytes)))).collect()
    });
    ASSETS.get(name)
}

/// Returns the page itself. Without `/docs` it has no link to it, and without jobs no tab for them.
pub(in crate::http) fn index(has_docs: bool, has_jobs: bool) -> &'static Asset {
    static INDEXES: LazyLock<[[Asset; 2]; 2]> = LazyLock::new(|| {
        let complete = INDEX.replace("{version}", VERSION).replace(MODULES, &module_links());
        [complete.replace(DOCS_LINK, ""), complete]
            .map(|text| [text.replace(JOBS_TAB, ""), text].map(|text| asset(INDEX_NAME, text.into())))
    });
    &INDEXES[usize::from(has_docs)][usize::from(has_jobs)]
}

/// Links to all modules of the page.
fn module_links() -> String {
    let modules = FILES
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| name.ends_with(".js") && !OTHER_SCRIPTS.contains(name));
    modules.map(|name| format!("<link rel=\"modulepreload\" href=\"page/{name}\">\n")).collect()
}

/// Makes an asset of a file with this name.
fn asset(name: &str, bytes: Bytes) -> Asset {
    let media_type = MEDIA_TYPES.iter().find(|(extension, _)| name.ends_with(extension));
    let media_type = media_type.map_or("application/octet-stream", |(_, media_type)| media_type);
    Asset::new(bytes, HeaderValue::from_static(media_type))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_media_type() {
        for (name, _) in FILES {
            assert!(MEDIA_TYPES.iter().any(|(extension, _)| name.ends_with(extension)), "{name}");
        }
    }

    #[test]
    fn references_of_the_page_are_embedded() {
        assert!([DOCS_LINK, JOBS_TAB, MODULES].iter().all(|line| INDEX.contains(line)));
        for (_, reference) in INDEX.match_indices("\"page/").map(|(at, _)| (at, &INDEX[at + 6..])) {
            let name = reference.split('"').next().unwrap_or_default();
            assert!(file(name).is_some(), "{name}");
        }
        for (name, bytes) in FILES {
            let text = String::from_utf8_lossy(bytes);
            for import in text.split("from \"./").skip(1) {
                let imported = import.split('"').next().unwrap_or_default();
                assert!(file(imported).is_some(), "{name}: {imported}");
            }
        }
    }
}
