package dev.nudge.mcp;

import dev.nudge.app.ToolEffect;
import dev.nudge.request.SendRequest;
import java.util.Map;

/// The tool `send_input`.
final class SendInputTool {
    private static final String NAME = "send_input";
    private static final String DESCRIPTION =
            "Types into the terminal of a job that was started with interactive: true: first the text, then the keys. Nothing"
                    + " is added, so end a line with the key Enter. Returns the job's screen a moment later.";

    private SendInputTool() {}

    static OfferedTool of(Workbench workbench) {
        return OfferedTool.of(
                NAME,
                ToolEffect.ACTS,
                DESCRIPTION,
                schema(),
                "Nothing has been typed.",
                (arguments, _) -> workbench.send(SendRequest.of(arguments, workbench::job)));
    }

    private static Map<String, Object> schema() {
        return new ToolSchema()
                .job("job", "The job: its number, its label or @last.")
                .text("text", "What to type, as it is.")
                .texts(
                        "keys",
                        "Keys to press after the text, by name: Enter, Tab, Escape, Up, Down, PageUp, F5, C-c, M-x.")
                .flag("eof", "true: press Ctrl+D, the end of input, at the end.")
                .requiring("job");
    }
}
