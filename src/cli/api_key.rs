//! `quadrille api-key`

use std::io::{Write, stdout};

use anyhow::{Result, anyhow};

use crate::auth::fingerprint;

/// What keys begin with, so that tools that look for leaked secrets can tell them.
const PREFIX: &str = "quadrille_";

/// Makes a random API key and prints it, once and for all, with the entry of `clients.api_keys` that lets it in.
///
/// # Errors
/// Where the operating system has no random numbers, or standard output cannot be written.
pub fn api_key(name: &str) -> Result<()> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| anyhow!("there are no random numbers: {error}"))?;
    Ok(stdout().write_all(page(name, &secret).as_bytes())?)
}

fn page(name: &str, secret: &[u8; 32]) -> String {
    let key = format!("{PREFIX}{}", base16ct::lower::encode_string(secret));
    let hash = fingerprint(&key);
    format!(
        "# For the client, and for nobody else. It cannot be shown again.\n# {key}\n\n\
         # For the settings of the service. The list holds every key that is to be let in.\n\
         [clients]\napi_keys = [\"{name}:{hash}\"]\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_and_its_hash_are_printed_as_settings_that_let_it_in() {
        // The hash as `printf quadrille_0707... | sha256sum` gives it.
        insta::assert_snapshot!(page("app", &[7; 32]), @r#"
        # For the client, and for nobody else. It cannot be shown again.
        # quadrille_0707070707070707070707070707070707070707070707070707070707070707

        # For the settings of the service. The list holds every key that is to be let in.
        [clients]
        api_keys = ["app:989a3126fe459c0572659229edad708e200ddf365c50c783f430eb8da985ab62"]
        "#);
    }
}
