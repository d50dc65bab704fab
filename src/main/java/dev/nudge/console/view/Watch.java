package dev.nudge.console.view;

import dev.nudge.console.Invocation;
import dev.nudge.console.Usage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/// Redraws a text on the caller's terminal whenever it has changed, until Ctrl+C. The terminal then
/// shows what it showed before.
public final class Watch {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    /// What is said if there is nothing to draw on.
    public static final String NO_TERMINAL =
            "--watch needs a terminal to draw on. Run it without --watch.";

    private final Invocation call;
    private final Text text;
    private String shown = "";

    public Watch(Invocation call, Text text) {
        this.call = call;
        this.text = text;
    }

    public interface Text {
        String now() throws IOException;
    }

    /// Draws until the caller leaves. If this daemon dies, the next one continues.
    public void run() throws IOException, InterruptedException {
        Usage.refuseIf(!call.isOnTerminal(), NO_TERMINAL);
        call.caller().keep("watch");
        call.caller().atExit(LEAVE.getBytes(StandardCharsets.UTF_8));
        if (call.caller().resumed().isEmpty()) {
            // Entering the screen again would move the cursor that is kept for leaving it.
            call.printText(ENTER);
        }
        try {
            draw();
        } finally {
            // Before anything is reported: that would vanish with the screen.
            call.printText(LEAVE);
            call.caller().atExit(new byte[0]);
        }
    }

    private void draw() throws IOException, InterruptedException {
        while (true) {
            String now = fitted(text.now(), call.caller().size().rows());
            if (!now.equals(shown)) {
                // Without clearing the screen first, which would flicker.
                call.printText(HOME + now.replace("\n", CLEAR_LINE + "\r\n") + CLEAR_BELOW);
                shown = now;
            }
            call.pause(PAUSE);
        }
    }

    private static String fitted(String text, int rows) {
        List<String> lines = text.lines().toList();
        if (lines.size() < rows) {
            return text;
        }
        int shown = Math.max(1, rows - 2);
        return "%s\n… and %d more\n"
                .formatted(String.join("\n", lines.subList(0, shown)), lines.size() - shown);
    }
}
