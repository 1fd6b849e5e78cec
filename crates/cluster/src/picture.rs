//! How a proof looks: as text for a terminal and as one HTML page that needs nothing else.
//!
//! Both show the same [`Picture`]: the top of the tree with what is solved and what is being worked on, machines, work a second,
//! and the curve of the root's numbers.

use std::fmt::Write;

use referee::Colour;
use verify::Value;

use crate::coordinator::Coordinator;
use crate::tree::{NodeId, question};

/// A worker's part in a proof.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// Its name.
    pub name: String,
    /// Jobs that it answered.
    pub jobs: u64,
    /// Nodes that it searched.
    pub nodes: u64,
    /// Seconds that it worked.
    pub seconds: f64,
    /// Answers that were refused.
    pub refused: u64,
    /// The position it works on now.
    pub now: Option<String>,
}

/// A moment of the curve: seconds since the beginning, proof and disproof of both questions.
pub type Moment = (f64, [[f64; 2]; 2]);

/// Everything that is shown of a proof.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The run and its position.
    pub title: String,
    /// The result, if it is known.
    pub result: Option<String>,
    /// Seconds since the proof was ordered.
    pub age: f64,
    /// Jobs that wait, run, are answered, cancelled, refused.
    pub jobs: [u64; 5],
    /// Nodes of all jobs.
    pub nodes: u64,
    /// Nodes a second over the last minute.
    pub rate: f64,
    /// Who works.
    pub machines: Vec<Machine>,
    /// The root's numbers as time went by.
    pub curve: Vec<Moment>,
    /// The top of the tree, parents before children.
    pub twigs: Vec<Twig>,
}

/// A node of the drawn tree.
#[derive(Clone, Debug)]
pub struct Twig {
    /// The move; the whole line at the root.
    pub name: String,
    /// How deep it stands.
    pub depth: usize,
    /// Where its parent stands in the list.
    pub parent: Option<usize>,
    /// `white`, `black`, `draw`, or nothing.
    pub value: Option<&'static str>,
    /// Does a job work on it or below it?
    pub running: u64,
    /// Nodes of jobs on it and below it.
    pub work: u64,
    /// White's question: proof and disproof.
    pub numbers: [f64; 2],
    /// Children of the node in the tree, solved ones first.
    pub children: [u64; 2],
}

/// The top of a coordinator's tree, at most `most` nodes, those with much work first.
pub fn twigs(coordinator: &Coordinator, most: usize) -> Vec<Twig> {
    let tree = coordinator.tree();
    let mut sums = vec![(0, 0); tree.len()];
    let mut seen = vec![false; tree.len()];
    sum(coordinator, 0, &mut sums, &mut seen);
    let mut order = vec![(0, 0, None::<usize>, 0u16)];
    let mut twigs: Vec<Twig> = Vec::new();
    // Breadth first, so that a limit cuts the depth; drawn in the order of the list.
    let mut at = 0;
    while at < order.len() && twigs.len() < most {
        let (id, depth, parent, cell): (NodeId, usize, Option<usize>, u16) = order[at];
        let node = tree.node(id);
        let name = match parent {
            None => coordinator.ground().names(&coordinator.spec().moves),
            Some(_) => coordinator.ground().name(cell),
        };
        let solved = node.children.iter().filter(|child| tree.node(child.1).value().is_some()).count() as u64;
        let numbers = node.numbers[question(Colour::White)];
        twigs.push(Twig {
            name: if name.is_empty() { "empty board".into() } else { name },
            depth,
            parent,
            value: node.value().map(word),
            running: sums[id].1,
            work: sums[id].0,
            numbers: [numbers.proof, numbers.disproof],
            children: [solved, node.children.len() as u64],
        });
        let mut children = node.children.clone();
        children.sort_by_key(|child| std::cmp::Reverse(sums[child.1]));
        for (cell, child) in children {
            if sums[child] != (0, 0) {
                order.push((child, depth + 1, Some(at), cell));
            }
        }
        at += 1;
    }
    twigs
}

