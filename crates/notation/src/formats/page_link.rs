//! Links of the page at `/`: the checksum in front of their parts, by which a cut or changed link is noticed.

/// Beginning of the fragment of a link with a checksum.
const CHECK: &str = "#check=";

/// Offset basis and prime of FNV-1a with 32 bits (Fowler, Noll and Vo).
const FNV_BASIS: u32 = 0x811c_9dc5;
const FNV_PRIME: u32 = 0x0100_0193;

/// Whether a text is a link with a checksum that does not fit its other parts. Line ends in the link, and lines after it, do not matter.
pub(super) fn is_damaged(text: &str) -> bool {
    let link = text.trim().trim_start_matches(['<', '(', '"']).trim_end_matches(['>', ')', '"', ',', ';']);
    let is_address =
        link.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http")) && link.contains("://");
    let Some((_, parts)) = link.split_once(CHECK).filter(|_| is_address) else { return false };
    let first = parts.split_ascii_whitespace().next().unwrap_or_default();
    !fits(first) && !fits(&parts.split_ascii_whitespace().collect::<String>())
}

/// Whether a checksum fits the parts after it.
fn fits(parts: &str) -> bool {
    let (check, others) = parts.split_once('&').unwrap_or((parts, ""));
    let is_number = check.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_number && u32::from_str_radix(check, 36).is_ok_and(|check| check == checksum(others))
}

/// FNV-1a of the names and values, without their escapes: programs on the way may write these differently.
fn checksum(parts: &str) -> u32 {
    let bytes = parts.split('&').filter(|part| !part.is_empty()).flat_map(|part| {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        unescaped(name).chain([b'=']).chain(unescaped(value)).chain([b'&'])
    });
    bytes.fold(FNV_BASIS, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME))
}

/// The bytes of a name or a value of a form.
fn unescaped(text: &str) -> impl Iterator<Item = u8> {
    let mut rest = text.as_bytes();
    std::iter::from_fn(move || {
        let (&byte, after) = rest.split_first()?;
        let escaped = after
            .get(..2)
            .filter(|_| byte == b'%')
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        rest = if escaped.is_some() { &after[2..] } else { after };
        Some(escaped.unwrap_or(if byte == b'+' { b' ' } else { byte }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link as the page writes it, with escapes of all kinds.
    const LINK: &str = "http://127.0.0.1:8080/#check=1gdwlgh&puzzle=1...............&variant=%7B*constraints*-+%7B*type*-*cage*.*cells*-+*r1c2*.*r1c3*_.*sum*-5%7D_%7D&mode=play";

    #[test]
    fn cut_and_changed_links_are_damaged() {
        let link = LINK;
        assert!(!is_damaged(link));
        let start = link.find(CHECK).expect("a checksum") + CHECK.len();
        for end in start..link.len() {
            assert!(is_damaged(&link[..end]), "{}", &link[..end]);
        }
        assert!(is_damaged(&link.replace("sum*-5", "sum*-6")));
        assert!(is_damaged(&link.replace(CHECK, "#check=+")));
    }

    #[test]
    fn escapes_and_line_ends_do_not_matter() {
        let link = LINK;
        let (one, other) = link.split_at(100);
        for same in [
            format!("<{link}>\n"),
            format!("{one}\r\n{other}"),
            format!("{link}\na friend"),
            link.replace('*', "%2a").replace('+', "%20"),
        ] {
            assert!(!is_damaged(&same), "{same}");
        }
        for other in ["1.....3..4.....2", "http://127.0.0.1/#puzzle=1.....3..4.....2", "see #check=7", ""] {
            assert!(!is_damaged(other), "{other}");
        }
    }
}
