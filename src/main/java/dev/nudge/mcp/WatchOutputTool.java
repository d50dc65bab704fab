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
        return new ToolSchema()
                .positive("job", "The job whose output to watch.")
                .text("file", "Or the file to watch; it may be rotated, and need not exist yet.")
                .text("pattern", "The regular expression (RE2) that is looked for in each line.")
                .positive(
                        "times",
                        "How many matching lines you are told of before it ends. Default: 1.")
                .choice(
                        "from",
                        "start: what stands there already counts (default for a job); now: only what is added (default for a file).",
                        List.of("start", "now"))
                .text("label", "A short name for lists, for people.")
                .positive(
                        "wait_seconds",
                        "Wait so long for the line, and answer with it. Default: do not wait.")
                .requiring("pattern");
    }
}
