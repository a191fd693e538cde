//! Documents that clients ask for: complete or simple, of all tags or of one, as YAML or JSON.

use std::io::Write;

use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use quadrille_answers::service::{ClientId, Dispatcher};
use tokio::sync::OnceCell;
use utoipa::openapi::OpenApi;

use super::share::share;
use super::simple::simplify;
use super::tag::{Tag, with_tag};
use super::yaml::to_yaml;
use crate::http::error::ApiError;
use crate::http::state::{DocumentError, WholeDocument};

/// Which form of the document is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::http) enum Profile {
    #[default]
    Full,
    Simple,
}

/// What a client asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::http) struct Wanted {
    pub(in crate::http) profile: Profile,
    /// The only tag, or `None` for all.
    pub(in crate::http) tag: Option<Tag>,
}

/// A document in both formats.
#[derive(Debug)]
pub(in crate::http) struct Serialized {
    pub(in crate::http) yaml: Text,
    pub(in crate::http) json: Text,
}

/// A document, also compressed by gzip.
#[derive(Clone, Debug)]
pub(in crate::http) struct Text {
    pub(in crate::http) plain: Bytes,
    pub(in crate::http) gzipped: Bytes,
}

/// Number of documents: of all tags and of each, in both profiles.
const DOCUMENTS: usize = 2 * (1 + Tag::ALL.len());

/// The documents that clients have asked for. They are the same for each service.
static SERVED: [OnceCell<Serialized>; DOCUMENTS] = [const { OnceCell::const_new() }; DOCUMENTS];

impl Wanted {
    /// Returns the document, which a solver thread makes when a client first asks for it: that takes some megabytes for a moment.
    ///
    /// # Errors
    /// If it cannot be made, which would be a bug.
    pub(in crate::http) async fn serialized(
        self,
        dispatcher: &Dispatcher,
        whole: WholeDocument,
    ) -> Result<&'static Serialized, ApiError> {
        let make = async || {
            let made = dispatcher.compute_part(ClientId::SHARED, move || self.make(whole)).await?;
            made.map_err(|error| {
                tracing::error!(%error, "failed to make the OpenAPI document");
                ApiError::internal()
            })
        };
        let tag = self.tag.map_or(0, |tag| 1 + tag.index());
        let profile = usize::from(self.profile == Profile::Simple);
        SERVED[2 * tag + profile].get_or_try_init(make).await
    }

    fn make(self, WholeDocument(whole): WholeDocument) -> Result<Serialized, DocumentError> {
        let document = match self.profile {
            Profile::Full => share(&whole()),
            Profile::Simple => simplify(&whole()),
        };
        let document = match self.tag {
            Some(tag) => document.and_then(|document| with_tag(&document, tag)),
            None => document,
        };
        let document = document.map_err(DocumentError::new)?;
        Serialized::from_document(&document)
    }
}

impl Serialized {
    fn from_document(document: &OpenApi) -> Result<Self, DocumentError> {
        let yaml = to_yaml(document).map_err(DocumentError::new)?;
        let json = document.to_json().map_err(DocumentError::new)?;
        Ok(Self { yaml: Text::new(yaml)?, json: Text::new(json)? })
    }
}

impl Text {
    fn new(text: String) -> Result<Self, DocumentError> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let gzipped = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
        let gzipped = gzipped.map_err(DocumentError::new)?.into();
        Ok(Self { plain: text.into(), gzipped })
    }
}
