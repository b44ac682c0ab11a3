use std::sync::{Arc, LazyLock};

use anyhow::Context;
use axum::body::Bytes;
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};

use super::{HEIGHT, Picture, WIDTH, sheet};
use crate::http::error::ApiResult;

/// The embedded fonts: one family for both scripts, under the Open Font License (`api/fonts/OFL.txt`).
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../../fonts/IBMPlexSansArabic-Regular.ttf"),
    include_bytes!("../../../fonts/IBMPlexSansArabic-SemiBold.ttf"),
];
pub(super) const FAMILY: &str = "IBM Plex Sans Arabic";

pub(super) static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    FONTS.iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    Options { font_family: FAMILY.to_owned(), fontdb: Arc::new(fonts), ..Options::default() }
});

/// Draws a preview as PNG.
pub(super) fn to_png(picture: &Picture) -> ApiResult<Bytes> {
    Ok(render(&sheet::svg(picture)?)?)
}

fn render(svg: &str) -> anyhow::Result<Bytes> {
    let tree = Tree::from_str(svg, &OPTIONS).context("cannot parse the preview as SVG")?;
    let mut canvas = Pixmap::new(WIDTH, HEIGHT).context("cannot allocate the canvas of the preview")?;
    resvg::render(&tree, Transform::identity(), &mut canvas.as_mut());
    Ok(canvas.encode_png().context("cannot encode the preview as PNG")?.into())
}

