//! Inputs of a command: puzzles, files and standard input.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::{self, Cursor, ErrorKind, IsTerminal, Read, stdin};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use quadrille_answers::ingest::{Elements, LineContent};
use quadrille_answers::kinds::Solve;
use quadrille_answers::wire::{ProblemBounds, is_json_value, json_start, read_text};

use super::decompress::Decompressed;
use super::detect::{JsonStart, begins_like_rows, is_one_puzzle, is_puzzle, puzzle_text};
use super::input_format::InputFormat;
use super::selection::Selection;
use super::usage::usage;
use crate::system::stdin_file;

/// Maximum size of a text that is checked for being a single puzzle.
const PUZZLE_BYTES_MAX: usize = 64 << 10;

/// Name of standard input as an argument.
pub(super) const STDIN: &str = "-";

/// How inputs are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct InputOptions {
    /// Contents of the inputs; detected if `None`.
    pub(super) format: Option<InputFormat>,
    /// Whether each file is one puzzle.
    pub(super) is_grid: bool,
}

/// Input of a command.
pub(super) enum Input {
    /// One puzzle.
    Puzzle(String),
    /// Puzzles of a JSON array.
    Array(Elements<Vec<u8>>),
    /// Lines of a file or of standard input.
    Lines(Reader, LineContent),
    /// Some of the lines of a file.
    Part(Reader, LineContent, Selection),
}

/// Source of bytes.
pub(super) struct Reader {
    pub(super) name: String,
    pub(super) source: Box<dyn Read + Send>,
    /// Whether it is a regular file: no read waits for its bytes.
    pub(super) is_file: bool,
    /// Length in bytes, of a regular file that is not decompressed.
    pub(super) length: Option<u64>,
}

impl Input {
    /// Opens all arguments, or standard input if there are none.
    ///
    /// # Errors
    /// If an argument is neither a file that can be read nor a valid puzzle; names all of them.
    pub(super) fn open_all(arguments: &[OsString], options: InputOptions) -> Result<Vec<Self>> {
        if arguments.is_empty() {
            return Ok(vec![Self::open_stdin(options)?]);
        }
        if arguments.iter().any(|argument| argument.to_str().is_some_and(|text| text.trim().is_empty())) {
            return Err(usage("an argument is empty: give a puzzle, a file, or - for standard input"));
        }
        let opened: Vec<Result<Self>> =
            arguments.iter().map(|argument| Self::open(argument, options)).collect();
        let faults: Vec<String> = opened
            .iter()
            .filter_map(|input| input.as_ref().err())
            .map(|error| format!("{error:#}"))
            .collect();
        if !faults.is_empty() {
            bail!(faults.join("; "));
        }
        opened.into_iter().collect()
    }

    /// Whether its puzzles may have options, as JSON has.
    pub(super) fn may_have_options(&self) -> bool {
        match self {
            Self::Puzzle(text) => json_start(text.as_bytes()).is_some(),
            Self::Array(_) => true,
            Self::Lines(_, content) | Self::Part(_, content, _) => *content == LineContent::Json,
        }
    }

    fn open(argument: &OsStr, options: InputOptions) -> Result<Self> {
        if argument == STDIN {
            return Self::open_stdin(options);
        }
        let path = Path::new(argument);
        let name = path.display().to_string();
        let text = argument.to_str().filter(|_| options.format != Some(InputFormat::Ndjson));
        let is_json = |text: &str| json_start(text.as_bytes()).is_some() && is_json_value(text.as_bytes());
        if let Some(json) = text.filter(|text| options.format.is_none() && is_json(text) && !path.exists()) {
            return Self::detect(Reader::of_argument(json), options);
        }
        match (text.filter(|text| is_puzzle(text)), path.exists()) {
            (Some(_), true) => bail!("{name} is a puzzle and a file: write ./{name} for the file"),
            (Some(puzzle), false) => Ok(Self::Puzzle(puzzle.to_owned())),
            (None, exists) => match text.filter(|text| !exists && text.contains('\n')) {
                Some(lines) => Self::detect(Reader::of_argument(lines), options),
                None => {
                    let file =
                        File::open(path).map_err(|error| unreadable(argument, &name, error, options))?;
                    Self::detect(Reader::of_file(name, file), options)
                }
            },
        }
    }

