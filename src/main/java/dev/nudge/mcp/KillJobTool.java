package dev.nudge.mcp;

import dev.nudge.request.KillRequest;
import java.util.Map;

/// The tool `kill_job`.
final class KillJobTool {
    private static final String NAME = "kill_job";
    private static final String DESCRIPTION =
            "Ends a job with all of its processes: SIGTERM, then SIGKILL after the grace period. Also cancels a watch or a"
                    + " timer. Returns when it has ended, with its exit; no further message comes. A job that has already"
                    + " ended is not an error.";

    private KillJobTool() {}

    static OfferedTool of(Workbench workbench) {
        return OfferedTool.of(
                NAME,
                ToolEffect.ENDS,
                DESCRIPTION,
                schema(),
                "Nothing has been killed.",
                (arguments, _) -> workbench.kill(KillRequest.of(arguments, workbench::jobToEnd)));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .job("job", "The job: its number, its label or @last.")
                .count("grace_seconds", "The grace period after SIGTERM. Default: 5.")
                .flag(
                        "rest",
                        "Also end the processes that a job which has ended left behind, such as a server.")
                .requiring("job");
    }
}
