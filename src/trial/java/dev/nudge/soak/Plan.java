package dev.nudge.soak;

import tools.jackson.databind.JsonNode;

/// What somebody asks for, and what must become of it.
sealed interface Plan permits JobPlan, TimerPlan, WatchPlan {
    /// A word that no other plan has.
    String token();

    /// What sort of job it becomes, for the account.
    String sort();

    /// Whether this job, as `nudge ps --json` shows it, was made of it.
    boolean isOf(JsonNode job);

    /// Every byte that the job must have written.
    Checksum output();

    /// How the job must end: `exit 3` or `SIGKILL`.
    String end();
}
