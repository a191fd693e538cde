//! Chains as steps and sentences.

use super::nodes::{ChainNodeId, LinkNodes};
use super::search::{Chain, ChainSearch};
use crate::encoding::Candidate;
use crate::techniques::board::Board;
use crate::techniques::deduction::{Deduction, Link, LinkEnd};
use crate::techniques::sentence::{Sentence, sentence};
use crate::techniques::wording::Wording;

/// The step of the shortest chain that a search found; `None` if no chain has an effect.
pub(in crate::techniques) fn chain_step<const W: usize>(
    board: &Board<W>,
    search: &ChainSearch<W>,
) -> Option<Deduction> {
    let Chain { nodes: path, is_loop } = search.chain()?;
    let nodes = search.nodes();
    let (&start, &end) = (path.first()?, path.last()?);
    let mut links = alternating_links(nodes, path, true);
    let mut step = Deduction { digits: nodes.digits(path), ..Deduction::default() };
    if *is_loop {
        let link = Link { from: nodes.link_end(end), to: nodes.link_end(start), is_strong: false };
        links.push(link);
        let joins = path[1..].chunks_exact(2).map(|pair| (pair[0], pair[1]));
        for (one, other) in joins.chain([(end, start)]) {
            add_eliminations(&mut step, &nodes.common_weak(board, one, other));
        }
    } else if start == end && nodes.group_index(start).is_none() {
        let (cell, digit) = nodes.candidate(start);
        step.placements.push(Candidate { cell, digit });
    } else {
        add_eliminations(&mut step, &nodes.common_weak(board, start, end));
    }
    for link in &links {
        for &cell in link.from.cells.iter().chain(&link.to.cells) {
            if !step.cells.contains(&cell) {
                step.cells.push(cell);
            }
        }
    }
    step.links = links;
    Some(step)
}

/// Adds the eliminations that the step does not have yet.
fn add_eliminations(step: &mut Deduction, candidates: &[Candidate]) {
    for &candidate in candidates {
        if !step.eliminations.contains(&candidate) {
            step.eliminations.push(candidate);
        }
    }
}

/// The links between consecutive nodes, in turn strong and weak.
pub(in crate::techniques) fn alternating_links<const W: usize>(
    nodes: &LinkNodes<W>,
    path: &[ChainNodeId],
    is_first_strong: bool,
) -> Vec<Link> {
    let link = |(index, pair): (usize, &[ChainNodeId])| Link {
        from: nodes.link_end(pair[0]),
        to: nodes.link_end(pair[1]),
        is_strong: index.is_multiple_of(2) == is_first_strong,
    };
    path.windows(2).enumerate().map(link).collect()
}

/// Explains the step of a chain.
pub(in crate::techniques) fn chain_sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
    let chain = notation(&step.links, wording);
    let ends = step.links.first().zip(step.links.last()).map(|(first, last)| (&first.from, &last.to));
    match ends {
        Some((start, end)) if start == end && step.links.len().is_multiple_of(2) => {
            sentence!("one end of each link of the loop {chain} is true, so {effect}.", [chain])
        }
        Some((start, end)) if start == end => {
            let start = end_text(start, wording);
            sentence!(
                "if {start} were false, the chain {chain} would make it true, so {effect}.",
                [start, chain]
            )
        }
        _ => sentence!("one end of the chain {chain} is true, so {effect}.", [chain]),
    }
}

/// Consecutive links in Eureka notation, such as `(5)r1c2 = (5)r1c8 - (3)r1c8 = (3)r4c8`.
pub(in crate::techniques) fn notation(links: &[Link], wording: &Wording<'_>) -> String {
    let mut text = links.first().map_or_else(String::new, |link| end_text(&link.from, wording));
    for link in links {
        text.push_str(if link.is_strong { " = " } else { " - " });
        text.push_str(&end_text(&link.to, wording));
    }
    text
}

fn end_text(end: &LinkEnd, wording: &Wording<'_>) -> String {
    let cells: Vec<String> = end.cells.iter().map(|&cell| wording.cell(cell)).collect();
    format!("({}){}", wording.number(end.digit), cells.join(","))
}