/// Work and running jobs below a node; what is reached in two ways counts where it is reached first.
fn sum(coordinator: &Coordinator, id: NodeId, sums: &mut [(u64, u64)], seen: &mut [bool]) -> (u64, u64) {
    if std::mem::replace(&mut seen[id], true) {
        return (0, 0);
    }
    let node = coordinator.tree().node(id);
    let mut all = (coordinator.place(id).work, u64::from(node.is_busy));
    for &(_, child) in &node.children {
        let below = sum(coordinator, child, sums, seen);
        all = (all.0 + below.0, all.1 + below.1);
    }
    sums[id] = all;
    all
}

fn word(value: Value) -> &'static str {
    match value {
        Value::Wins(Colour::White) => "white",
        Value::Wins(Colour::Black) => "black",
        Value::Draw => "draw",
    }
}

/// Large numbers as people read them.
fn short(number: f64) -> String {
    match number {
        x if x >= 1e30 => "∞".into(),
        x if x >= 1e9 => format!("{:.1} G", x / 1e9),
        x if x >= 1e6 => format!("{:.1} M", x / 1e6),
        x if x >= 1e4 => format!("{:.0} k", x / 1e3),
        x => format!("{x:.0}"),
    }
}

/// The picture in one line.
pub fn line(picture: &Picture) -> String {
    let [waiting, running, answered, cancelled, refused] = picture.jobs;
    let root = picture.twigs.first();
    let numbers = root.map_or(String::new(), |root| {
        let [proof, disproof] = root.numbers.map(short);
        format!(", White wins {proof}/{disproof}, {} of {} moves solved", root.children[0], root.children[1])
    });
    let refused = if refused > 0 { format!(", {refused} refused") } else { String::new() };
    format!(
        "{:.0} s: {answered} jobs answered, {running} running, {waiting} waiting, {cancelled} cancelled{refused}; \
         {} nodes, {}/s{numbers}",
        picture.age,
        short(picture.nodes as f64),
        short(picture.rate),
    )
}

/// The picture as text: the tree as far as `rows` allow, then machines.
pub fn text(picture: &Picture, rows: usize) -> String {
    let mut text = format!("{}\n{}\n", picture.title, line(picture));
    if let Some(result) = &picture.result {
        let _ = writeln!(text, "result: {result}");
    }
    for at in drawn(picture, rows) {
        let twig = &picture.twigs[at];
        let [proof, disproof] = twig.numbers.map(short);
        let state = match twig.value {
            Some(value) => value.to_string(),
            None => format!("{proof}/{disproof}, {} of {} solved", twig.children[0], twig.children[1]),
        };
        let running = if twig.running > 0 { format!(", {} running", twig.running) } else { String::new() };
        let indent = "  ".repeat(twig.depth + 1);
        let _ = writeln!(text, "{indent}{}: {state}, {} nodes{running}", twig.name, short(twig.work as f64));
    }
    for machine in &picture.machines {
        let rate = machine.nodes as f64 / machine.seconds.max(1e-9);
        let now = machine.now.as_ref().map_or(String::new(), |now| format!(", at {now}"));
        let refused =
            if machine.refused > 0 { format!(", {} REFUSED", machine.refused) } else { String::new() };
        let _ = writeln!(
            text,
            "  {}: {} jobs, {} nodes, {}/s{refused}{now}",
            machine.name,
            machine.jobs,
            short(machine.nodes as f64),
            short(rate)
        );
    }
    text
}

/// The first twigs, each behind its parent.
fn drawn(picture: &Picture, rows: usize) -> Vec<usize> {
    let mut list = Vec::new();
    let mut waiting: Vec<usize> =
        picture.twigs.iter().position(|twig| twig.parent.is_none()).into_iter().collect();
    let limit = picture.twigs.len().min(rows);
    while let Some(at) = waiting.pop() {
        list.push(at);
        let children = (0..limit).filter(|&child| picture.twigs[child].parent == Some(at));
        waiting.extend(children.collect::<Vec<_>>().into_iter().rev());
    }
    list
}

