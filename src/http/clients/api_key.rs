//! API keys, of which only hashes are known here.
//!
//! A key is 256 random bits, so its hash may be a fast one: there is no list of likely keys that a thief of the
//! settings could try, as there is for passwords, which slow hashes are made for. And a slow hash would let every
//! stranger make the service work.

use std::fmt;

use headers::authorization::Bearer;
use headers::{Authorization, HeaderMapExt};
use http::{HeaderMap, HeaderName, HeaderValue};
use sha2::{Digest, Sha256};
use subtle::{ConditionallySelectable, ConstantTimeEq};

/// The header that holds a key, for those who need `Authorization` for something else.
pub(crate) const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// The hash of an API key, and what the operator calls its holder.
#[derive(Clone)]
pub struct ApiKey {
    name: String,
    hash: [u8; 32],
}

/// The hash of a key as settings hold it: SHA-256 in 64 hexadecimal digits.
pub fn fingerprint(key: &str) -> String {
    base16ct::lower::encode_string(&Sha256::digest(key))
}

impl ApiKey {
    /// The key with this [`fingerprint`], which may have digits of either case; `None` for what is no fingerprint.
    pub fn from_fingerprint(name: &str, fingerprint: &str) -> Option<Self> {
        let mut hash = [0; 32];
        let decoded = base16ct::mixed::decode(fingerprint, &mut hash).ok()?;
        (decoded.len() == 32).then(|| Self { name: name.to_owned(), hash })
    }
}

/// The name alone: a hash is of no use to a reader.
impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiKey").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Why a request has no holder of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyFault {
    /// It brings no key.
    Missing,
    /// It brings several.
    Several,
    /// It brings one that is not known.
    Unknown,
}

/// The number of the key that a request brings, as the first of `keys` has 0.
pub(super) fn holder(keys: &[ApiKey], headers: &HeaderMap) -> Result<u64, KeyFault> {
    let bearer: Option<Authorization<Bearer>> = headers.typed_get();
    let bearer = bearer.as_ref().map(|bearer| bearer.token().as_bytes());
    let mut given = bearer.into_iter().chain(headers.get_all(API_KEY).iter().map(HeaderValue::as_bytes));
    let key = given.next().ok_or(KeyFault::Missing)?;
    if given.next().is_some() {
        return Err(KeyFault::Several);
    }
    let hash: [u8; 32] = Sha256::digest(key).into();
    // The same work whichever key it is, and whether it is one at all.
    let mut found = 0_u64;
    for (number, key) in (1_u64..).zip(keys) {
        found.conditional_assign(&number, key.hash.ct_eq(&hash));
    }
    found.checked_sub(1).ok_or(KeyFault::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys() -> Vec<ApiKey> {
        ["one", "two", "three"]
            .map(|name| {
                ApiKey::from_fingerprint(name, &fingerprint(&format!("key-{name}"))).expect("a fingerprint")
            })
            .into()
    }

    fn holder_of(headers: &[(&str, &str)]) -> Result<u64, KeyFault> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a header name");
            map.append(name, value.parse().expect("a header value"));
        }
        holder(&keys(), &map)
    }

    #[test]
    fn each_key_has_its_holder_in_either_header() {
        assert_eq!(holder_of(&[("authorization", "Bearer key-one")]), Ok(0));
        assert_eq!(holder_of(&[("authorization", "bearer key-two")]), Ok(1));
        assert_eq!(holder_of(&[("x-api-key", "key-three")]), Ok(2));
        // A gateway may use the other header for itself.
        assert_eq!(holder_of(&[("authorization", "Basic YTpi"), ("x-api-key", "key-one")]), Ok(0));
    }

    #[test]
    fn everything_else_has_none() {
        assert_eq!(holder_of(&[]), Err(KeyFault::Missing));
        assert_eq!(holder_of(&[("authorization", "Basic YTpi")]), Err(KeyFault::Missing));
        for key in ["", "key-on", "key-ones", "KEY-ONE", &fingerprint("key-one")] {
            assert_eq!(holder_of(&[("x-api-key", key)]), Err(KeyFault::Unknown), "{key}");
        }
        let both = [("authorization", "Bearer key-one"), ("x-api-key", "key-one")];
        assert_eq!(holder_of(&both), Err(KeyFault::Several));
        assert_eq!(holder_of(&[("x-api-key", "key-one"), ("x-api-key", "key-one")]), Err(KeyFault::Several));
    }

    #[test]
    fn a_fingerprint_is_the_sha_256_in_hexadecimal() {
        // From FIPS 180-2, appendix B.1.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(fingerprint("abc"), known);
        assert!(ApiKey::from_fingerprint("name", known).is_some());
        assert!(ApiKey::from_fingerprint("name", &known.to_uppercase()).is_some());
        for other in ["", &known[1..], &format!("{known}00"), &known.replace('b', "g")] {
            assert!(ApiKey::from_fingerprint("name", other).is_none(), "{other}");
        }
    }

    #[test]
    fn neither_key_nor_hash_is_shown() {
        assert_eq!(format!("{:?}", keys()[0]), "ApiKey { name: \"one\", .. }");
    }
}
