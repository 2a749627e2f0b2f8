//! The squares still possible on each rank, with a trail to take back what was removed, and the orders
//! in which ranks and squares are tried.
//!
//! This is what `forward-checking` and `arc-consistency` share. Sources: most-constrained rank first,
//! Golomb and Baumert, "Backtrack programming", JACM 12 (1965), and Haralick and Elliott, "Increasing
//! tree search efficiency for constraint satisfaction problems", Artificial Intelligence 14 (1980);
//! least-constraining value first, Geelen, "Dual viewpoint heuristics for binary constraint
//! satisfaction problems", ECAI 1992.

use super::ranks::Ranks;
use crate::solution::Placement;

/// Which rank is filled next and which of its squares is tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The rank with the fewest possible squares (the first of them), instead of the first one.
    pub most_constrained: bool,
    /// The square that removes the fewest possible squares of other ranks, instead of the first one.
    pub least_constraining: bool,
}

impl Order {
    /// What [`parse`](Self::parse) takes.
    pub const EXPECTED: &'static str = "`natural`, `most-constrained`, `least-constraining` or `most-constrained:least-constraining`";

    /// What searches take unless told otherwise.
    pub const DEFAULT: Self = Self {
        most_constrained: true,
        least_constraining: false,
    };

    /// The order by its name; none is the default.
    pub fn parse(text: Option<&str>) -> Option<Self> {
        let (most_constrained, least_constraining) = match text {
            Some("natural") => (false, false),
            None => return Some(Self::DEFAULT),
            Some("most-constrained") => (true, false),
            Some("least-constraining") => (false, true),
            Some("most-constrained:least-constraining") => (true, true),
            Some(_) => return None,
        };
        Some(Self {
            most_constrained,
            least_constraining,
        })
    }

    /// The name of an engine with this order, which goes unsaid if it is the default.
    pub(super) fn after(self, engine: &str) -> String {
        if self == Self::DEFAULT {
            engine.to_owned()
        } else {
            format!("{engine}:{}", self.name())
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match (self.most_constrained, self.least_constraining) {
            (false, false) => "natural",
            (true, false) => "most-constrained",
            (false, true) => "least-constraining",
            (true, true) => "most-constrained:least-constraining",
        }
    }
}

/// The possible squares of each rank.
pub(super) struct Domains {
    ranks: Ranks,
    possible: Vec<bool>,
    sizes: Vec<u32>,
    removed: Vec<(usize, u32)>,
    chosen: Vec<Option<u32>>,
}

impl Domains {
    pub(super) fn new(ranks: Ranks) -> Self {
        let mut possible = vec![false; ranks.len() * ranks.width()];
        let mut sizes = vec![0; ranks.len()];
        for rank in 0..ranks.len() {
            for across in ranks.open(rank) {
                possible[rank * ranks.width() + across as usize] = true;
                sizes[rank] += 1;
            }
        }
        Self {
            possible,
            sizes,
            removed: Vec::new(),
            chosen: vec![None; ranks.len()],
            ranks,
        }
    }

    pub(super) fn ranks(&self) -> usize {
        self.sizes.len()
    }

    /// How many squares of the rank are possible.
    pub(super) fn size(&self, rank: usize) -> u32 {
        self.sizes[rank]
    }

    /// The possible squares of the rank, ascending.
    pub(super) fn values(&self, rank: usize) -> Vec<u32> {
        let values = self.ranks.across().iter().copied();
        values
            .filter(|&across| self.contains(rank, across))
            .collect()
    }

    /// The distance between two ranks on the board, where ranks with a placed queen lie between them.
    pub(super) fn distance(&self, a: usize, b: usize) -> u32 {
        self.ranks.indices()[a].abs_diff(self.ranks.indices()[b])
    }

    fn contains(&self, rank: usize, across: u32) -> bool {
        self.possible[rank * self.ranks.width() + across as usize]
    }

