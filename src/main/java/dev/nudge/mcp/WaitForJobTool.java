package dev.nudge.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.List;
import java.util.Map;

/// The tool `wait_for_job`.
final class WaitForJobTool {
    private static final String NAME = "wait_for_job";
    private static final String DESCRIPTION =
            "Waits until jobs have ended, and answers with their results; no further message comes for these. Only if you can do"
                    + " nothing else: otherwise end your turn, you are woken up when they end.";

    private WaitForJobTool() {}

    static SyncToolSpecification specification(Workbench workbench) {
        return ToolCalls.tool(
                NAME,
                DESCRIPTION,
                schema(),
                "Nothing has been waited for.",
                (arguments, progress) -> workbench.await(WaitRequest.of(arguments), progress));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .positive("job", "The job's number.")
                .numbers("jobs", "The numbers of several jobs, instead of job.")
                .choice(
                        "mode",
                        "all (default): until all have ended; any: until one has.",
                        List.of("all", "any"))
                .positive("timeout_seconds", "How long to wait at most. Default: 600.")
                .requiring();
    }
}
