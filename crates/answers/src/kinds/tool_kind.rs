//! Kinds of question that are tools for language models.

use crate::wire::question::RequestKind;

/// Kind of question whose endpoint is a tool.
pub trait ToolKind: RequestKind {
    /// What a model is told.
    const TOOL: ToolDoc;
}

/// Description of a tool for a model.
#[derive(Clone, Copy, Debug)]
pub struct ToolDoc {
    /// Name.
    pub name: &'static str,
    /// Title.
    pub title: &'static str,
    /// When to use it, what comes back, and limits.
    pub description: &'static str,
    /// Members of the body that the tool does not have: they make the endpoint stream.
    pub without: &'static [&'static str],
    /// Whether the same arguments give the same answer.
    pub is_repeatable: bool,
}

impl ToolDoc {
    /// A tool that has all members of the body, and gives the same answer to the same arguments.
    pub(crate) const REPEATABLE: Self =
        Self { name: "", title: "", description: "", without: &[], is_repeatable: true };
}
