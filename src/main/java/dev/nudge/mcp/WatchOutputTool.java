package dev.nudge.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.List;
import java.util.Map;

/// The tool `watch_output`.
final class WatchOutputTool {
    private static final String NAME = "watch_output";
    private static final String DESCRIPTION =
            "Tells you of a line when it appears in the output of a job, or in any file: within a second, as a new message marked"
                    + " [nudge: ...]. Use it to learn that a server listens or that an error was logged. It is a job itself: kill_job ends it.";

    private WatchOutputTool() {}

    static SyncToolSpecification specification(Workbench workbench) {
        return ToolCalls.tool(
                NAME,
                DESCRIPTION,
                schema(),
                "Nothing is watched.",
                (arguments, progress) -> workbench.watch(WatchRequest.of(arguments), progress));
    }

    private static Map<String, Object> schema() {
        return ToolCalls.schema(
                Map.of(
                        "job",
                        ToolCalls.positive("The job whose output to watch."),
                        "file",
                        ToolCalls.text(
                                "Or the file to watch; it may be rotated, and need not exist yet."),
                        "pattern",
                        ToolCalls.text(
                                "The regular expression (RE2) that is looked for in each line."),
                        "times",
                        ToolCalls.positive(
                                "How many matching lines you are told of before it ends. Default: 1."),
                        "from",
                        ToolCalls.choice(
                                "start: what stands there already counts (default for a job); now: only what is added (default for a file).",
                                List.of("start", "now")),
                        "label",
                        ToolCalls.text("A short name for lists, for people."),
                        "wait_seconds",
                        ToolCalls.positive(
                                "Wait so long for the line, and answer with it. Default: do not wait.")),
                "pattern");
    }
}
