//! Lines and points between two axes as SVG, with a legend below: as a part of a page, or as a
//! document of its own.
//!
//! The picture is drawn for a narrow column and scales; colours come from the page's style, so that
//! light and dark are the page's business.

use maud::{Markup, PreEscaped, html};

use super::axis::Axis;

/// The picture's size, in units of which its letters have 13.
const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 330.0;
/// Room for labels.
const LEFT: f64 = 84.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 46.0;

/// A named line of points.
pub(super) struct Series {
    pub(super) name: String,
    /// Chooses colour and dash: the same for an engine in every chart.
    pub(super) colour: usize,
    pub(super) points: Vec<(f64, f64)>,
}

/// A picture with its title and what it tells to those who do not see it.
pub(super) struct Chart {
    pub(super) title: String,
    pub(super) caption: String,
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) series: Vec<Series>,
    /// Whether points are joined.
    pub(super) joined: bool,
    /// Whether x = y is drawn.
    pub(super) diagonal: bool,
}

impl Chart {
    pub(super) fn figure(&self) -> Markup {
        let view = format!("0 0 {WIDTH} {HEIGHT}");
        html! {
            figure {
                h3 { (self.title) }
                svg viewBox=(view) role="img" aria-label=(self.label()) { (self.picture()) }
                figcaption { (self.caption) }
                ul class="legend" {
                    @for series in &self.series {
                        li {
                            span class=(format!("swatch {}", class(series.colour))) {}
                            (series.name)
                        }
                    }
                }
            }
        }
    }

    /// An SVG document with this style, its legend in two columns, or in one if a name is too long for half the width.
    pub(super) fn document(&self, style: &str) -> String {
        const ROW: f64 = 20.0;
        const LONGEST_IN_HALF: usize = 25;
        let long = |series: &Series| series.name.chars().count() > LONGEST_IN_HALF;
        let columns = if self.series.iter().any(long) { 1 } else { 2 };
        let places = (0_u32..).flat_map(|row| {
            let y = f64::from(row).mul_add(ROW, HEIGHT + 4.0);
            [(12.0, y), (12.0 + WIDTH / 2.0, y)]
                .into_iter()
                .take(columns)
        });
        let legend: Vec<(&Series, (f64, f64))> = self.series.iter().zip(places).collect();
        let height = legend.last().map_or(HEIGHT, |(_, (_, y))| y + ROW);
        let document = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}"))
                width=(2.0 * WIDTH) height=(2.0 * height) role="img" aria-label=(self.label()) {
                style { (PreEscaped(style)) }
                rect class="page" width=(WIDTH) height=(height) {}
                (self.picture())
                @for (series, (x, y)) in legend {
                    g class=(class(series.colour)) {
                        line class="line" x1=(x) y1=(y) x2=(x + 20.0) y2=(y) {}
                        text class="label" x=(x + 26.0) y=(y + 4.0) { (series.name) }
                    }
                }
            }
        };
        document.into_string() + "\n"
    }

    /// What those hear who do not see the picture.
    fn label(&self) -> String {
        let names: Vec<&str> = self.series.iter().map(|series| &*series.name).collect();
        format!(
            "{}. {} Series: {}.",
            self.title,
            self.caption,
            names.join(", ")
        )
    }

    fn picture(&self) -> Markup {
        html! {
            title { (self.title) }
            (self.frame())
            @if self.diagonal {
                line class="grid" x1=(LEFT) y1=(HEIGHT - BOTTOM) x2=(WIDTH - RIGHT) y2=(TOP) {}
            }
            @for series in &self.series { (self.drawn(series)) }
        }
    }

    /// The axes with their grid and labels.
    fn frame(&self) -> Markup {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let middle = f64::midpoint(TOP, bottom);
        html! {
            @for (place, text) in self.x.ticks() {
                @let x = number(across(place));
                line class="grid" x1=(x) y1=(TOP) x2=(x) y2=(bottom) {}
                text class="label" x=(x) y=(bottom + 16.0) text-anchor="middle" { (text) }
            }
            @for (place, text) in self.y.ticks() {
                @let y = down(place);
                line class="grid" x1=(LEFT) y1=(number(y)) x2=(right) y2=(number(y)) {}
                text class="label" x=(LEFT - 6.0) y=(number(y + 4.0)) text-anchor="end" { (text) }
            }
            text class="label" x=(f64::midpoint(LEFT, right)) y=(HEIGHT - 8.0) text-anchor="middle" { (self.x.label) }
            text class="label" x="14" y=(middle) text-anchor="middle" transform=(format!("rotate(-90 14 {middle})")) {
                (self.y.label)
            }
        }
    }

    fn drawn(&self, series: &Series) -> Markup {
        let places = series.points.iter().map(|&(x, y)| {
            let (x, y) = (self.x.position(x), self.y.position(y));
            (number(across(x)), number(down(y)))
        });
        let places: Vec<(String, String)> = places.collect();
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x},{y}")).collect();
        html! {
            g class=(class(series.colour)) {
                title { (series.name) }
                @if self.joined { polyline class="line" points=(path.join(" ")) {} }
                @for (x, y) in &places { circle class="dot" cx=(x) cy=(y) r="3" {} }
            }
        }
    }
}

/// The class of a colour, and of a dash once the colours are used up.
pub(super) fn class(colour: usize) -> String {
    /// The style has this many.
    const COLOURS: usize = 12;
    let dash = if colour < COLOURS { "" } else { " dashed" };
    format!("s{}{dash}", colour % COLOURS)
}

fn across(place: f64) -> f64 {
    LEFT + place * (WIDTH - LEFT - RIGHT)
}

fn down(place: f64) -> f64 {
    TOP + (1.0 - place) * (HEIGHT - TOP - BOTTOM)
}

/// A tenth of a unit is less than an eye sees.
fn number(value: f64) -> String {
    format!("{value:.1}")
}
