//! The 40 scenes of the demo's photographs: eight angles from which a part is taken, before five grounds.

use std::fmt::Write;

use super::seed;

/// Size attributes at the beginning of a drawing, which are replaced by its place in the photograph.
const DRAWN_SIZE: &str = "width=\"400\" height=\"300\"";

/// An angle: the transformation of the part's drawing around its middle, and the share of the photograph that it takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Angle {
    transform: &'static str,
    filled: f32,
}

pub(super) const ANGLES: [Angle; 8] = [
    Angle { transform: "", filled: 0.92 },
    Angle { transform: "rotate(-14)", filled: 0.78 },
    Angle { transform: "rotate(17)", filled: 0.76 },
    Angle { transform: "skewY(-11) scale(.84 1)", filled: 0.84 },
    Angle { transform: "skewY(11) scale(.84 1)", filled: 0.84 },
    Angle { transform: "skewX(-22) scale(1 .8)", filled: 0.78 },
    Angle { transform: "scale(-1 1) rotate(7)", filled: 0.84 },
    Angle { transform: "scale(-1 1) skewY(-8) skewX(10)", filled: 0.74 },
];

/// Background of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    White,
    /// Near white, with the part's shadow below it.
    Shadow,
    /// A pale colour.
    Pale,
    /// Grey that darkens downwards.
    Grey,
    /// Wooden boards.
    Table,
    /// None: the part is cut out.
    Transparent,
}

/// The grounds of photographs that are not cut out.
#[cfg(test)]
pub(super) const GROUNDS: [Ground; 5] =
    [Ground::White, Ground::Shadow, Ground::Pale, Ground::Grey, Ground::Table];

/// A scene, and the size of the photograph in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene {
    pub(super) angle: Angle,
    pub(super) ground: Ground,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Scene {
    /// Writes the photograph as SVG: the boards of a table, the shadow, the part, and what lies over all. Plain grounds are
    /// painted elsewhere.
    pub(super) fn svg(&self, drawing: &str, over: &str) -> String {
        let (width, height) = (self.width as f32, self.height as f32);
        let scale = (width / 4.0).min(height / 3.0) * self.angle.filled;
        let (part_width, part_height) = (scale * 4.0, scale * 3.0);
        let place = format!(
            "x=\"{}\" y=\"{}\" width=\"{part_width}\" height=\"{part_height}\"",
            part_width / -2.0,
            part_height / -2.0,
        );
        let behind = match self.ground {
            Ground::Table => self.boards(),
            Ground::Shadow => self.shadow(part_width, part_height),
            _ => String::new(),
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">{behind}\
             <g transform=\"translate({} {}) {}\">{}</g>{over}</svg>",
            width / 2.0,
            height / 2.0,
            self.angle.transform,
            drawing.replacen(DRAWN_SIZE, &place, 1),
        )
    }

    /// Draws wooden boards, seen from above.
    fn boards(&self) -> String {
        let board = |board: u32| {
            let tone = seed::below(u64::from(board), 73, 0, 40);
            format!(
                "<rect y=\"{}\" width=\"100%\" height=\"46\" fill=\"rgb({},{},{})\"/>",
                board * 48,
                176 - tone,
                132 - tone,
                92 - tone
            )
        };
        (0..self.height.div_ceil(48)).map(board).collect()
    }

    /// Draws the shadow below the part: ellipses over each other, because the drawing library takes 25 ms for a gradient.
    fn shadow(&self, part_width: f32, part_height: f32) -> String {
        let mut shadow = String::new();
        for step in 1..=6_u8 {
            let share = f32::from(step) / 6.0;
            let _ = write!(
                shadow,
                "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"#2b3338\" opacity=\".05\"/>",
                self.width as f32 / 2.0,
                self.height as f32 / 2.0 + part_height * 0.36,
                part_width * 0.44 * share,
                part_height * 0.07 * share,
            );
        }
        shadow
    }
}
