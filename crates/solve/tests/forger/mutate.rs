//! Alters the records of a certificate at random, one or a few at a time.

use solve::dice::Dice;

use crate::common::paper::{Answer, Body, Node, Paper, Root, Row, Target};

/// A copy with some records altered.
pub fn altered(paper: &Paper, cells: usize, dice: &mut Dice) -> Paper {
    let mut paper = paper.clone();
    for _ in 0..1 + dice.below(3) {
        match &mut paper.body {
            Body::Halves(halves) if !halves.is_empty() => {
                let half = dice.below(halves.len());
                let mut nth = dice.below(nodes(&halves[half]).max(1));
                let change = |node: &mut Node| alter_node(node, cells, dice);
                match &mut halves[half] {
                    Root::Node(node) => visit(node, &mut nth, &mut Some(change)),
                    Root::Answer(Answer::Move(_, Some(node))) => visit(node, &mut nth, &mut Some(change)),
                    Root::Answer(answer) => alter_answer(answer, cells, dice),
                }
            }
            Body::Halves(_) => {}
            Body::Rows(rows, first) => alter_rows(rows, first, cells, dice),
        }
    }
    paper
}

fn nodes(root: &Root) -> usize {
    match root {
        Root::Node(node) => below(node),
        Root::Answer(Answer::Move(_, Some(node))) => below(node),
        Root::Answer(_) => 0,
    }
}

fn below(node: &Node) -> usize {
    let child = |(_, answer): &(u8, Answer)| match answer {
        Answer::Move(_, Some(node)) => below(node),
        _ => 0,
    };
    1 + node.replies.iter().map(child).sum::<usize>()
}

/// Changes the nth node below.
fn visit(node: &mut Node, nth: &mut usize, change: &mut Option<impl FnOnce(&mut Node)>) {
    if *nth == 0 {
        change.take().into_iter().for_each(|change| change(node));
        return;
    }
    *nth -= 1;
    for (_, answer) in &mut node.replies {
        if let (Answer::Move(_, Some(node)), true) = (answer, change.is_some()) {
            visit(node, nth, change);
        }
    }
}

fn alter_node(node: &mut Node, cells: usize, dice: &mut Dice) {
    let (chain, reply) = (dice.below(node.chains.len().max(1)), dice.below(node.replies.len().max(1)));
    let any = dice.below(cells) as u8;
    match dice.below(9) {
        0 if !node.replies.is_empty() => drop(node.replies.remove(reply)),
        1 if !node.chains.is_empty() => drop(node.chains.remove(chain)),
        2 if !node.chains.is_empty() => drop(node.chains[chain].pop()),
        3 if !node.chains.is_empty() => node.chains[chain].push(any),
        4 if node.chains.iter().any(|chain| chain.len() > 1) => {
            node.chains.iter_mut().for_each(|chain| chain.reverse())
        }
        5 => node.chains.push(vec![any]),
        6 if !node.replies.is_empty() => node.replies[reply].0 = any,
        7 if !node.replies.is_empty() => {
            let other = node.replies[dice.below(node.replies.len())].1.clone();
            node.replies[reply].1 = other;
        }
        _ if !node.replies.is_empty() => alter_answer(&mut node.replies[reply].1, cells, dice),
        _ => node.chains.clear(),
    }
}

fn alter_answer(answer: &mut Answer, cells: usize, dice: &mut Dice) {
    let any = dice.below(cells) as u8;
    match (&mut *answer, dice.below(4)) {
        (Answer::Move(cell, _) | Answer::Known(cell, ..), 0) => *cell = any,
        (Answer::Known(_, symmetry, _), 1) => *symmetry = dice.below(13) as u8,
        (Answer::Known(_, _, target), _) => *target = Target::Back(dice.below(8) as u64),
        (Answer::Move(cell, Some(_)), 1) => {
            *answer = Answer::Known(*cell, dice.below(12) as u8, Target::Back(1 + dice.below(5) as u64));
        }
        (Answer::Pairs(_, pairs), 0) => drop(pairs.pop()),
        (Answer::Pairs(cell, pairs), _) => match pairs.first_mut() {
            Some(pair) => pair[dice.below(2)] = any,
            None => *cell = any,
        },
        (Answer::Search, _) => *answer = Answer::Move(any, Some(Box::default())),
        _ => *answer = Answer::Search,
    }
}

fn alter_rows(rows: &mut Vec<Row>, first: &mut Option<u8>, cells: usize, dice: &mut Dice) {
    if rows.is_empty() || dice.below(10) == 0 {
        *first = first.map(|_| dice.below(cells) as u8);
        return;
    }
    let at = dice.below(rows.len());
    let part = dice.below(rows[at].parts.len().max(1));
    match dice.below(6) {
        0 if part < rows[at].parts.len() => rows[at].parts[part] = dice.below(cells + 3) as u64,
        1 if part < rows[at].parts.len() => drop(rows[at].parts.remove(part)),
        2 if rows[at].kind == 2 && rows[at].parts.len() > 3 => {
            drop(rows[at].parts.drain(part / 2 * 2..part / 2 * 2 + 2));
        }
        3 => rows.truncate(at + 1),
        4 => rows[at].kind = [0, 1, 2, 4, 5, 6][dice.below(6)],
        _ => {
            let copy = rows[at].clone();
            rows.push(copy);
        }
    }
}
