//! Making the tables of a folder, from the fewest pieces to the most.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::index::Material;
use super::solver::{Solver, Step, materials};
use super::{Table, Tables, TablesError, file, value};

/// A step of a table in the making.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The table; its reverse is made at the same time.
    pub material: Material,
    /// The distance that was looked at; nothing for the first step.
    pub plies: Option<u8>,
    /// The greatest distance found so far.
    pub longest: u8,
}

/// Makes the tables up to a number of pieces that the folder does not hold yet, and reports each
/// step. Returns all, or nothing once `stop` is set; then, and every few minutes, it leaves drafts
/// in the folder from which the next call goes on.
pub fn build(
    folder: &Path,
    pieces: usize,
    threads: usize,
    stop: &AtomicBool,
    mut on_step: impl FnMut(Progress),
) -> Result<Option<Tables>, TablesError> {
    fs::create_dir_all(folder).map_err(|error| TablesError::Write(folder.to_owned(), error))?;
    let mut tables = Tables::open(folder)?;
    for material in Material::up_to(pieces) {
        if tables.get(material).is_some() && tables.get(material.reversed()).is_some() {
            continue;
        }
        let mut solver = Solver::new(material, &tables, threads);
        resume(&mut solver, folder, material)?;
        if !solve(&mut solver, folder, stop, &mut on_step)? {
            return Ok(None);
        }
        let finished: Vec<Table> = solver.into_tables().collect();
        for table in finished {
            let material = table.material();
            file::write(&file::path(folder, material), material, None, &table.values)?;
            let draft = file::draft(folder, material);
            if draft.exists() {
                fs::remove_file(&draft).map_err(|error| TablesError::Write(draft, error))?;
            }
            tables.insert(table);
        }
    }
    Ok(Some(tables))
}

/// Goes on from the drafts of a folder, if all are there and of the same step.
fn resume(solver: &mut Solver<'_>, folder: &Path, material: Material) -> Result<(), TablesError> {
    let files: Vec<_> =
        materials(material).into_iter().map(|material| file::draft(folder, material)).collect();
    if !files.iter().all(|file| file.exists()) {
        return Ok(());
    }
    let drafts = files.iter().map(|path| file::read_draft(path)).collect::<Result<Vec<_>, _>>()?;
    let (steps, values): (Vec<u8>, Vec<Vec<u8>>) = drafts.into_iter().unzip();
    if let Some(&next) = steps.first().filter(|&&next| steps.iter().all(|&other| other == next)) {
        let damaged = || TablesError::Damaged(files[0].clone(), "its length is wrong");
        solver.resume(next, values).then_some(()).ok_or_else(damaged)?;
    }
    Ok(())
}

/// Steps until all is found. Returns whether that was before `stop`.
fn solve(
    solver: &mut Solver<'_>,
    folder: &Path,
    stop: &AtomicBool,
    on_step: &mut impl FnMut(Progress),
) -> Result<bool, TablesError> {
    const SAVE_PERIOD: Duration = Duration::from_mins(3);
    let material = solver.material();
    let mut last_save = Instant::now();
    loop {
        let plies = solver.next();
        let outcome = solver.step(stop);
        if outcome != Step::Stopped {
            on_step(Progress { material, plies, longest: solver.longest() });
        }
        if solver.longest() >= value::LONGEST - 1 {
            return Err(TablesError::TooLong(material));
        }
        if outcome == Step::Finished {
            return Ok(true);
        }
        if outcome == Step::Stopped || last_save.elapsed() >= SAVE_PERIOD {
            save(solver, folder)?;
            last_save = Instant::now();
        }
        if outcome == Step::Stopped {
            return Ok(false);
        }
    }
}

fn save(solver: &Solver<'_>, folder: &Path) -> Result<(), TablesError> {
    let Some(next) = solver.next() else {
        return Ok(());
    };
    for (material, values) in solver.drafts() {
        file::write(&file::draft(folder, material), material, Some(next), &values)?;
    }
    Ok(())
}
