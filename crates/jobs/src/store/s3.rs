//! Store in a bucket of S3, or of a service with its protocol. Requires the feature `s3`.

use std::sync::Arc;

use object_store::ObjectStore;
#[cfg(feature = "s3")]
use object_store::{aws::AmazonS3Builder, prefix::PrefixStore};

use crate::error::JobError;

/// Installs the cryptography of all clients with TLS. Must run before the first of them is made. Without the feature `s3`
/// there is none.
pub fn install_cryptography() {
    // `Err` means that the process has one.
    #[cfg(feature = "s3")]
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Opens a bucket. Region, credentials and endpoint come from the variables `AWS_*` of the environment, or from the machine.
///
/// Sends nothing: a wrong bucket fails the first call.
#[cfg(feature = "s3")]
pub(super) fn open_bucket(bucket: &str, prefix: &str) -> Result<Arc<dyn ObjectStore>, JobError> {
    install_cryptography();
    let store = AmazonS3Builder::from_env().with_bucket_name(bucket).build()?;
    Ok(if prefix.is_empty() { Arc::new(store) } else { Arc::new(PrefixStore::new(store, prefix)) })
}

/// Refuses the bucket.
///
/// # Errors
/// Always: this build has no client of S3.
#[cfg(not(feature = "s3"))]
pub(super) fn open_bucket(_: &str, _: &str) -> Result<Arc<dyn ObjectStore>, JobError> {
    Err(JobError::Unavailable("a bucket needs a build with the feature s3".to_owned()))
}
