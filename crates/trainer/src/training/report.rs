//! The errors of a training as a table and a chart.

use std::fmt::Write;

use plot::Plot;

use super::Session;

/// One line for each epoch, in CSV.
pub fn table(session: &Session<'_>) -> String {
    let mut table = String::from("epoch,training,validation,rate,wdl,seconds,positions_per_second,stage\n");
    for (number, epoch) in session.epochs().iter().enumerate() {
        let seconds = epoch.time.as_secs_f64();
        let speed = epoch.speed();
        let (training, validation) = (epoch.training, epoch.validation);
        let (number, rate, wdl) = (number + 1, epoch.rate, epoch.wdl);
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "{number},{training:.8},{validation:.8},{rate:.3e},{wdl:.4},{seconds:.2},{speed:.0},{}",
            epoch.stage + 1
        );
    }
    table
}

/// Errors by epoch.
pub fn chart(session: &Session<'_>) -> Plot {
    let recipe = session.recipe();
    let numbered = || session.epochs().iter().enumerate().map(|(number, epoch)| ((number + 1) as f64, epoch));
    let title = format!("Training of {}: {}", recipe.name, session.best().layout().arch());
    Plot::new(title, "epoch", "mean square error")
        .line("training games", numbered().map(|(number, epoch)| (number, epoch.training)))
        .line("validation games", numbered().map(|(number, epoch)| (number, epoch.validation)))
}
