//! Pictures as PNG, with the feature `png`.

use thiserror::Error;

/// Pixels of the longer side of a picture.
#[cfg(feature = "png")]
const PIXELS: f32 = 1600.0;

/// Maximum length of a picture as SVG. A 25x25 with all candidates, which is a little shorter, takes about a second.
#[cfg(feature = "png")]
const SVG_BYTES_MAX: usize = 192 << 10;

/// The picture cannot be drawn as PNG.
#[derive(Debug, Error)]
pub enum PngError {
    /// The program was built without the feature `png`.
    #[error("this program was built without the feature `png`: ask for `svg`")]
    NotBuilt,
    /// The picture has too many digits.
    #[error("the picture has too many digits for PNG: leave out candidates, or ask for `svg`")]
    TooLarge,
    /// The picture is not drawn, which is a bug.
    #[error("the picture cannot be drawn: {0}")]
    Failed(String),
}

/// Whether the program draws PNG.
pub const IS_BUILT: bool = cfg!(feature = "png");

/// Draws a picture of this program as PNG, 1,600 pixels wide or high.
///
/// # Errors
/// [`PngError`], always [`PngError::NotBuilt`] without the feature.
#[cfg(not(feature = "png"))]
pub fn draw(_svg: &str) -> Result<Vec<u8>, PngError> {
    Err(PngError::NotBuilt)
}

/// Draws a picture of this program as PNG, 1,600 pixels wide or high.
///
/// # Errors
/// [`PngError`].
#[cfg(feature = "png")]
pub fn draw(svg: &str) -> Result<Vec<u8>, PngError> {
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    if svg.len() > SVG_BYTES_MAX {
        return Err(PngError::TooLarge);
    }
    let failed = |error: String| PngError::Failed(error);
    let options = Options { fontdb: fonts::database(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size();
    let scale = PIXELS / size.width().max(size.height());
    let pixels = |length: f32| (length * scale).round() as u32;
    let pixmap = Pixmap::new(pixels(size.width()), pixels(size.height()));
    let mut pixmap = pixmap.ok_or_else(|| failed("it has no size".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| failed(error.to_string()))
}

/// The font of all pictures: an image of a container has no other.
#[cfg(feature = "png")]
mod fonts {
    use std::sync::{Arc, LazyLock};

    use dejavu::sans;
    use resvg::usvg::fontdb::{Database, Source};

    static DATABASE: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut database = Database::new();
        for font in [sans::regular(), sans::bold()] {
            database.load_font_source(Source::Binary(Arc::new(font)));
        }
        database.set_sans_serif_family("DejaVu Sans");
        Arc::new(database)
    });

    pub(super) fn database() -> Arc<Database> {
        Arc::clone(&DATABASE)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::{Picture, Puzzle};

    use super::*;

    fn picture(puzzle: &str, candidates: bool) -> String {
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        Picture { candidates, ..Picture::new(puzzle) }.to_string()
    }

    #[cfg(not(feature = "png"))]
    #[test]
    fn program_without_the_feature_says_so() {
        assert!(matches!(draw(&picture("1...............", false)), Err(PngError::NotBuilt)));
    }

    #[cfg(feature = "png")]
    #[test]
    fn picture_has_its_size_and_its_digits() {
        use resvg::tiny_skia::Pixmap;

        let pixels = |puzzle, candidates| {
            let png = draw(&picture(puzzle, candidates)).expect("a picture");
            let pixmap = Pixmap::decode_png(&png).expect("a PNG");
            assert_eq!((pixmap.width(), pixmap.height()), (1600, 1600));
            assert!(pixmap.pixels().iter().all(|pixel| pixel.alpha() == 255));
            pixmap.pixels().iter().filter(|pixel| pixel.red() < 128).count()
        };
        let [empty, clue, candidates] =
            [("................", false), ("4...............", false), ("................", true)]
                .map(|(puzzle, candidates)| pixels(puzzle, candidates));
        assert!(empty < clue && empty < candidates, "{empty} {clue} {candidates}");
    }

    #[cfg(feature = "png")]
    #[test]
    fn picture_with_too_many_digits_is_refused() {
        let refused = draw(&" ".repeat(SVG_BYTES_MAX + 1));
        assert!(matches!(refused, Err(PngError::TooLarge)), "{refused:?}");
    }
}
