//! Uploads in responses.

use quadrille_jobs::UploadInfo;
use serde::Serialize;
use utoipa::ToSchema;

/// An upload.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Upload)]
pub(in crate::http) struct UploadView {
    /// The id.
    #[schema(example = "9c0f6a1e8e6b4f7c9a2d3b4c5d6e7f80")]
    pub(in crate::http) id: String,
    /// Its length, after decompression.
    #[schema(minimum = 1)]
    bytes: u64,
    /// How its lines are read: `text` or `ndjson`.
    #[schema(example = "text")]
    content: &'static str,
    /// Its removal, in milliseconds since 1970, unless a job has yet to read it.
    expires_ms: i64,
}

impl UploadView {
    /// An upload of puzzles, for the document.
    pub(in crate::http) fn example() -> Self {
        Self {
            id: "9c0f6a1e8e6b4f7c9a2d3b4c5d6e7f80".to_owned(),
            bytes: 82_000_000,
            content: "text",
            expires_ms: 1_795_391_800_274,
        }
    }
}

impl From<UploadInfo> for UploadView {
    fn from(upload: UploadInfo) -> Self {
        let UploadInfo { id, content, bytes, expires_at } = upload;
        Self { id: id.to_string(), bytes, content: content.as_str(), expires_ms: expires_at }
    }
}
