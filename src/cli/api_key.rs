//! Command `quadrille api-key`.

use std::io::{Write, stdout};

use anyhow::{Result, anyhow};

use crate::auth::fingerprint;

/// Prefix of all keys, so that secret scanners recognize them.
const PREFIX: &str = "quadrille_";

/// Generates a random API key, and prints it with its entry for `clients.api_keys`.
///
/// # Errors
/// If the operating system provides no random numbers, or standard output cannot be written.
pub(super) fn api_key(name: &str) -> Result<()> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| anyhow!("cannot generate random numbers: {error}"))?;
    Ok(stdout().write_all(render(name, &secret).as_bytes())?)
}

fn render(name: &str, secret: &[u8; 32]) -> String {
    let key = format!("{PREFIX}{}", base16ct::lower::encode_string(secret));
    let hash = fingerprint(&key);
    format!(
        "# For the client only. This key cannot be shown again.\n# {key}\n\n\
         # For the settings of the service. The list contains all accepted keys.\n\
         [clients]\napi_keys = [\"{name}:{hash}\"]\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_printed_with_the_settings_entry_of_its_hash() {
        // The hash equals `printf quadrille_0707... | sha256sum`.
        insta::assert_snapshot!(render("app", &[7; 32]), @r#"
        # For the client only. This key cannot be shown again.
        # quadrille_0707070707070707070707070707070707070707070707070707070707070707

        # For the settings of the service. The list contains all accepted keys.
        [clients]
        api_keys = ["app:989a3126fe459c0572659229edad708e200ddf365c50c783f430eb8da985ab62"]
        "#);
    }
}
