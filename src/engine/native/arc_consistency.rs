//! Maintaining arc consistency: before the search and after every queen, each square that no possible
//! square of some other rank gets along with is removed, until nothing changes.
//!
//! Source: Sabin and Freuder, "Contradicting conventional wisdom in constraint satisfaction", ECAI
//! 1994, with the queue of AC-3 from Mackworth, "Consistency in networks of relations", Artificial
//! Intelligence 8 (1977). The variables are the ranks; that each column of a square board holds a
//! queen is not used. A queen attacks three squares of another rank at most, so only ranks with
//! three possible squares or fewer can take a square's support: all others are passed over. Cost:
//! O(n²) a rank that is looked at, and the smallest tree of the searches here that branch on ranks.
//! `tried` and the order of the solutions are as in `forward-checking`.

use super::domains::{Domains, Order};
use super::ranks::Ranks;
use super::search::{Halt, Search, Tally};
use crate::control::Stopped;
use crate::problem::Problem;

/// The search with its orders.
pub struct ArcConsistency {
    order: Order,
}

/// Ranks with more possible squares support every square of every other rank.
const ATTACKED_AT_MOST: u32 = 3;

impl ArcConsistency {
    /// Its name without the orders.
    pub const NAME: &'static str = "arc-consistency";

    /// The search that tries ranks and squares in this order.
    pub fn new(order: Order) -> Self {
        Self { order }
    }

    fn descend(&self, domains: &mut Domains, tally: &mut Tally<'_>) -> Result<(), Stopped> {
        let Some(rank) = domains.next_rank(self.order) else {
            return tally.solution(|| domains.placement());
        };
        for across in domains.ordered_values(rank, self.order) {
            tally.tried()?;
            tally.node()?;
            let mark = domains.mark();
            domains.choose(rank, Some(across));
            for other in domains.values(rank) {
                if other != across {
                    domains.remove(rank, other);
                }
            }
            if propagate(domains, vec![rank], tally)? {
                self.descend(domains, tally)?;
            }
            domains.choose(rank, None);
            domains.undo(mark);
        }
        Ok(())
    }
}

/// Removes what the ranks in `queue`, and then the ranks that shrink, leave without support; `false`
/// once a rank has no square left.
fn propagate(
    domains: &mut Domains,
    mut queue: Vec<usize>,
    tally: &mut Tally<'_>,
) -> Result<bool, Stopped> {
    while let Some(shrunk) = queue.pop() {
        if domains.size(shrunk) > ATTACKED_AT_MOST {
            continue;
        }
        for rank in 0..domains.ranks() {
            if rank == shrunk {
                continue;
            }
            let mut removed = false;
            for across in domains.values(rank) {
                tally.steps(1)?;
                let attacked = domains.attacked(rank, across, shrunk).count();
                if attacked == domains.size(shrunk) as usize {
                    removed = true;
                    if !domains.remove(rank, across) {
                        return Ok(false);
                    }
                }
            }
            if removed && !queue.contains(&rank) {
                queue.push(rank);
            }
        }
    }
    Ok(true)
}

impl Search for ArcConsistency {
    fn name(&self) -> String {
        self.order.after(Self::NAME)
    }

    fn search(&self, problem: &Problem, tally: &mut Tally<'_>) -> Result<(), Halt> {
        let mut domains = Domains::new(Ranks::for_recursion(problem, Self::NAME)?);
        tally.node()?;
        if (0..domains.ranks()).any(|rank| domains.size(rank) == 0) {
            return Ok(());
        }
        let all = (0..domains.ranks()).collect();
        if propagate(&mut domains, all, tally)? {
            self.descend(&mut domains, tally)?;
        }
        Ok(())
    }
}
