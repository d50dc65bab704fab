package dev.nudge.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.Map;

/// The tool `kill_job`.
final class KillJobTool {
    private static final String NAME = "kill_job";
    private static final String DESCRIPTION =
            "Ends a job of run_long_command with all of its processes: SIGTERM, a time of grace, SIGKILL. Returns when"
                    + " it has ended, with its exit; no further message comes. A job that has ended already is no error.";

    private KillJobTool() {}

    static SyncToolSpecification specification(Workbench workbench) {
        return ToolCalls.tool(
                NAME,
                DESCRIPTION,
                schema(),
                "Nothing has been killed.",
                (arguments, _) -> workbench.kill(KillRequest.of(arguments)));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .positive("job", "The job's number.")
                .positive(
                        "grace_seconds",
                        "How long it may take to end by itself after SIGTERM. Default: 5.")
                .requiring("job");
    }
}
