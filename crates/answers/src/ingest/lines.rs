//! Chunks of the lines of a byte stream.

use std::mem;
use std::pin::Pin;
use std::sync::Arc;

use bytes::{Buf, Bytes};
use futures_util::{FutureExt, Stream, StreamExt};
use memchr::memchr;
use tokio::task::yield_now;
use tokio::time::{Sleep, sleep};

use super::line_assembler::LineAssembler;
use super::line_content::{LineBounds, LineContent};
use crate::service::{ChunkSource, InputError};
use crate::wire::{Chunk, InputTable, OtherLines};

/// Bytes that are read at once. Most chunks are full before.
const BLOCK_BYTES: usize = 128 << 10;

/// Lines of an input, in chunks, as they arrive. Blank lines and comments are left out.
#[derive(Debug)]
pub struct Lines<I> {
    input: I,
    assembler: LineAssembler,
    /// Received bytes that are not split yet.
    unread: Bytes,
    /// Chunk that was found by [`scan`](Self::scan).
    scanned: Option<Chunk>,
    /// Bytes left of the block that is read.
    block_left: usize,
    /// Whether the last block ended before its chunk was full.
    is_sparse: bool,
    /// Bytes since the last chunk with entries, and their maximum.
    blank_bytes: (u64, u64),
    /// Ends at the idle time, which has begun with the last chunk with entries.
    overdue: Option<Pin<Box<Sleep>>>,
    /// Result of the input after its end.
    ended: Option<Result<(), InputError>>,
}

impl<I> Lines<I>
where
    I: Stream<Item = Result<Bytes, InputError>> + Send + Unpin,
{
    /// Splits `first` and the following `input`.
    pub fn new(first: Bytes, input: I, content: LineContent, bounds: LineBounds) -> Self {
        Self {
            input,
            assembler: LineAssembler::new(content, bounds),
            unread: first,
            scanned: None,
            block_left: BLOCK_BYTES,
            is_sparse: false,
            blank_bytes: (0, u64::MAX),
            overdue: None,
            ended: None,
        }
    }

    /// Gives the first entry this index.
    pub fn from_index(mut self, index: u64) -> Self {
        self.assembler.begin_at(index);
        self
    }

    /// Ignores lines that hold no part of a puzzle, such as titles, and notes them there.
    pub fn with_others(mut self, others: Arc<OtherLines>) -> Self {
        self.assembler.others = Some(others);
        self
    }

    /// Notes the header and the first entry there, before the first chunk.
    pub fn with_table(mut self, table: Arc<InputTable>) -> Self {
        self.assembler.table = Some(table);
        self
    }

    /// Makes chunks full after this number of bytes.
    pub fn with_chunk_bytes(mut self, bytes_max: usize) -> Self {
        self.assembler.chunk = self.assembler.chunk.next().with_bytes_max(bytes_max);
        self
    }

    /// Ends with [`InputError::NoEntry`] after this number of bytes without an entry.
    pub fn with_blank_bytes(self, bytes_max: u64) -> Self {
        Self { blank_bytes: (0, bytes_max), ..self }
    }

    /// Returns the input.
    pub fn input(&self) -> &I {
        &self.input
    }

    /// Returns the input.
    pub fn input_mut(&mut self) -> &mut I {
        &mut self.input
    }

    /// Moves complete lines to the chunk until it is full, or to the end of the block.
    fn take_lines(&mut self) {
        // Slices, because each part of the bytes with a handle of its own counts references.
        let mut unread = mem::take(&mut self.unread);
        let block = &unread[..unread.len().min(self.block_left)];
        let mut begin = 0;
        while !self.assembler.chunk.is_full() {
            let rest = &block[begin..];
            let Some(length) = memchr(b'\n', rest) else {
                self.assembler.keep(rest);
                begin = block.len();
                break;
            };
            let last = &rest[..length];
            begin += length + 1;
            self.assembler.read_line(last);
        }
        self.block_left -= begin;
        self.blank_bytes.0 += begin as u64;
        // A handle without bytes would keep the connection from using its buffer again.
        if begin < unread.len() {
            unread.advance(begin);
            self.unread = unread;
        }
    }

    fn take_chunk(&mut self) -> Option<Chunk> {
        if self.assembler.chunk.is_empty() {
            return None;
        }
        self.blank_bytes.0 = 0;
        if let Some(table) = &self.assembler.table {
            table.begin(self.assembler.chunk.entry(0).bytes);
        }
        let next = self.assembler.chunk.next();
        Some(mem::replace(&mut self.assembler.chunk, next))
    }

    /// Stores the next bytes or the end of the input.
    fn receive(&mut self, read: Option<Result<Bytes, InputError>>) {
        match read {
            Some(Ok(bytes)) => self.unread = bytes,
            Some(Err(error)) => self.ended = Some(Err(error)),
            None => {
                self.ended = Some(Ok(()));
                self.assembler.end();
            }
        }
    }

    /// Waits for the next chunk of one block; an empty one if the block has no entry. Cancel-safe.
    async fn next_chunk(&mut self) -> Result<Option<Chunk>, InputError> {
        self.block_left = BLOCK_BYTES;
        self.is_sparse = false;
        loop {
            self.take_lines();
            if self.assembler.chunk.is_full() {
                return Ok(self.take_chunk());
            }
            if self.block_left == 0 {
                self.is_sparse = true;
                if self.blank_bytes.0 > self.blank_bytes.1 && self.assembler.chunk.is_empty() {
                    self.ended = Some(Err(InputError::NoEntry));
                    return Err(InputError::NoEntry);
                }
                return Ok(self.take_chunk().or_else(|| Some(self.assembler.chunk.next())));
            }
            if let Some(ended) = self.ended {
                return match self.take_chunk() {
                    Some(chunk) => Ok(Some(chunk)),
                    None => ended.map(|()| None),
                };
            }
            if self.assembler.chunk.is_empty() {
                let read = self.input.next().await;
                self.receive(read);
            } else {
                // Complete lines do not wait for later ones.
                match self.input.next().now_or_never() {
                    Some(read) => self.receive(read),
                    None => return Ok(self.take_chunk()),
                }
            }
        }
    }
}

