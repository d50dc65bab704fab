package dev.nudge.mcp;

import dev.nudge.app.ToolEffect;
import dev.nudge.request.WaitRequest;
import java.util.List;
import java.util.Map;

/// The tool `wait_for_job`.
final class WaitForJobTool {
    private static final String NAME = "wait_for_job";
    private static final String DESCRIPTION =
            "Waits until jobs have ended, and returns their results; no further message comes for these. Use it only if you can"
                    + " do nothing else: otherwise end your turn, and you will be woken up when they end.";

    private WaitForJobTool() {}

    static OfferedTool of(Workbench workbench) {
        return OfferedTool.of(
                NAME,
                ToolEffect.READS,
                DESCRIPTION,
                schema(),
                "Nothing has been waited for.",
                (arguments, progress) ->
                        workbench.await(WaitRequest.of(arguments, workbench::job), progress));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .job("job", "The job: its number, its label or @last.")
                .jobs("jobs", "Several jobs, instead of job.")
                .choice(
                        "mode",
                        "all (default): until all have ended; any: until one has.",
                        List.of("all", "any"))
                .count("timeout_seconds", "The longest time to wait. Default: 600.")
                .requiring();
    }
}
