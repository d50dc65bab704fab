/// The register of all jobs of a user: starts commands, learns of their ends, and adopts the jobs
/// of an earlier daemon. Uses `store` for what is on disk and `exec` for the hosts. Start reading
/// at [dev.nudge.jobs.Jobs]; a change of a job goes through its [dev.nudge.jobs.JobEntry].
@NullMarked
package dev.nudge.jobs;

import org.jspecify.annotations.NullMarked;