const STYLE: &str = "body{font:14px/1.45 system-ui,sans-serif;margin:1.5em auto;max-width:78em;padding:0 1em;color:#222}\
table{border-collapse:collapse}td,th{padding:.15em .7em;border-bottom:1px solid #ddd;text-align:right}\
td:first-child,th:first-child,td:last-child{text-align:left}svg{display:block;margin:1em 0;max-width:100%}\
text{font-size:11px;fill:#222}.white{fill:#f4f1e4;stroke:#222}.black{fill:#222;stroke:#222}.draw{fill:#8aa;stroke:#222}\
.open{fill:#fff;stroke:#999}.running{fill:#ffd27a;stroke:#c60}.edge{stroke:#bbb;fill:none}\
.proof{stroke:#0a6;fill:none}.disproof{stroke:#c33;fill:none}\
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}text{fill:#ddd}td,th{border-color:#444}.open{fill:#333}}";

/// The picture as a page; `refresh` seconds after which a browser loads it again, if it is still changing.
pub fn page(picture: &Picture, refresh: Option<u32>) -> String {
    let refresh = refresh.map_or(String::new(), |s| format!("<meta http-equiv=\"refresh\" content=\"{s}\">"));
    let title = escape(&picture.title);
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">{refresh}<title>{title}</title><style>{STYLE}</style>\
         <h1>{title}</h1><p>{}</p>",
        escape(&line(picture))
    );
    if let Some(result) = &picture.result {
        let _ = write!(html, "<p><strong>Result: {}</strong></p>", escape(result));
    }
    html += &tree_svg(picture);
    html += "<p>Discs: light White wins, dark Black wins, blue-grey a draw, orange being worked on, hollow open; \
             their area grows with the logarithm of the work.</p><h2>The root's numbers (White wins)</h2>";
    html += &curve_svg(picture);
    html += "<h2>Machines</h2><table><tr><th>worker<th>jobs<th>nodes<th>nodes/s<th>refused<th>now";
    for machine in &picture.machines {
        let _ = write!(
            html,
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{}",
            escape(&machine.name),
            machine.jobs,
            short(machine.nodes as f64),
            short(machine.nodes as f64 / machine.seconds.max(1e-9)),
            machine.refused,
            escape(machine.now.as_deref().unwrap_or("")),
        );
    }
    html + "</table></html>\n"
}

/// The tree from left to right, a row for each leaf of the drawing.
fn tree_svg(picture: &Picture) -> String {
    let list = drawn(picture, picture.twigs.len());
    let mut y = vec![0.0; picture.twigs.len()];
    let mut rows = 0.0;
    // Children stand behind their parents in the list: from the back every parent finds its children placed.
    for &at in list.iter().rev() {
        let children: Vec<f64> = list
            .iter()
            .filter(|&&child| picture.twigs[child].parent == Some(at))
            .map(|&child| y[child])
            .collect();
        y[at] = if children.is_empty() {
            rows += 1.0;
            rows
        } else {
            children.iter().sum::<f64>() / children.len() as f64
        };
    }
    let place = |at: usize| (20.0 + 150.0 * picture.twigs[at].depth as f64, 16.0 * (rows + 1.0 - y[at]));
    let depth = picture.twigs.iter().map(|twig| twig.depth).max().unwrap_or(0) as f64;
    let (width, height) = (220.0 + 150.0 * depth, 16.0 * (rows + 1.0));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
    );
    for &at in &list {
        let twig = &picture.twigs[at];
        let (x, y) = place(at);
        if let Some(parent) = twig.parent {
            let (px, py) = place(parent);
            let middle = (x + px) / 2.0;
            let _ = write!(svg, "<path class=\"edge\" d=\"M{px} {py}C{middle} {py} {middle} {y} {x} {y}\"/>");
        }
    }
    for &at in &list {
        let twig = &picture.twigs[at];
        let (x, y) = place(at);
        let class = twig.value.unwrap_or(if twig.running > 0 { "running" } else { "open" });
        let radius = 2.0 + ((twig.work.max(1)) as f64).log10().sqrt() * 1.8;
        let _ = write!(
            svg,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius:.1}\"><title>{}: {} nodes, {} of {} solved, {}/{}</title></circle>\
             <text x=\"{}\" y=\"{}\">{}</text>",
            escape(&twig.name),
            short(twig.work as f64),
            twig.children[0],
            twig.children[1],
            short(twig.numbers[0]),
            short(twig.numbers[1]),
            x + 9.0,
            y + 4.0,
            escape(&twig.name),
        );
    }
    svg + "</svg>"
}

