//! Preview image of a shared build for messengers: its parts and today's total, drawn as PNG.
//!
//! Drawing takes some milliseconds of CPU time. Drawing therefore runs on blocking threads, few at a time, and images
//! are cached by a hash of their content. A changed build has another hash and gets a new image. Handlers check access
//! before they ask for an image; the cache itself does not.

#[cfg(feature = "previews")]
mod lettering;
mod picture;
#[cfg_attr(not(feature = "previews"), path = "render_absent.rs")]
mod render;
#[cfg(feature = "previews")]
mod sheet;

use std::{sync::Arc, time::Duration};

use axum::body::Bytes;
use moka::future::Cache;
use tokio::sync::Semaphore;

use crate::http::error::{ApiError, ApiResult};

pub use picture::{Line, MAX_LINES, Picture, PictureTitle, count_shops, facts};

/// In pixels: the size that messengers expect.
pub const WIDTH: u32 = 1200;
/// In pixels.
pub const HEIGHT: u32 = 630;

/// Maximum number of images drawn at once.
const AT_ONCE: usize = 2;
/// Maximum time a request waits for a slot.
const MAX_WAIT: Duration = Duration::from_secs(4);
/// Size of the image cache, in bytes.
const KEPT_BYTES: u64 = 32 * 1024 * 1024;

/// Draws and caches preview images. Cheap to clone.
#[derive(Clone)]
pub struct Previews {
    drawn: Cache<[u8; 32], Bytes>,
    slots: Arc<Semaphore>,
}

impl Default for Previews {
    fn default() -> Self {
        let size = |_: &[u8; 32], png: &Bytes| u32::try_from(png.len()).unwrap_or(u32::MAX);
        Self {
            drawn: Cache::builder().max_capacity(KEPT_BYTES).weigher(size).build(),
            slots: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }
}

impl Previews {
    /// Returns the image as PNG. Concurrent requests for the same content wait for one drawing.
    ///
    /// # Errors
    /// 503 when no drawing slot is free in time, 404 in a program without the feature `previews`.
    pub async fn draw(&self, picture: Picture) -> ApiResult<Bytes> {
        let (key, previews) = (picture.key(), self.clone());
        // A task of its own: the drawing completes and is cached even if the client hangs up.
        let drawing =
            tokio::spawn(
                async move { previews.drawn.try_get_with(key, previews.draw_uncached(picture)).await },
            );
        drawing.await.map_err(anyhow::Error::from)?.map_err(|error| match &*error {
            ApiError::Timeout => ApiError::Timeout,
            ApiError::NoRoute => ApiError::NoRoute,
            other => ApiError::Internal(anyhow::anyhow!("{other:?}")),
        })
    }

    async fn draw_uncached(&self, picture: Picture) -> ApiResult<Bytes> {
        let slot = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.slots).acquire_owned()).await;
        let slot = slot.map_err(|_| ApiError::Timeout)?.map_err(anyhow::Error::from)?;
        let drawing = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            render::to_png(&picture)
        });
        drawing.await.map_err(anyhow::Error::from)?
    }
}

#[cfg(all(test, feature = "previews"))]
mod tests {
    use domain::{model::Fils, store::users::Language};
    use resvg::tiny_skia::Pixmap;

    use super::*;
    use crate::services::{fit::Fit, texts::Texts};

    fn picture(language: Language, name: &str) -> Picture {
        let line = |label: &str, name: &str, quantity, fils: Option<i64>| Line {
            label: label.into(),
            name: name.into(),
            quantity,
            price: fils.map(Fils),
        };
        let lines = match language {
            Language::En => vec![
                line("CPU", "AMD Ryzen 7 9800X3D", 1, Some(145_000)),
                line(
                    "Memory",
                    "Corsair Vengeance 32 GB <kit> & \"more\" that goes on and on for ever and ever",
                    2,
                    Some(39_900),
                ),
                line("Case", "NZXT H5 Flow", 1, None),
            ],
            Language::Ar => vec![
                line("المعالج", "معالج AMD Ryzen 7 9800X3D بثمانية أنوية", 1, Some(145_000)),
                line("الذاكرة", "Corsair Vengeance 32 GB", 2, Some(39_900)),
                line("الصندوق", "NZXT H5 Flow", 1, None),
            ],
        };
        let owner = Some("سارة Sara".to_owned());
        let total = Fils(224_800);
        Picture {
            language,
            name: name.into(),
            owner,
            lines,
            more: 4,
            facts: facts(Texts(language), 8, 3, Some(Fit::Fits)),
            total,
            unpriced: 1,
            day: "2026-11-21".into(),
        }
    }

    #[tokio::test]
    async fn picture_is_drawn_once_per_content() {
        let previews = Previews::default();
        let first = previews.draw(picture(Language::En, "Mine")).await.unwrap();
        assert_eq!(&first[..8], b"\x89PNG\r\n\x1a\n");
        let again = previews.draw(picture(Language::En, "Mine")).await.unwrap();
        assert_eq!(first.as_ptr(), again.as_ptr());
        assert_ne!(first, previews.draw(picture(Language::En, "Yours")).await.unwrap());
        let canvas = Pixmap::decode_png(&first).unwrap();
        assert_eq!((canvas.width(), canvas.height()), (WIDTH, HEIGHT));
    }

    /// Writes the images to `TAJMEEA_PREVIEW_DIRECTORY`, if set, for inspection by eye.
    #[tokio::test]
    async fn both_languages_are_drawn() {
        for (language, name) in
            [(Language::En, "Gaming, quiet & <small>"), (Language::Ar, "تجميعة الألعاب: Ryzen مع 32 جيجا")]
        {
            let png = Previews::default().draw(picture(language, name)).await.unwrap();
            assert!(png.len() > 20_000, "{}", png.len());
            if let Some(directory) = std::env::var_os("TAJMEEA_PREVIEW_DIRECTORY") {
                std::fs::write(std::path::Path::new(&directory).join(format!("{language:?}.png")), &png)
                    .unwrap();
            }
        }
    }

    #[tokio::test]
    async fn preview_escapes_markup_in_text() {
        let foul = "]]></text><image href=\"file:///etc/passwd\"/>\u{0}\u{8}\u{202e}&#0;";
        let mut one = picture(Language::En, foul);
        one.owner = Some(foul.repeat(20));
        one.lines.iter_mut().for_each(|line| line.name = foul.repeat(50));
        let svg = sheet::svg(&one).unwrap();
        assert!(!svg.contains("<image") && !svg.contains('\u{202e}') && !svg.contains('\u{0}'), "{svg}");
        Previews::default().draw(one).await.unwrap();
    }
}
