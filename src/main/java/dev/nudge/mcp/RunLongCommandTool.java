package dev.nudge.mcp;

import dev.nudge.job.Telling;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The tool `run_long_command`.
final class RunLongCommandTool {
    private static final String NAME = "run_long_command";
    private static final String DESCRIPTION =
            "Runs a shell command in the background and returns at once. Use it for anything that may take longer than"
                    + " a few seconds: builds, test suites, trainings, downloads. When the command ends, its exit code and"
                    + " the beginning of its output arrive as a new message, marked [nudge: ...], and wake you up: do not"
                    + " poll or sleep; go on with other work or end your turn. The job goes on even if this session ends.";

    private RunLongCommandTool() {}

    static SyncToolSpecification specification(Workbench workbench) {
        return SyncToolSpecification.builder()
                .tool(Tool.builder(NAME, schema()).description(DESCRIPTION).build())
                .callHandler((_, request) -> call(workbench, request))
                .build();
    }

    private static CallToolResult call(Workbench workbench, CallToolRequest request) {
        return switch (reply(workbench, request)) {
            case ToolReply.Text(String text) -> result(text, false);
            case ToolReply.Failure(String text) -> result(text, true);
        };
    }

    private static ToolReply reply(Workbench workbench, CallToolRequest request) {
        try {
            return workbench.run(RunRequest.of(request.arguments()));
        } catch (IllegalArgumentException e) {
            return new ToolReply.Failure(
                    "Error: " + e.getMessage() + ". Nothing has been started.");
        }
    }

    private static CallToolResult result(String text, boolean isError) {
        return CallToolResult.builder().addTextContent(text).isError(isError).build();
    }

    private static Map<String, Object> schema() {
        return Map.of(
                "type",
                "object",
                "properties",
                Map.of(
                        "command",
                        text(
                                "The shell command, run by bash -c. It gets no standard input and no terminal."),
                        "cwd",
                        text(
                                "The directory to run it in. Default: the directory that you work in."),
                        "label",
                        text("A short name for the job in lists, for people."),
                        "notify",
                        tellings()),
                "required",
                List.of("command"));
    }

    private static Map<String, Object> tellings() {
        return Map.of(
                "type",
                "string",
                "enum",
                Arrays.stream(Telling.values()).map(Telling::word).toList(),
                "description",
                "What you are told when it has ended. inject (default): exit code and beginning of the output;"
                        + " notify: exit code and how to read the output; on_failure: as inject, but nothing if it"
                        + " succeeds; silent: nothing.");
    }

    private static Map<String, Object> text(String description) {
        return Map.of("type", "string", "description", description);
    }
}