/// Proof and disproof over time, both on one logarithmic axis.
fn curve_svg(picture: &Picture) -> String {
    let open: Vec<(f64, [f64; 2])> = picture
        .curve
        .iter()
        .map(|&(time, questions)| (time, questions[question(Colour::White)]))
        .filter(|(_, numbers)| numbers.iter().all(|&x| x > 0.0 && x < 1e29))
        .collect();
    let end = open.last().map_or(1.0, |moment| moment.0).max(1.0);
    let top = open.iter().flat_map(|moment| moment.1).fold(10.0, f64::max).log10();
    let bottom = open.iter().flat_map(|moment| moment.1).fold(1.0, f64::min).log10();
    let x = |time: f64| 50.0 + 640.0 * time / end;
    let y = |number: f64| 180.0 - 165.0 * (number.log10() - bottom) / (top - bottom).max(1e-9);
    let mut svg =
        String::from("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 205\" width=\"720\">");
    let _ = write!(
        svg,
        "<path class=\"edge\" d=\"M50 15V180H690\"/><text x=\"8\" y=\"20\">{}</text><text x=\"8\" y=\"184\">{}</text>\
         <text x=\"640\" y=\"198\">{end:.0} s</text><text x=\"60\" y=\"198\">green: to prove, red: to refute</text>",
        short(10f64.powf(top)),
        short(10f64.powf(bottom)),
    );
    for (at, class) in ["proof", "disproof"].into_iter().enumerate() {
        let points: Vec<String> =
            open.iter().map(|(time, numbers)| format!("{:.1},{:.1}", x(*time), y(numbers[at]))).collect();
        let _ = write!(svg, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
    }
    svg + "</svg>"
}

/// Text that is safe inside HTML and SVG.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Belief, Spec};
    use std::collections::HashMap;

    #[test]
    fn text_and_page_show_what_runs_and_what_is_solved() {
        let (game, size) = ("havannah".into(), "3".into());
        let spec = Spec { game, size, moves: vec![0], budget: 1, most: 1, growth: 2, memory: 1 << 20 };
        let mut coordinator = Coordinator::new("r", spec, HashMap::new()).unwrap();
        let orders = coordinator.order(4, 9, 1);
        let open = Belief::Open { outlook: None, replies: Vec::new() };
        coordinator.fold(orders[1].number, &orders[1].moves, 1, 77, &open);
        let mut picture = Picture { title: "a <proof>".into(), ..Picture::default() };
        picture.twigs = twigs(&coordinator, 100);
        picture.jobs = [1, 3, 1, 0, 1];
        picture.curve = vec![(0.0, [[1.0, 2.0]; 2]), (3.0, [[5.0, 1.0]; 2])];
        picture.machines =
            vec![Machine { name: "m1".into(), jobs: 1, now: Some("a1 b2".into()), ..Machine::default() }];
        let shown = text(&picture, 50);
        assert!(shown.contains("3 running") && shown.contains("77 nodes") && shown.contains("m1"), "{shown}");
        let page = page(&picture, Some(5));
        assert!(page.contains("class=\"running\"") && page.contains("a &lt;proof&gt;"));
        assert!(page.contains("polyline") && !page.contains("http://cdn") && page.contains("refresh"));
    }
}
