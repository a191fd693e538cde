//! Compressed files of a ZIP archive as gzip data.

/// Start of the record at the end of an archive, which says where the list of its files is.
const END: &[u8] = b"PK\x05\x06";

/// Start of an entry of that list.
const ENTRY: &[u8] = b"PK\x01\x02";

/// Length of an entry before its name.
const ENTRY_BYTES: usize = 46;

/// Length of the head of a file before its name.
const HEAD_BYTES: usize = 30;

/// The method of compression that gzip data have, too.
const DEFLATE: usize = 8;

/// Head of gzip data without a name, a time and a system.
const GZIP_HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// Returns the first file whose name `is_wanted`, as gzip data: they hold the same compressed bytes, which are not decompressed.
/// `None` if the archive has no such file, or it is not compressed.
pub(super) fn gzip_from_zip(archive: &[u8], is_wanted: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
    let end = archive.windows(END.len()).rposition(|bytes| bytes == END)?;
    let mut position = number(archive, end + 16, 4)?;
    loop {
        let entry = archive.get(position..).filter(|entry| entry.starts_with(ENTRY))?;
        let name_end = ENTRY_BYTES + number(entry, 28, 2)?;
        if is_wanted(entry.get(ENTRY_BYTES..name_end)?) {
            return gzip_from_entry(archive, entry);
        }
        position += name_end + number(entry, 30, 2)? + number(entry, 32, 2)?;
    }
}

fn gzip_from_entry(archive: &[u8], entry: &[u8]) -> Option<Vec<u8>> {
    let file = archive.get(number(entry, 42, 4)?..)?;
    let begin = HEAD_BYTES + number(file, 26, 2)? + number(file, 28, 2)?;
    let compressed = file.get(begin..)?.get(..number(entry, 20, 4)?)?;
    let (checksum, length) = (entry.get(16..20)?, entry.get(24..28)?);
    (number(entry, 10, 2)? == DEFLATE).then(|| [&GZIP_HEAD, compressed, checksum, length].concat())
}

/// Reads a number, lowest byte first.
fn number(bytes: &[u8], position: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(position..position + length)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;
    use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED as ARCHIVE;

    use super::*;

    #[test]
    fn compressed_file_is_found_and_other_files_are_not() {
        let file = |end: &str| gzip_from_zip(ARCHIVE, |name| name.ends_with(end.as_bytes()));
        let compressed = file("/dist/swagger-ui.css").expect("a compressed file");
        let mut text = String::new();
        // Checks length and checksum.
        GzDecoder::new(&*compressed).read_to_string(&mut text).expect("gzip data");
        assert!(text.starts_with(".swagger-ui"), "{text}");
        assert_eq!(file("/dist/favicon-16x16.png"), None, "it is not compressed");
        assert_eq!(file("/dist/nowhere.css"), None);
        assert_eq!(gzip_from_zip(&ARCHIVE[..ARCHIVE.len() / 2], |_| true), None);
    }
}
