package dev.nudge.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Redraws a text on the terminal whenever it has changed, until Ctrl+C. The terminal then shows
/// what it showed before.
final class Watch {
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String CLEAR_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final Text text;
    private final AtomicBoolean hasLeft = new AtomicBoolean();
    private String shown = "";

    Watch(Text text) {
        this.text = text;
    }

    /// The text to show.
    interface Text {
        String now() throws IOException;
    }

    /// Draws until this process is ended.
    void run() throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::leave, "leave"));
        write(ENTER);
        try {
            draw();
        } finally {
            // Before anything is reported: that would vanish with the screen.
            leave();
        }
    }

    /// Leaves the screen, once: leaving it again would move the cursor back.
    private void leave() {
        if (hasLeft.compareAndSet(false, true)) {
            write(LEAVE);
        }
    }

    private void draw() throws IOException, InterruptedException {
        while (true) {
            String now = fitted(text.now(), OwnTerminal.size().rows());
            if (!now.equals(shown)) {
                // Without clearing the screen first, which would flicker.
                write(HOME + now.replace("\n", CLEAR_LINE + "\r\n") + CLEAR_BELOW);
                shown = now;
            }
            Thread.sleep(PAUSE);
        }
    }

    /// Cuts the text to so many rows.
    private static String fitted(String text, int rows) {
        List<String> lines = text.lines().toList();
        if (lines.size() < rows) {
            return text;
        }
        int shown = Math.max(1, rows - 2);
        return "%s\n… and %d more\n"
                .formatted(String.join("\n", lines.subList(0, shown)), lines.size() - shown);
    }

    private static void write(String text) {
        System.out.print(text);
        System.out.flush();
    }
}
