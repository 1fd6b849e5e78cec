//! Watching the player think, as users of Lizzie, Sabaki and KaTrain know it.

use std::time::Duration;

use game::{Bits, Move};

use super::{Row, command, done};
use crate::desk::{Desk, Reply, Stream, StreamKind, read_colour};
use crate::line::Args;
use crate::{Refusal, Style};

const ARGUMENTS: &str = "[COLOUR] [INTERVAL] [maxmoves N] [avoid | allow COLOUR CELL,CELL... DEPTH]";

pub(super) static ROWS: &[Row] = &[
    command(
        "lz-analyze",
        ARGUMENTS,
        "shows analysis every INTERVAL hundredths of a second until a new line",
        |desk, args| analyse(desk, args, Style::Leela),
    ),
    command(
        "kata-analyze",
        ARGUMENTS,
        "the same with fractions instead of hundredths of a per cent",
        |desk, args| analyse(desk, args, Style::Kata),
    ),
    command(
        "lz-genmove_analyze",
        ARGUMENTS,
        "finds a move and makes it, showing the thought",
        |desk, args| find_move(desk, args, Style::Leela),
    ),
    command("kata-genmove_analyze", ARGUMENTS, "the same in the other form", |desk, args| {
        find_move(desk, args, Style::Kata)
    }),
    command("genmove_analyze", ARGUMENTS, "as lz-genmove_analyze", |desk, args| {
        find_move(desk, args, Style::Leela)
    }),
    command("stop", "", "ends an analysis, as any line does", |_, _| done()),
];

/// The interval when none is named.
const USUAL_INTERVAL: Duration = Duration::from_secs(1);

fn analyse(desk: &Desk, args: &Args, style: Style) -> Result<Reply, Refusal> {
    Ok(Reply::Stream(read(desk, args, style)?))
}

fn find_move(desk: &mut Desk, args: &Args, style: Style) -> Result<Reply, Refusal> {
    let mut stream = read(desk, args, style)?;
    if let StreamKind::Analysis(colour) = stream.kind {
        stream.kind = StreamKind::Move(colour.unwrap_or(desk.turn()));
    }
    Ok(Reply::Stream(stream))
}

/// Reads a colour, an interval and pairs of names and values. Pairs that other engines know are skipped.
fn read(desk: &Desk, args: &Args, style: Style) -> Result<Stream, Refusal> {
    let kind = StreamKind::Analysis(None);
    let mut stream = Stream { style, interval: USUAL_INTERVAL, most: usize::MAX, among: None, kind };
    let mut words = args.words.iter().copied().peekable();
    if let Some(colour) = words.peek().and_then(|word| read_colour(word).ok()) {
        stream.kind = StreamKind::Analysis(Some(colour));
        words.next();
    }
    while let Some(word) = words.next() {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            stream.interval = interval(word)?;
            continue;
        }
        let mut value =
            || words.next().ok_or_else(|| Refusal::Syntax(format!("{} has no value", shortened(word))));
        match word {
            "interval" => stream.interval = interval(value()?)?,
            "maxmoves" => stream.most = number(value()?)?.max(1),
            "avoid" | "allow" => {
                let (colour, cells, depth) = (value()?, value()?, value()?);
                number(depth)?;
                narrow(desk, &mut stream, word == "allow", colour, cells)?;
            }
            "minmoves" | "ownership" | "ownershipStdev" | "rootInfo" | "movesOwnership" | "pvVisits"
            | "pvEdgeVisits" => {
                value()?;
            }
            _ => {
                return Err(Refusal::Syntax(format!(
                    "{:?} is neither a colour nor an interval",
                    shortened(word)
                )));
            }
        }
    }
    Ok(stream)
}

/// Leaves cells out, or all others. Only the moves at hand can be chosen from, so that the depth does not matter.
fn narrow(desk: &Desk, stream: &mut Stream, allow: bool, colour: &str, cells: &str) -> Result<(), Refusal> {
    let asked = match stream.kind {
        StreamKind::Analysis(colour) => colour.unwrap_or(desk.turn()),
        StreamKind::Move(colour) => colour,
    };
    if read_colour(colour)? != asked {
        return Err(Refusal::Other("only moves of the colour to move can be left out".into()));
    }
    let mut named = Bits::<10>::EMPTY;
    for word in cells.split(',') {
        match desk.points.read_move(desk.shape(), word) {
            Ok(Move::Cell(cell)) => named.insert(cell),
            _ => return Err(Refusal::Syntax(format!("{:?} is not a cell", shortened(word)))),
        }
    }
    let before = stream.among.unwrap_or(desk.session.record().position().empty_cells());
    let after = if allow { before & named } else { before - named };
    if after.is_empty() {
        return Err(Refusal::Other("no move is left".into()));
    }
    stream.among = Some(after);
    Ok(())
}

fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

fn number(word: &str) -> Result<usize, Refusal> {
    word.parse().map_err(|_| Refusal::Syntax(format!("{:?} is not a whole number", shortened(word))))
}

/// Hundredths of a second: a hundredth at least, an hour at most.
fn interval(word: &str) -> Result<Duration, Refusal> {
    let hundredths: Option<f64> = word.parse().ok();
    let hundredths = hundredths.filter(|value| value.is_finite() && *value >= 0.0);
    let hundredths = hundredths.ok_or_else(|| {
        Refusal::Syntax(format!("{:?} is not an interval in hundredths of a second", shortened(word)))
    })?;
    Ok(Duration::from_secs_f64(hundredths.clamp(1.0, 360_000.0) / 100.0))
}