impl<I> Lines<I>
where
    I: Stream<Item = Result<Bytes, InputError>> + Send + Unpin + 'static,
{
    /// Returns the next chunk as [`ChunkSource::next`] does; an empty one after much input without an entry.
    ///
    /// # Errors
    /// [`InputError`] if the input ends early.
    pub async fn next_in_block(&mut self) -> Result<Option<Chunk>, InputError> {
        if let Some(scanned) = self.scanned.take() {
            return Ok(Some(scanned));
        }
        let Some(idle) = self.assembler.bounds.idle else { return self.next_chunk().await };
        let mut overdue = self.overdue.take().unwrap_or_else(|| Box::pin(sleep(idle)));
        let chunk = tokio::select! {
            biased;
            chunk = self.next_chunk() => chunk?,
            () = &mut overdue => return Err(InputError::Idle),
        };
        // Blank lines, comments and parts of lines are no entries, so they do not extend the time.
        self.overdue = Some(overdue).filter(|_| chunk.as_ref().is_some_and(Chunk::is_empty));
        Ok(chunk)
    }
}

impl<I> ChunkSource<Chunk> for Lines<I>
where
    I: Stream<Item = Result<Bytes, InputError>> + Send + Unpin + 'static,
{
    /// Returns no chunk without entries.
    async fn next(&mut self) -> Result<Option<Chunk>, InputError> {
        loop {
            let chunk = self.next_in_block().await?;
            if chunk.as_ref().is_none_or(|chunk| !chunk.is_empty()) {
                return Ok(chunk);
            }
            yield_now().await;
        }
    }

    fn is_sparse(&self) -> bool {
        self.is_sparse
    }

    fn scan(&mut self) {
        // An end or an error is found again.
        if let Some(Ok(Some(chunk))) = self.next_chunk().now_or_never() {
            self.scanned = Some(chunk);
        }
    }

    fn buffered(&mut self) -> Option<Chunk> {
        if let Some(scanned) = self.scanned.take_if(|scanned| !scanned.is_empty()) {
            return Some(scanned);
        }
        while !self.assembler.chunk.is_full() && !self.unread.is_empty() {
            self.block_left = BLOCK_BYTES;
            self.take_lines();
        }
        self.take_chunk()
    }

    fn has_known_end(&self) -> bool {
        self.ended.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::stream;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_oneof, proptest};
    use proptest::sample::select;
    use proptest::strategy::Strategy;
    use tokio::runtime::Builder;
    use tokio::time::timeout;

    use super::*;
    use crate::ingest::line_assembler::BYTE_ORDER_MARK;

    const BYTES_MAX: usize = 8;

    /// Index, line and bytes of an entry.
    type Seen = (u64, Option<u64>, Option<Vec<u8>>);

    fn bounds(bytes_max: usize) -> LineBounds {
        LineBounds { bytes_max, idle: Some(Duration::from_secs(3600)), has_grid_layout: false }
    }

    fn entries(chunks: &[Chunk]) -> Vec<Seen> {
        let entries = chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|number| chunk.entry(number)));
        entries.map(|entry| (entry.index, entry.line, entry.bytes.map(<[u8]>::to_vec))).collect()
    }

    /// All chunks of an input that comes in these pieces.
    fn chunks(pieces: Vec<Vec<u8>>, bytes_max: usize) -> Vec<Chunk> {
        let mut pieces = pieces.into_iter().map(Bytes::from);
        let first = pieces.next().unwrap_or_default();
        let input = stream::iter(pieces.map(Ok));
        all_chunks(Lines::new(first, input, LineContent::Text, bounds(bytes_max)))
    }

    fn all_chunks(
        mut lines: Lines<impl Stream<Item = Result<Bytes, InputError>> + Send + Unpin + 'static>,
    ) -> Vec<Chunk> {
        Builder::new_current_thread().enable_time().build().expect("a runtime").block_on(async {
            let mut chunks = Vec::new();
            while let Some(chunk) = lines.next().await.expect("the input is sound") {
                assert!(!chunk.is_empty());
                chunks.push(chunk);
            }
            chunks
        })
    }

    #[tokio::test]
    async fn chunk_is_full_after_its_bytes() {
        let text = Bytes::from("1..\n".repeat(10));
        for (bytes_max, expected) in [(1, vec![1; 10]), (9, vec![3, 3, 3, 1]), (1_000, vec![10])] {
            let lines = Lines::new(text.clone(), stream::empty(), LineContent::Text, bounds(100));
            let mut lines = lines.with_chunk_bytes(bytes_max);
            let mut lengths = Vec::new();
            while let Some(chunk) = lines.next().await.expect("the input is sound") {
                lengths.push(chunk.len());
            }
            assert_eq!(lengths, expected, "{bytes_max}");
        }
    }

    /// The same in few words: all at once.
    fn expected(bytes: &[u8], bytes_max: usize) -> Vec<Seen> {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
        let kept = lines.filter_map(|(number, line)| {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let is_too_long = line.len() > bytes_max;
            let is_comment = if is_too_long { line } else { line.trim_ascii() }.starts_with(b"#");
            (!is_comment && (is_too_long || !line.trim_ascii().is_empty()))
                .then(|| (number, (!is_too_long).then(|| line.to_vec())))
        });
        (0..).zip(kept).map(|(index, (number, bytes))| (index, Some(number), bytes)).collect()
    }

    /// Symbols of lines without borders, quoted fields and titles.
    fn plain_symbols() -> impl Strategy<Value = Vec<u8>> {
        let is_other = |byte: &u8| !b"|+=:'\xe2._-*\"".contains(byte) && !byte.is_ascii_alphanumeric();
        let others: Vec<u8> = (0..=u8::MAX).filter(is_other).collect();
        prop_oneof![
            24 => select(vec!["1", "1", "1", "1", "\n", "\r", " ", "#", "1\"", "1\","]).prop_map(Vec::from),
            1 => select(others).prop_map(|byte| vec![byte]),
        ]
    }

    /// Symbols of all kinds of lines.
    fn symbols() -> impl Strategy<Value = Vec<u8>> {
        let marks = vec![
            "\n", "\"", ",", "\t", "|", "+-", "--", "\u{2502}", "a", "[Puzzle]", "1..\n", "12\n", "1 | .\n",
            "<game ", "<a>", "/>",
        ];
        prop_oneof![
            plain_symbols(),
            select(marks).prop_map(Vec::from),
            any::<u8>().prop_map(|byte| vec![byte]),
        ]
    }

    fn pieces(symbols: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<Vec<u8>>> {
        let head = select(vec![&b""[..], BYTE_ORDER_MARK, b"\xef\xbb", b"\n\n"]).prop_map(<[u8]>::to_vec);
        let piece = vec(symbols, 0..12).prop_map(|symbols| symbols.concat());
        (head, vec(piece, 0..12)).prop_map(|(head, mut pieces)| {
            pieces.insert(0, head);
            pieces
        })
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_frames(pieces in pieces(symbols()), bytes_max in select(vec![BYTES_MAX, 100])) {
            let whole = entries(&chunks(vec![pieces.concat()], bytes_max));
            let bytes = pieces.concat().into_iter().map(|byte| vec![byte]).collect();
            assert_eq!(entries(&chunks(bytes, bytes_max)), whole);
            assert_eq!(entries(&chunks(pieces, bytes_max)), whole);
        }

        #[test]
        fn plain_lines_are_entries(pieces in pieces(plain_symbols())) {
            let whole = pieces.concat();
            assert_eq!(entries(&chunks(pieces, BYTES_MAX)), expected(&whole, BYTES_MAX));
        }
    }

    #[test]
    fn quote_within_a_field_opens_no_quoted_field() {
        let line = |number, text: &str| (Some(number), Some(text.as_bytes().to_vec()));
        for (text, expected) in [
            ("1\",\n\r1 \n", vec![line(1, "1\","), line(2, "\r1 ")]),
            ("4\" wide, 1\n1..", vec![line(1, "4\" wide, 1"), line(2, "1..")]),
            ("1,\"a\nb\",4\"\n1..", vec![line(1, "1,\"a\nb\",4\"\n"), line(3, "1..")]),
            ("1,\"a\"\"\nb\"\n1..", vec![line(1, "1,\"a\"\"\nb\"\n"), line(3, "1..")]),
            ("1, \"a\nb\"\n1..", vec![line(1, "1, \"a\nb\"\n"), line(3, "1..")]),
        ] {
            let read: Vec<_> = entries(&chunks(vec![text.into()], 100))
                .into_iter()
                .map(|(_, line, text)| (line, text))
                .collect();
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn drawn_grid_is_one_entry() {
        const GRID: &str = "+--+--+\n|1.|..|\n+--+--+\n|..|3.|\n+--+--+\n";
        const ROWS: &str = "│1│\n";
        let (grid, rows) = (GRID.as_bytes().to_vec(), ROWS.as_bytes().to_vec());
        let line = |number, text: &[u8]| (Some(number), Some(text.to_vec()));
        for (text, expected) in [
            (format!("1..\n{GRID}2\n"), vec![line(1, b"1.."), line(2, &grid), line(7, b"2")]),
            (format!("{GRID}{GRID}"), vec![line(1, &grid), line(6, &grid)]),
            (
                "quizzes,solutions\n1...,\nquizzes,solutions".to_owned(),
                vec![line(2, b"1...,"), line(3, b"quizzes,solutions")],
            ),
            ("\n# a\nquizzes,solutions\n1...,".to_owned(), vec![line(4, b"1...,")]),
            ("*---*\n|12|\n*---*\n1".to_owned(), vec![line(1, b"*---*\n|12|\n*---*\n"), line(4, b"1")]),
            (
                format!("{GRID}\n{ROWS}\n{ROWS}").replace('\n', "\r\n"),
                vec![line(1, &grid), line(7, &rows), line(9, &rows)],
            ),
            (format!("# a\n{}# b", GRID.replace("|..|3.", "# c\n|..|3.")), vec![line(2, &grid)]),
            ("+--+\n1...\n-|\n".to_owned(), vec![line(1, b"+--+\n"), line(2, b"1..."), line(3, b"-|\n")]),
            (
                format!("{GRID}{}\n{ROWS}", "1".repeat(200)),
                vec![line(1, &grid), (Some(6), None), line(7, &rows)],
            ),
            (format!("{}1\n", "|1|\n".repeat(50)), vec![(Some(1), None), line(51, b"1")]),
        ] {
            let bytes = text.as_bytes().chunks(7).map(<[u8]>::to_vec).collect();
            let read: Vec<_> =
                entries(&chunks(bytes, 100)).into_iter().map(|(_, line, text)| (line, text)).collect();
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn games_of_xml_are_entries() {
        let line = |number, text: &str| (Some(number), Some(text.as_bytes().to_vec()));
        let (first, second) = ("<game data='1...'/>", "<game\n data=\"2>..\"/>");
        let long = format!("<!-- {} -->", "<game/> ' ".repeat(40));
        for (text, expected) in [
            (
                format!("<?xml version='1.0'?>\n<opensudoku>\n  {first}\n {second}\n</opensudoku>\n1...\n"),
                vec![line(3, first), line(4, second), line(7, "1...")],
            ),
            (
                format!(
                    "<?xml version='1.0'?><opensudoku><folder name='a'>{first}{second}</folder>{first}</opensudoku>"
                ),
                vec![line(1, first), line(1, second), line(2, first)],
            ),
            (
                format!("1...\r\n{first}\r\n{second}\r\n2..."),
                vec![line(1, "1..."), line(2, first), line(3, second), line(5, "2...")],
            ),
            (format!("<opensudoku>{long}<![CDATA[<game>]]>{first}</opensudoku>"), vec![line(1, first)]),
            (
                "<opensudoku><game data='1'></game><games/></opensudoku>".to_owned(),
                vec![line(1, "<game data='1'/>")],
            ),
            (
                "<!DOCTYPE a>\n<opensudoku/>".to_owned(),
                vec![line(1, "<!DOCTYPE a>"), line(2, "<opensudoku/>")],
            ),
            (format!("<opensudoku>\n{first}\n"), vec![line(2, first), line(2, "<opensudoku>")]),
            (format!("{first} 1... {first}"), vec![line(1, first), line(1, " 1... "), line(1, first)]),
            (
                format!("<opensudoku><game data='{}'/>{first}</opensudoku>", "1".repeat(100)),
                vec![(Some(1), None), line(1, first)],
            ),
            ("<b>\n1...".to_owned(), vec![line(1, "<b>"), line(2, "1...")]),
        ] {
            let bytes = text.as_bytes();
            for length in [1, 7, bytes.len()] {
                let pieces = bytes.chunks(length).map(<[u8]>::to_vec).collect();
                let read: Vec<_> =
                    entries(&chunks(pieces, 100)).into_iter().map(|(_, line, text)| (line, text)).collect();
                assert_eq!(read, expected, "{text}");
            }
        }
    }

    #[test]
    fn titles_belong_to_the_next_grid() {
        let line = |number, text: &str| (Some(number), Some(text.as_bytes().to_vec()));
        let grid = "1...\n..3.\n.4..\n...2";
        let classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for (text, expected) in [
            (
                format!("Grid 1\n{grid}\n\nGrid 2\n# a\n{grid}\nby me"),
                vec![
                    line(1, &format!("Grid 1\n{grid}")),
                    line(7, &format!("Grid 2\n\n{grid}")),
                    line(13, "by me"),
                ],
            ),
            (
                format!("1\n{grid}\n2\n{grid}"),
                vec![line(1, &format!("1\n{grid}")), line(6, &format!("2\n{grid}"))],
            ),
            (
                "Level 1\n|1|\n|..|\n Simple Sudoku\n\n1..".to_owned(),
                vec![line(1, "Level 1\n|1|\n|..|\n Simple Sudoku\n"), line(6, "1..")],
            ),
            (
                format!("A title\n{classic}\nTitle"),
                vec![line(1, "A title"), line(2, classic), line(3, "Title")],
            ),
            (
                format!("name,level\n{classic},1\nname,level"),
                vec![line(2, &format!("{classic},1")), line(3, "name,level")],
            ),
            (
                "Sudoku 1\n1.|..\n..|3.\n--+--\n.4|..\n..|.2\n\n1..".to_owned(),
                vec![line(1, "Sudoku 1\n1.|..\n..|3.\n--+--\n.4|..\n..|.2"), line(8, "1..")],
            ),
            (
                format!("puzzle\n{classic}\npuzzle\n{classic}"),
                vec![line(2, classic), line(3, "puzzle"), line(4, classic)],
            ),
            ("name,level\n1,2".to_owned(), vec![line(1, "name,level"), line(2, "1,2")]),
            (
                format!("1,\"a\n{classic}\"\n1.."),
                vec![line(1, &format!("1,\"a\n{classic}\"\n")), line(3, "1..")],
            ),
            (
                "1\t\t\t\n\t\t\t2\n\t\t\t\n\t3\t\t".to_owned(),
                vec![line(1, "1\t\t\t\n\t\t\t2\n\t\t\t\n\t3\t\t")],
            ),
            ("\t\t\t\n1..\n \t\t\t\t\n\n\t\r\x0c\t\t\n".to_owned(), vec![line(2, "1..")]),
            ("a\n".repeat(3), vec![line(1, "a"), line(2, "a"), line(3, "a")]),
            ("Title\n".repeat(40), (1..=40).map(|number| line(number, "Title")).collect()),
        ] {
            for length in [1, 7, text.len()] {
                let pieces = text.as_bytes().chunks(length).map(<[u8]>::to_vec).collect();
                let read: Vec<_> =
                    entries(&chunks(pieces, 1000)).into_iter().map(|(_, line, text)| (line, text)).collect();
                assert_eq!(read, expected, "{text}");
            }
        }
    }

    #[test]
    fn lines_beside_puzzles_are_ignored() {
        let grid = "1...\n..3.\n.4..\n...2";
        let line = "1.....3..4.....2";
        for (text, entries_expected, ignored) in [
            (format!("My grids:\n\n{line}\n\n{line}\n\nThat is all"), vec![3, 5], vec![1, 7]),
            (format!("{grid}\n\n{grid}\n\nSolved in 3 ms\n"), vec![1, 6], vec![11]),
            (format!("1.\n{line}\n(2)\n{line}"), vec![2, 4], vec![1, 3]),
            (format!("{line}\n----------------\n{line}\n=====\n{grid}\n****"), vec![1, 3, 5], vec![2, 4, 9]),
            (format!("Easy\n----\n{line}\nHard\n----\n{grid}"), vec![3, 4], vec![1, 2]),
            // These may be parts of puzzles.
            (format!("12\n{line}\n1..\n3."), vec![1, 2, 3, 4], vec![]),
            (line.replace('.', "-") + "\n----\n1!", vec![1, 2, 3], vec![]),
            // Without a puzzle, nothing is ignored.
            ("Title\nAnother\n".to_owned(), vec![1, 2], vec![]),
            ("Title\n".repeat(17) + "----", (1..=16).collect(), vec![17, 18]),
        ] {
            let others = Arc::new(OtherLines::default());
            let lines =
                Lines::new(Bytes::from(text.clone()), stream::empty(), LineContent::Text, bounds(1000));
            let chunks = all_chunks(lines.with_others(Arc::clone(&others)));
            let numbers: Vec<u64> = entries(&chunks).into_iter().filter_map(|(_, line, _)| line).collect();
            assert_eq!((numbers, others.numbers()), (entries_expected, (ignored, 0)), "{text}");
        }
    }

    #[test]
    fn rows_of_a_section_are_one_entry() {
        let line = |number, text: &str| (Some(number), Some(text.as_bytes().to_vec()));
        for (text, expected) in [
            ("[Puzzle]\n1.\n..\n\n1", vec![line(1, "[Puzzle]\n1.\n..\n"), line(5, "1")]),
            (
                "1\n [PUZZLE]\n1.\n# a\n[State]\n[puzzle]\n1",
                vec![line(1, "1"), line(2, " [PUZZLE]\n1.\n[State]\n"), line(6, "[puzzle]\n1\n")],
            ),
            ("|1|\n[Puzzle]\n1\n\n[1", vec![line(1, "|1|\n"), line(2, "[Puzzle]\n1\n"), line(5, "[1")]),
        ] {
            let bytes = text.as_bytes().chunks(7).map(<[u8]>::to_vec).collect();
            let read: Vec<_> =
                entries(&chunks(bytes, 100)).into_iter().map(|(_, line, text)| (line, text)).collect();
            assert_eq!(read, expected, "{text}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn idle_time_counts_entries_not_bytes() {
        for bytes in ["\n", "# comment\n", "1"] {
            let sent = stream::unfold((), |()| async {
                sleep(Duration::from_secs(25)).await;
                Some((Ok(Bytes::from_static(bytes.as_bytes())), ()))
            });
            let bounds = LineBounds {
                bytes_max: 1 << 20,
                idle: Some(Duration::from_secs(30)),
                has_grid_layout: false,
            };
            let mut lines =
                Lines::new(Bytes::from_static(b"1..\n"), Box::pin(sent), LineContent::Text, bounds);
            assert!(lines.next().await.is_ok_and(|chunk| chunk.is_some()));
            let ended = timeout(Duration::from_secs(31), lines.next()).await;
            assert_eq!(ended.map(Result::err), Ok(Some(InputError::Idle)), "{bytes:?}");
        }
    }

    #[test]
    fn chunks_have_maximum_bytes_and_entries() {
        let short = chunks(vec![b"1\n".repeat(2_000)], 100);
        assert_eq!(short.iter().map(Chunk::len).collect::<Vec<_>>(), [512, 512, 512, 464]);
        let long = chunks(vec![[vec![b'.'; 10_000], b"\n".to_vec()].concat().repeat(14)], 10_000);
        assert_eq!(long.iter().map(Chunk::len).collect::<Vec<_>>(), [7, 7]);
        assert_eq!(long[1].entry(6).index, 13);
    }

    #[test]
    fn endless_line_takes_bounded_memory() {
        let mut lines = Lines::new(
            Bytes::new(),
            stream::empty::<Result<_, InputError>>(),
            LineContent::Json,
            bounds(100),
        );
        for _ in 0..1_000 {
            lines.unread = Bytes::from_static(&[b'.'; 64]);
            lines.take_lines();
            assert!(lines.assembler.begun.capacity() <= 256);
        }
        lines.unread = Bytes::from_static(b"\n1\n");
        let chunk = lines.buffered().expect("two lines");
        assert_eq!(entries(&[chunk]), [(0, Some(1), None), (1, Some(2), Some(b"1".to_vec()))]);
    }

    #[tokio::test]
    async fn complete_lines_do_not_wait_for_later_ones() {
        let (sender, mut pieces) = tokio::sync::mpsc::channel::<Result<Bytes, InputError>>(4);
        let input = stream::poll_fn(move |context| pieces.poll_recv(context));
        let mut lines = Lines::new(Bytes::new(), input, LineContent::Json, bounds(100));
        for line in ["1\n", "2\n3"] {
            sender.send(Ok(line.into())).await.expect("the receiver is open");
            let chunk = lines.next().await.expect("sound").expect("a line");
            assert_eq!(chunk.len(), 1, "{line}");
        }
        drop(sender);
        assert_eq!(
            lines.next().await.expect("sound").expect("the last line").entry(0).bytes,
            Some(&b"3"[..])
        );
        assert_eq!(lines.next().await, Ok(None));
    }

    #[tokio::test]
    async fn input_without_entries_is_read_in_blocks() {
        let frames =
            stream::iter([Ok(Bytes::from("\n".repeat(BLOCK_BYTES + 1))), Ok("1.....3..4.....2\n".into())]);
        let mut lines = Lines::new(Bytes::new(), frames, LineContent::Text, bounds(100));
        let next = lines.next_in_block().await.map(|chunk| chunk.map(|chunk| chunk.len()));
        assert_eq!((next, lines.is_sparse()), (Ok(Some(0)), true));
        lines.scan();
        let chunk = lines.next_in_block().await.expect("sound").expect("an entry");
        assert_eq!((entries(&[chunk])[0].1, lines.is_sparse()), (Some(BLOCK_BYTES as u64 + 2), false));
        assert_eq!(lines.next_in_block().await, Ok(None));
        let mut lines = Lines::new(Bytes::new(), stream::empty(), LineContent::Text, bounds(100));
        lines.unread = Bytes::from("\n".repeat(2 * BLOCK_BYTES) + "1.....3..4.....2\n");
        assert_eq!(lines.buffered().map(|chunk| chunk.len()), Some(1));
    }

    #[test]
    fn frame_is_released_when_it_is_read() {
        let mut lines = Lines::new(
            Bytes::new(),
            stream::empty::<Result<_, InputError>>(),
            LineContent::Json,
            bounds(100),
        );
        for text in ["1\n2\n", "1\n2", "\n"] {
            let frame = Bytes::from(text.as_bytes().to_vec());
            lines.unread = frame.clone();
            lines.take_lines();
            assert!(frame.is_unique(), "{text:?}");
        }
    }

    #[tokio::test]
    async fn too_much_input_without_an_entry_is_an_error() {
        const BLOCKS: usize = 4;
        for (text, expected) in [("", Err(InputError::NoEntry)), ("1.....3..4.....2\n", Ok(Some(1)))] {
            let text = "#\n".repeat(BLOCKS * BLOCK_BYTES / 2 - 20) + text + &"#\n".repeat(BLOCK_BYTES);
            let lines = Lines::new(text.into(), stream::empty(), LineContent::Text, bounds(100));
            let mut lines = lines.with_blank_bytes((BLOCKS * BLOCK_BYTES - 1) as u64);
            assert_eq!(lines.next().await.map(|chunk| chunk.map(|chunk| chunk.len())), expected);
            let rest = expected.map(|_| None);
            assert_eq!(lines.next().await.map(|chunk| chunk.map(|chunk| chunk.len())), rest);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn idle_input_fails_after_its_time() {
        let first = Bytes::from_static(b"1\n2");
        let input = stream::pending::<Result<_, InputError>>();
        let mut lines = Lines::new(first, input, LineContent::Json, bounds(100));
        assert_eq!(lines.next().await.map(|chunk| chunk.map(|chunk| chunk.len())), Ok(Some(1)));
        assert_eq!(lines.next().await, Err(InputError::Idle));
    }

    #[tokio::test]
    async fn failed_input_yields_complete_lines_first() {
        let input = stream::iter([Ok(Bytes::from_static(b"2\n3")), Err(InputError::Failed)]);
        let mut lines = Lines::new(Bytes::from_static(b"1\n"), input, LineContent::Json, bounds(100));
        let chunk = lines.next().await.expect("lines first").expect("two");
        assert_eq!(chunk.len(), 2);
        assert_eq!(lines.next().await, Err(InputError::Failed));
    }
}
