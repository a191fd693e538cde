//! API keys, stored as SHA-256 hashes.
//!
//! A key is 256 random bits, so a fast hash is enough: no dictionary of likely keys exists. A slow hash would let every
//! client without a key load the service.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};
use subtle::{ConditionallySelectable, ConstantTimeEq};

/// Hash of an API key, with the name of its owner.
#[derive(Clone)]
pub struct ApiKey {
    name: Arc<str>,
    hash: [u8; 32],
    /// First second since the Unix epoch at which the key is invalid; `None` if it does not expire.
    expires_at: Option<u64>,
}

/// Returns the hash of a key as the settings hold it: SHA-256 in 64 hexadecimal digits.
pub fn fingerprint(key: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(key))
}

impl ApiKey {
    /// Returns the key with this [`fingerprint`], in upper or lower case; `None` if it is not a fingerprint.
    pub fn from_fingerprint(name: &str, fingerprint: &str, expires_at: Option<u64>) -> Option<Self> {
        let mut hash = [0; 32];
        let decoded = base16ct::mixed::decode(fingerprint, &mut hash).ok()?;
        (decoded.len() == 32).then(|| Self { name: name.into(), hash, expires_at })
    }

    /// Returns the name of its owner.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns whether the key is invalid at this second since the Unix epoch.
    pub fn is_expired(&self, now: u64) -> bool {
        self.expires_at.is_some_and(|end| now >= end)
    }

    /// Returns whether two keys have the same owner and the same hash.
    pub fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && self.hash == other.hash
    }

    /// Returns the index of `key` in `keys`, in a time that does not depend on the result.
    pub fn find(keys: &[Self], key: &[u8]) -> Option<usize> {
        let hash: [u8; 32] = Sha256::digest(key).into();
        let mut found = 0_u64;
        for (number, key) in (1_u64..).zip(keys) {
            found.conditional_assign(&number, key.hash.ct_eq(&hash));
        }
        found.checked_sub(1).map(|index| index as usize)
    }
}

/// Shows the name, not the hash.
impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiKey").field("name", &self.name).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprint_is_sha_256_in_hexadecimal() {
        // From FIPS 180-2, appendix B.1.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(fingerprint("abc"), known);
        assert!(ApiKey::from_fingerprint("name", known, None).is_some());
        assert!(ApiKey::from_fingerprint("name", &known.to_uppercase(), None).is_some());
        for other in ["", &known[1..], &format!("{known}00"), &known.replace('b', "g")] {
            assert!(ApiKey::from_fingerprint("name", other, None).is_none(), "{other}");
        }
    }

    #[test]
    fn debug_output_hides_key_and_hash() {
        let key = ApiKey::from_fingerprint("one", &fingerprint("key-one"), None).expect("valid fingerprint");
        assert_eq!(format!("{key:?}"), "ApiKey { name: \"one\", .. }");
    }
}