    fn open_stdin(options: InputOptions) -> Result<Self> {
        let reader = Reader::of_stdin()?;
        match options.format {
            None | Some(InputFormat::Text) if stdin().is_terminal() && !options.is_grid => {
                Ok(Self::Lines(reader, LineContent::Text))
            }
            _ => Self::detect(reader, options),
        }
    }

    /// Decompresses the input, if it is compressed. Reads the beginning of it, which may be a single puzzle, and may be JSON.
    pub(super) fn detect(reader: Reader, options: InputOptions) -> Result<Self> {
        let reader = reader.decompressed()?;
        if options.format == Some(InputFormat::Ndjson) {
            return Ok(Self::Lines(reader, LineContent::Json));
        }
        let Reader { name, mut source, is_file, length } = reader;
        let failed = || format!("cannot read {name}");
        // Lines that arrive one by one are answered one by one.
        let start = |head: &[u8]| json_start(head).filter(|_| options.format.is_none());
        let is_json = |head: &[u8]| start(head).is_some();
        let wants_more = |head: &[u8]| {
            options.is_grid
                || is_file
                || match JsonStart::detect(head) {
                    JsonStart::Value if is_json(head) => true,
                    JsonStart::Lines if is_json(head) => false,
                    _ => begins_like_rows(head),
                }
        };
        let (mut head, mut is_complete) = read_head(&mut source, wants_more).with_context(failed)?;
        if is_utf16(&head) {
            bail!("{name} is UTF-16: save it as UTF-8");
        }
        if options.is_grid && !is_complete {
            bail!("{name} is longer than a grid: {PUZZLE_BYTES_MAX} bytes");
        }
        let with_rest = |head, source| {
            let source = Box::new(Cursor::new(head).chain(source));
            Reader { name: name.clone(), source, is_file, length }
        };
        if !options.is_grid && is_json(&head) && !(is_complete && is_json_value(&head)) {
            match JsonStart::detect(&head) {
                JsonStart::Value if !is_complete => {
                    source.read_to_end(&mut head).with_context(failed)?;
                    is_complete = true;
                }
                JsonStart::Lines => return Ok(Self::Lines(with_rest(head, source), LineContent::Json)),
                JsonStart::Value | JsonStart::Text => {}
            }
        }
        let is_value = is_json(&head) && is_complete && is_json_value(&head);
        if is_value && !options.is_grid && start(&head) == Some(b'[') {
            let array = Elements::new::<Solve>(head);
            let array = array.map_err(|refusal| anyhow!("{name}: {}", refusal.summary()))?;
            return Ok(match array.into_puzzle() {
                Ok(puzzle) => Self::Puzzle(String::from_utf8(puzzle).with_context(failed)?),
                Err(array) => Self::Array(array),
            });
        }
        let text = str::from_utf8(&head).ok().filter(|_| is_complete);
        let is_object = start(&head) == Some(b'{');
        match text.filter(|text| options.is_grid || is_value || is_object || is_one_puzzle(text)) {
            Some(text) => Ok(Self::Puzzle(puzzle_text(text))),
            None => Ok(Self::Lines(with_rest(head, source), LineContent::Text)),
        }
    }
}

impl Reader {
    /// Returns standard input.
    pub(super) fn of_stdin() -> Result<Self> {
        let name = "standard input".to_owned();
        let file = stdin_file().with_context(|| format!("cannot read {name}"))?;
        Ok(Self::of_file(name, file))
    }

    /// Returns a text that is an argument.
    fn of_argument(text: &str) -> Self {
        let (source, length) = (Box::new(Cursor::new(text.to_owned())), Some(text.len() as u64));
        Self { name: "the argument".to_owned(), source, is_file: true, length }
    }

