//! Lists that a model can read.

use rmcp::model::Resource;

/// A list, which is the answer of an endpoint.
pub(super) struct List {
    name: &'static str,
    /// Path of the endpoint.
    pub(super) path: &'static str,
    description: &'static str,
}

const LISTS: &[List] = &[
    List {
        name: "formats",
        path: "/formats",
        description: "The text formats of puzzles that every tool reads and `convert` writes, each with an example.",
    },
    List {
        name: "techniques",
        path: "/techniques",
        description: "The solving techniques that `hint`, `path` and `rate` name, from easy to hard, with other usual names.",
    },
    List {
        name: "constraints",
        path: "/constraints",
        description: "The types of `constraints` for variants, such as cages and thermometers, each with its members and an example.",
    },
];

impl List {
    fn uri(&self) -> String {
        format!("quadrille:/{}", self.path)
    }

    /// Returns the list with this URI.
    pub(super) fn at(uri: &str) -> Option<&'static Self> {
        LISTS.iter().find(|list| list.uri() == uri)
    }
}

/// Returns all lists.
pub(super) fn resources() -> Vec<Resource> {
    let described = |list: &List| {
        Resource::new(list.uri(), list.name)
            .with_description(list.description)
            .with_mime_type("application/json")
    };
    LISTS.iter().map(described).collect()
}

/// Replaces endpoints by the resources with the same lists.
pub(super) fn with_resources(text: &str) -> String {
    LISTS.iter().fold(text.to_owned(), |text, list| {
        text.replace(&format!("`GET {}`", list.path), &format!("the resource `{}`", list.uri()))
    })
}
