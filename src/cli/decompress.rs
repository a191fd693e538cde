//! Decompression of inputs, which their first bytes announce.

use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, ErrorKind, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

/// First bytes of data compressed with gzip.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// First bytes of data compressed with zstd.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// Maximum size of the first read, so that a line that arrives alone is returned as a whole.
const START_BYTES: usize = 4096;

/// Compression of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coding {
    Gzip,
    Zstd,
}

impl Coding {
    /// Returns the compression of data that begins with these bytes; `None` if it is not compressed.
    pub(super) fn of_start(start: &[u8]) -> Option<Self> {
        match start {
            _ if start.starts_with(GZIP) => Some(Self::Gzip),
            _ if start.starts_with(ZSTD) => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Name, also as a content coding.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }

    /// Says that the data is not whole. Errors of the operating system stay as they are.
    fn explain(self, error: io::Error) -> io::Error {
        let name = self.name();
        match error.kind() {
            _ if error.raw_os_error().is_some() => error,
            ErrorKind::Interrupted => error,
            kind @ ErrorKind::UnexpectedEof => {
                io::Error::new(kind, format!("its {name} data ends early: the end is missing"))
            }
            _ => io::Error::new(ErrorKind::InvalidData, format!("its {name} data is damaged: {error}")),
        }
    }
}

/// Source with its first bytes, which were read before.
type Started = BufReader<Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>>;

/// Reader of a source that may be compressed with gzip or zstd, in one or several parts. It holds a part of the data only.
pub(super) enum Decompressed {
    /// Nothing has been read.
    Unread(Box<dyn Read + Send>),
    Plain(Started),
    Gzip(MultiGzDecoder<Started>),
    Zstd(zstd::Decoder<'static, Started>),
}

impl Decompressed {
    /// Reads the first bytes of the source, unless they have been read. Returns its compression.
    pub(super) fn start(&mut self) -> io::Result<Option<Coding>> {
        if let Self::Unread(source) = self {
            let head = read_start(source)?;
            let coding = Coding::of_start(&head);
            let source = std::mem::replace(source, Box::new(io::empty()));
            let started = BufReader::new(Cursor::new(head).chain(source));
            *self = match coding {
                None => Self::Plain(started),
                Some(Coding::Gzip) => Self::Gzip(MultiGzDecoder::new(started)),
                Some(Coding::Zstd) => Self::Zstd(zstd::Decoder::with_buffer(started)?),
            };
        }
        Ok(match self {
            Self::Gzip(_) => Some(Coding::Gzip),
            Self::Zstd(_) => Some(Coding::Zstd),
            Self::Unread(_) | Self::Plain(_) => None,
        })
    }
}

impl Read for Decompressed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.start()?;
        match self {
            Self::Unread(source) => source.read(buffer),
            Self::Plain(source) => source.read(buffer),
            Self::Gzip(decoder) => decoder.read(buffer).map_err(|error| Coding::Gzip.explain(error)),
            Self::Zstd(decoder) => decoder.read(buffer).map_err(|error| Coding::Zstd.explain(error)),
        }
    }
}

/// Reads a file to its end, and decompresses it.
pub(super) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_all(Box::new(File::open(path)?))
}

/// Reads a source to its end, and decompresses it.
pub(super) fn read_all(source: Box<dyn Read + Send>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Decompressed::Unread(source).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the first bytes until they decide whether the data is compressed.
fn read_start(source: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let is_open =
        |start: &[u8]| [GZIP, ZSTD].iter().any(|magic| magic.starts_with(start) && start.len() < magic.len());
    while is_open(&start) {
        let mut piece = [0; START_BYTES];
        match source.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => start.extend_from_slice(&piece[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(start)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// Source that returns a byte per read.
    struct Slow(Cursor<Vec<u8>>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).expect("memory");
        encoder.finish().expect("memory")
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ::zstd::encode_all(text, 1).expect("memory")
    }

    fn decompressed(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut read = Vec::new();
        Decompressed::Unread(Box::new(Slow(Cursor::new(bytes)))).read_to_end(&mut read).map(|_| read)
    }

    #[test]
    fn data_is_decompressed_by_its_first_bytes() {
        for text in [&b""[..], b"1", b"1.....3..4.....2\n", &[0x1f], &ZSTD[..3], b"\x1f1"] {
            assert_eq!(decompressed(text.to_vec()).expect("no error"), text);
            let twice = text.repeat(2);
            for compress in [gzip, zstd] {
                assert_eq!(decompressed(compress(text)).expect("whole"), text);
                // `cat a.gz b.gz` is the compression of both texts.
                assert_eq!(decompressed(compress(text).repeat(2)).expect("whole"), twice);
            }
        }
    }

    #[test]
    fn data_without_its_end_is_an_error() {
        let text: Vec<u8> =
            (0..200_000_u32).flat_map(|number| number.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        for (compress, name) in [(gzip as fn(&[u8]) -> Vec<u8>, "gzip"), (zstd, "zstd")] {
            let whole = compress(&text);
            let several = whole.repeat(2);
            for length in [ZSTD.len(), whole.len() / 2, whole.len() - 1, whole.len() + 1, several.len() - 1] {
                let error = decompressed(several[..length].to_vec()).expect_err("the end is missing");
                assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "{name}, {length}: {error}");
                assert_eq!(error.to_string(), format!("its {name} data ends early: the end is missing"));
            }
        }
    }

    #[test]
    fn damaged_data_is_an_error() {
        let text = b"1.....3..4.....2\n".repeat(1_000);
        let gzip = gzip(&text);
        let mut checksum = gzip.clone();
        checksum[gzip.len() - 8] ^= 1;
        for (damaged, name) in [
            (checksum, "gzip"),
            ([&gzip[..], b"1\n"].concat(), "gzip"),
            ([&zstd(&text)[..], b"1.....3..4.....2\n"].concat(), "zstd"),
            ([ZSTD, &[0xff; 20]].concat(), "zstd"),
        ] {
            let error = decompressed(damaged).expect_err("damaged");
            let words = error.to_string();
            assert!(words.starts_with(&format!("its {name} data ")), "{words}");
        }
    }
}
