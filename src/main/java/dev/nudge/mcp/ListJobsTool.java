package dev.nudge.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.List;
import java.util.Map;

/// The tool `list_jobs`.
final class ListJobsTool {
    private static final String NAME = "list_jobs";
    private static final String DESCRIPTION =
            "Lists background jobs with their state, exit and age, the newest last. Not needed to learn of an end: you are told.";

    private ListJobsTool() {}

    static SyncToolSpecification specification(Workbench workbench) {
        return ToolCalls.tool(
                NAME,
                DESCRIPTION,
                schema(),
                "Nothing has been listed.",
                (arguments, _) -> workbench.list(ListRequest.of(arguments)));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .choice(
                        "state",
                        "Only jobs in this state; waits: those that wait for somebody to type. Default: all.",
                        List.of("running", "ended", "failed", "waits"))
                .text("label", "Only jobs with this text in their label.")
                .positive("started_within_seconds", "Only jobs started so long ago at most.")
                .requiring();
    }
}
