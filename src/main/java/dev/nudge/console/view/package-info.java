/// What commands show of jobs: tables, sheets and sentences for people. Uses `job` and `terminal`.
/// Start reading at [dev.nudge.console.view.JobTable] and [dev.nudge.console.view.JobSheet].
@NullMarked
package dev.nudge.console.view;

import org.jspecify.annotations.NullMarked;