    pub(super) fn of_file(name: String, file: File) -> Self {
        // Consoles and pipes of Windows have no metadata.
        let length = file.metadata().ok().filter(Metadata::is_file).map(|metadata| metadata.len());
        Self { name, source: Box::new(file), is_file: length.is_some(), length }
    }

    /// Decompresses the bytes if they are compressed. Waits for no bytes, except the bytes of a file.
    fn decompressed(self) -> Result<Self> {
        let Self { name, source, is_file, mut length } = self;
        let mut source = Decompressed::Unread(source);
        if is_file && source.start().with_context(|| format!("cannot read {name}"))?.is_some() {
            length = None;
        }
        Ok(Self { name, source: Box::new(source), is_file, length })
    }
}

/// Beginning of the compressed data of a link.
const COMPRESSED: &str = "N4I";

/// Longest argument that may be meant as the name of a file: puzzles with letters are longer.
const FILE_NAME_MAX: usize = 64;

/// Whether an argument looks like the name of a file: a path, a name with an extension, or a word.
fn is_file_name(argument: &str) -> bool {
    let is_name = begins_with_letter(argument) && argument.bytes().all(is_word);
    is_path(argument) || is_name && argument.len() <= FILE_NAME_MAX
}

/// Whether an argument looks like a path, or like a name with an extension.
pub(super) fn is_path(argument: &str) -> bool {
    let is_link = argument.contains("://") || argument.contains(COMPRESSED) || argument.contains('\n');
    let has_extension = argument.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.ends_with('.') && begins_with_letter(extension) && extension.bytes().all(is_word)
    });
    // A grid may have slashes between its rows.
    let has_folder =
        argument.contains(['/', '\\']) && argument.contains(|symbol: char| symbol.is_alphabetic());
    !is_link && argument.len() <= FILE_NAME_MAX && (has_folder || has_extension)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-".contains(&byte)
}

fn begins_with_letter(text: &str) -> bool {
    text.starts_with(|symbol: char| symbol.is_ascii_alphabetic())
}

/// Returns the error of an argument that names no file.
pub(super) fn no_such_file(name: &str) -> String {
    format!("no such file: {name}")
}

/// Makes the error of an argument that is no file: it may be meant as a puzzle.
fn unreadable(argument: &OsStr, name: &str, error: io::Error, options: InputOptions) -> anyhow::Error {
    // A long puzzle is no valid file name.
    let is_missing = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidFilename);
    if is_missing && argument.to_str().is_some_and(is_file_name) {
        return anyhow!(no_such_file(name));
    }
    let puzzle = argument.to_str().filter(|_| options.format != Some(InputFormat::Ndjson) && is_missing);
    let fault = puzzle.and_then(|text| read_text::<Solve>(text.as_bytes(), "", ProblemBounds::MAX).err());
    let error = anyhow::Error::new(error).context(format!("cannot read {name}"));
    match fault {
        Some(fault) => anyhow!("{error:#}; as a puzzle: {}", fault.summary()),
        None => error,
    }
}

/// Whether a text begins with a byte order mark of UTF-16, or with two letters in it.
fn is_utf16(head: &[u8]) -> bool {
    let is_letter = |byte: u8| byte != 0;
    match *head {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] => is_letter(a) && is_letter(b),
        _ => false,
    }
}

/// Reads to the end, unless the input is too long or `wants_more` declines the rest. Returns whether the end was reached.
fn read_head(source: &mut dyn Read, wants_more: impl Fn(&[u8]) -> bool) -> io::Result<(Vec<u8>, bool)> {
    let mut head = Vec::new();
    let mut piece = [0; 4096];
    while head.len() <= PUZZLE_BYTES_MAX && wants_more(&head) {
        match source.read(&mut piece) {
            Ok(0) => return Ok((head, true)),
            Ok(length) => head.extend_from_slice(&piece[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok((head, false))
}