    /// The possible squares of `other` that a queen at `across` of `rank` attacks: three at most.
    pub(super) fn attacked(
        &self,
        rank: usize,
        across: u32,
        other: usize,
    ) -> impl Iterator<Item = u32> + use<> {
        let distance = self.distance(rank, other);
        let squares = [
            across.checked_sub(distance),
            Some(across),
            Some(across + distance),
        ];
        let possible = squares.map(|square| {
            square.filter(|&square| {
                (square as usize) < self.ranks.width() && self.contains(other, square)
            })
        });
        possible.into_iter().flatten()
    }

    /// Removes a possible square and says whether the rank has another.
    pub(super) fn remove(&mut self, rank: usize, across: u32) -> bool {
        debug_assert!(
            self.contains(rank, across),
            "only possible squares are removed"
        );
        self.possible[rank * self.ranks.width() + across as usize] = false;
        self.sizes[rank] -= 1;
        self.removed.push((rank, across));
        self.sizes[rank] > 0
    }

    /// A point to come back to.
    pub(super) fn mark(&self) -> usize {
        self.removed.len()
    }

    /// Puts back what was removed since `mark`.
    pub(super) fn undo(&mut self, mark: usize) {
        for (rank, across) in self.removed.drain(mark..) {
            self.possible[rank * self.ranks.width() + across as usize] = true;
            self.sizes[rank] += 1;
        }
    }

    /// Notes the queen of a rank, or that it has none again.
    pub(super) fn choose(&mut self, rank: usize, across: Option<u32>) {
        self.chosen[rank] = across;
    }

    /// The ranks without a chosen queen.
    pub(super) fn unfilled(&self) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.ranks()).filter(|&rank| self.chosen[rank].is_none())
    }

    /// The rank to fill next; none is left in a solution.
    pub(super) fn next_rank(&self, order: Order) -> Option<usize> {
        if order.most_constrained {
            self.unfilled().min_by_key(|&rank| self.sizes[rank])
        } else {
            self.unfilled().next()
        }
    }

    /// The possible squares of a rank in the order in which they are tried.
    pub(super) fn ordered_values(&self, rank: usize, order: Order) -> Vec<u32> {
        let mut values = self.values(rank);
        if order.least_constraining {
            let attacks = |&across: &u32| -> usize {
                let others = self.unfilled().filter(|&other| other != rank);
                others
                    .map(|other| self.attacked(rank, across, other).count())
                    .sum()
            };
            values.sort_by_cached_key(attacks);
        }
        values
    }

    /// The placement of a full choice.
    pub(super) fn placement(&self) -> Placement {
        let across: Vec<u32> = self.chosen.iter().copied().flatten().collect();
        self.ranks.placement(&across)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    #[test]
    fn what_is_removed_comes_back() {
        let ranks = Ranks::new(&Problem::queens_on(4).expect("small")).expect("small");
        let mut domains = Domains::new(ranks);
        let mark = domains.mark();
        for other in [1, 2, 3] {
            for across in domains.attacked(0, 1, other) {
                assert!(domains.remove(other, across));
            }
        }
        let left = |domains: &Domains| [1, 2, 3].map(|rank| domains.values(rank));
        assert_eq!(left(&domains), [vec![3], vec![0, 2], vec![0, 2, 3]]);
        domains.undo(mark);
        assert_eq!(left(&domains), [(); 3].map(|()| vec![0, 1, 2, 3]));
    }

    #[test]
    fn orders_read_their_own_names() {
        for name in ["natural", "most-constrained", "least-constraining"] {
            assert_eq!(Order::parse(Some(name)).expect("a name").name(), name);
        }
        assert_eq!(
            Order::parse(None).expect("the default").name(),
            "most-constrained"
        );
        assert_eq!(Order::parse(Some("random")), None);
    }

    #[test]
    fn the_least_constraining_square_comes_first() {
        let ranks = Ranks::new(&Problem::queens_on(5).expect("small")).expect("small");
        let domains = Domains::new(ranks);
        let order = Order::parse(Some("least-constraining")).expect("a name");
        // From the edge of the middle rank a queen attacks 8 squares of other ranks, from its centre 12.
        assert_eq!(domains.ordered_values(2, order), [0, 4, 1, 3, 2]);
    }
}
