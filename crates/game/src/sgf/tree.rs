//! A whole file in memory: a flat list of nodes with links, so that building, walking, writing and dropping
//! never recurse.

use std::io::{self, Read, Write};

use super::import::{Import, import};
use super::line::Line;
use super::reader::{Event, Property, Reader};
use super::{Dialect, SgfError};
use crate::Record;

/// Trees stay below this many bytes of text and links; larger files are for streams.
const MEMORY_LIMIT: usize = 1 << 30;
/// What a node, a property and a value cost beside their text, roughly.
const OVERHEAD: [usize; 3] = [112, 112, 48];

/// A node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Node {
    parent: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
    next: Option<NodeId>,
    properties: Vec<Property>,
}

/// One game with its variations. Everything that a file says is kept, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new()
    }
}

impl Tree {
    /// A tree with an empty root.
    pub fn new() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }

    /// Reads the first game of a file.
    pub fn read(source: impl Read) -> Result<Tree, SgfError> {
        Tree::read_next(&mut Reader::new(source))?.ok_or(SgfError::NoGame)
    }

    /// Reads all games of a file.
    pub fn read_all(source: impl Read) -> Result<Vec<Tree>, SgfError> {
        let mut reader = Reader::new(source);
        let mut trees = Vec::new();
        while let Some(tree) = Tree::read_next(&mut reader)? {
            trees.push(tree);
        }
        Ok(trees)
    }

    /// Reads the next game of a stream; `None` at its end.
    pub fn read_next<R: Read>(reader: &mut Reader<R>) -> Result<Option<Tree>, SgfError> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut branches: Vec<Option<NodeId>> = Vec::new();
        let mut at = None;
        let mut memory = 0;
        while let Some(event) = reader.next_event()? {
            match event {
                Event::Open => {
                    memory += 4;
                    branches.push(at);
                }
                Event::Close => {
                    at = branches.pop().expect("the reader counts parentheses");
                    if branches.is_empty() {
                        return Ok(Some(Tree { nodes }));
                    }
                }
                Event::Node => {
                    memory += OVERHEAD[0];
                    let mut tree = Tree { nodes };
                    at = Some(match at {
                        Some(parent) => tree.add_child(parent),
                        None => tree.add_root(),
                    });
                    nodes = tree.nodes;
                }
                Event::Property(property) => {
                    let text = property.values.iter().map(|value| value.len() + OVERHEAD[2]);
                    memory += OVERHEAD[1] + text.sum::<usize>();
                    if let Some(node) = nodes.last_mut() {
                        // Most nodes have two properties: room for four would double the size of a proof tree.
                        node.properties.reserve_exact(usize::from(node.properties.len() < 4));
                        node.properties.push(property);
                    }
                }
            }
            if memory > MEMORY_LIMIT {
                return Err(SgfError::TooLarge("over 1 GB"));
            }
        }
        Ok(None)
    }

    /// The first node, which says what the game is.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: there is a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The node before.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// The nodes that follow, in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(node).first, |&child| self.node(child).next)
    }

    /// The properties of a node, in order.
    pub fn properties(&self, node: NodeId) -> &[Property] {
        &self.node(node).properties
    }

    /// The first value of a property.
    pub fn value(&self, node: NodeId, ident: &str) -> Option<&str> {
        let property = self.properties(node).iter().find(|property| property.ident == ident)?;
        property.values.first().map(String::as_str)
    }

    /// Gives a property its values, in place of those that it had; no values take it away.
    pub fn set(&mut self, node: NodeId, ident: &str, values: Vec<String>) {
        let properties = &mut self.nodes[node.0 as usize].properties;
        let place = properties.iter().position(|property| property.ident == ident);
        properties.retain(|property| property.ident != ident);
        if !values.is_empty() {
            let place = place.unwrap_or(properties.len()).min(properties.len());
            properties.insert(place, Property { ident: ident.into(), values });
        }
    }

    /// Adds a node after `parent`, as its last child.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { parent: Some(parent), ..Node::default() });
        let parent = &mut self.nodes[parent.0 as usize];
        let before = parent.last.replace(id);
        match before {
            Some(sibling) => self.nodes[sibling.0 as usize].next = Some(id),
            None => parent.first = Some(id),
        }
        id
    }

    /// The nodes from the root to `node`, both included.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// The nodes of the played line: the first children, or the last ones.
    pub fn main_line(&self, line: Line) -> Vec<NodeId> {
        let last = line.takes_last(self.properties(self.root()));
        let follow = |&node: &NodeId| if last { self.node(node).last } else { self.node(node).first };
        std::iter::successors(Some(self.root()), follow).collect()
    }

    /// The game along the played line.
    pub fn record(&self, line: Line) -> Result<Record, SgfError> {
        self.import(&self.main_line(line)).into_result()
    }

    /// The game from the root to `node`.
    pub fn record_to(&self, node: NodeId) -> Result<Record, SgfError> {
        self.import(&self.path(node)).into_result()
    }

    /// The dialect that the tree is written in, judged by its root and the played line.
    pub fn dialect(&self) -> Result<Dialect, SgfError> {
        let import = self.import(&self.main_line(Line::Auto));
        import.dialect.ok_or(import.error.unwrap_or(SgfError::NoGame))
    }

    fn import(&self, path: &[NodeId]) -> Import {
        let nodes: Vec<&[Property]> = path.iter().map(|&node| self.properties(node)).collect();
        import(&nodes)
    }

    /// Writes the tree as one SGF game.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        enum Step {
            Node(NodeId),
            Open,
            Close,
        }
        let mut left = vec![Step::Close, Step::Node(self.root()), Step::Open];
        let mut in_line = 0;
        while let Some(step) = left.pop() {
            match step {
                Step::Open => out.write_all(b"(")?,
                Step::Close => out.write_all(b")")?,
                Step::Node(node) => {
                    write_node(out, self.properties(node))?;
                    in_line = (in_line + 1) % 10;
                    if node == self.root() || in_line == 0 {
                        in_line = 0;
                        out.write_all(b"\n")?;
                    }
                    let several = self.node(node).first != self.node(node).last;
                    let start = left.len();
                    for child in self.children(node) {
                        if several {
                            left.extend([Step::Open, Step::Node(child), Step::Close]);
                        } else {
                            left.push(Step::Node(child));
                        }
                    }
                    left[start..].reverse();
                }
            }
        }
        out.write_all(b"\n")
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.0 as usize]
    }

    fn add_root(&mut self) -> NodeId {
        self.nodes.push(Node::default());
        NodeId(self.nodes.len() as u32 - 1)
    }
}

/// The text of the file.
impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut bytes = Vec::new();
        self.write(&mut bytes).map_err(|_| std::fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&bytes))
    }
}

fn write_node(out: &mut impl Write, properties: &[Property]) -> io::Result<()> {
    out.write_all(b";")?;
    for property in properties {
        out.write_all(property.ident.as_bytes())?;
        for value in &property.values {
            let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
            write!(out, "[{escaped}]")?;
        }
    }
    Ok(())
}
