//! Larger cubes: literals that are not needed to stay outside of a frame are dropped.

use super::cube::Cube;
use super::{Ic3, Stopped};

impl Ic3<'_> {
    /// A cube that includes the given one and is outside of frame `level`, too, relative to the frame before it.
    pub(super) fn generalize(&mut self, cube: Cube, level: usize) -> Result<Cube, Stopped> {
        self.generalize_at(cube, level, true)
    }

    fn generalize_at(&mut self, mut cube: Cube, level: usize, deal: bool) -> Result<Cube, Stopped> {
        let mut order: Vec<_> = cube.lits().to_vec();
        // What is rarely in blocked cubes is tried first.
        order.sort_by(|a, b| {
            let activity = |l: &kulan_sat::Lit| self.activity[l.variable() as usize];
            activity(a).total_cmp(&activity(b))
        });
        for lit in order {
            if cube.contains(lit)
                && cube.len() > 1
                && let Some(larger) = self.down(cube.without(lit), level, deal)?
            {
                cube = larger;
            }
        }
        Ok(cube)
    }

    /// A cube that includes the given one, or one a bit smaller, and is outside of the frame.
    fn down(&mut self, mut cube: Cube, level: usize, deal: bool) -> Result<Option<Cube>, Stopped> {
        let mut dealt = 0;
        loop {
            if self.questions.has_initial(&cube) {
                return Ok(None);
            }
            if let Some(core) = self.questions.unreached(level, &cube)? {
                return Ok(Some(core));
            }
            if !deal {
                return Ok(None);
            }
            let common = self.questions.in_common(&cube);
            if dealt < self.options.counterexamples && level > 1 {
                let (state, _) = self.questions.predecessors(&cube)?;
                if self.block_counterexample(&state, level - 1)? {
                    dealt += 1;
                    continue;
                }
            }
            dealt = 0;
            if common.len() == cube.len() {
                return Ok(None);
            }
            cube = common;
        }
    }

    /// Tries to show that what stands in the way of a generalization is outside of a frame.
    fn block_counterexample(&mut self, state: &Cube, level: usize) -> Result<bool, Stopped> {
        if self.questions.has_initial(state) {
            return Ok(false);
        }
        let Some(core) = self.questions.unreached(level, state)? else { return Ok(false) };
        let (core, level) = self.push_up(core, level)?;
        let blocked = self.generalize_at(core, level, false)?;
        self.add(blocked, level);
        Ok(true)
    }
}
