package dev.nudge.delivery.typing;

import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// A small agent for a pane: a prompt at the bottom as Gemini CLI draws it, with the same rules for
/// keys and pastes, for the search of its history, and a record of all that was submitted, queued
/// or approved. A test steers it through lines in a named pipe: `working`, `idle`, `dialog`,
/// `close`, `dialog-after-paste`, `deaf-after-paste` (takes no input), `hung` (does not even read
/// it), `hung-after-paste`, `hearing` (neither deaf nor hung), `focus-lost-once` (does not read the
/// next report of the focus), `resumed` (has the focus, but leaves the cursor where a shell has put
/// it until the focus changes), `new` (as if it had just begun). Each line is noted in a file
/// beside the pipe, `obeyed`, once it has been obeyed.
///
/// Arguments: the pipe, the record. The terminal must be raw.
public final class StandInPrompt {
    static final String PLACEHOLDER = "  Type your message or @path/to/file";
    static final String SEARCH = "(r:)";
    static final String OBEYED = "obeyed";
    static final int COLUMNS = 100;
    private static final int PASTE_GUARD_MS = 40;
    private static final int DOUBLE_TAB_MS = 350;
    private static final char SEARCH_KEY = 0x12;
    private static final char ESCAPE = 0x1b;
    private static final String FOCUS_IN = "\u001b[I";
    private static final String FOCUS_OUT = "\u001b[O";
    private static final String PASTE_BEGIN = "\u001b[200~";
    private static final String PASTE_END = "\u001b[201~";

    private final Path steering;
    private final Path record;
    private final List<String> history = new ArrayList<>();
    private final StringBuilder prompt = new StringBuilder();

    /// What has been read, and not yet been taken.
    private final StringBuilder pending = new StringBuilder();

    private boolean isFocused = true;

    /// The lines of a test that hold now.
    private final Set<String> modes = ConcurrentHashMap.newKeySet();

    /// What was in the prompt when it was last drawn; an agent takes several keys before it draws.
    private String drawn = "";

    private String beforeSearch = "";
    private long tabAt;
    private long pastedAt;

    private StandInPrompt(Path steering, Path record) {
        this.steering = steering;
        this.record = record;
    }

    public static void main(String[] args) throws IOException {
        StandInPrompt agent = new StandInPrompt(Path.of(args[0]), Path.of(args[1]));
        System.out.print("\u001b[?2004h");
        agent.draw();
        Thread.ofPlatform().daemon().start(agent::obey);
        while (true) {
            if (!agent.read()) {
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    private void obey() {
        while (true) {
            Unchecked.get(() -> Files.readAllLines(steering)).forEach(this::obey);
        }
    }

    private synchronized void obey(String line) {
        switch (line) {
            case "idle" -> modes.remove("working");
            case "close" -> modes.remove("dialog");
            case "hearing" -> modes.removeAll(Set.of("deaf", "hung"));
            case "new" -> {
                modes.clear();
                history.clear();
                prompt.setLength(0);
                pending.setLength(0);
                Unchecked.run(() -> System.in.skipNBytes(System.in.available()));
                isFocused = true;
                Unchecked.run(() -> Files.deleteIfExists(record));
            }
            default -> modes.add(line);
        }
        draw();
        note(steering.resolveSibling(OBEYED), line);
    }

    /// Reads what is there, unless the agent hangs. Returns whether it has read something.
    private synchronized boolean read() throws IOException {
        boolean isRead = !modes.contains("hung") && System.in.available() > 0;
        if (isRead) {
            byte[] bytes = System.in.readNBytes(System.in.available());
            pending.append(new String(bytes, StandardCharsets.ISO_8859_1));
            take();
        }
        return isRead;
    }

    private void take() {
        while (!pending.isEmpty() && !modes.contains("deaf")) {
            if (pending.indexOf(PASTE_BEGIN) == 0) {
                int end = pending.indexOf(PASTE_END);
                if (end < 0) {
                    return;
                }
                paste(pending.substring(PASTE_BEGIN.length(), end));
                pending.delete(0, end + PASTE_END.length());
            } else if (pending.indexOf(FOCUS_IN) == 0 || pending.indexOf(FOCUS_OUT) == 0) {
                focus(pending.indexOf(FOCUS_IN) == 0);
                pending.delete(0, FOCUS_IN.length());
            } else {
                key(pending.charAt(0));
                pending.deleteCharAt(0);
            }
        }
        draw();
    }

    private void focus(boolean isGained) {
        if (isGained && modes.remove("focus-lost-once")) {
            note("focus not read");
        } else {
            if (isFocused != isGained) {
                modes.remove("resumed");
            }
            isFocused = isGained;
            note(isFocused ? "focus" : "no focus");
        }
    }

    private void paste(String bytes) {
        if (!modes.contains("dialog")) {
            prompt.append(
                    new String(
                            bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
        }
        for (String mode : List.of("dialog", "deaf", "hung")) {
            if (modes.remove(mode + "-after-paste")) {
                modes.add(mode);
            }
        }
        pastedAt = System.nanoTime();
    }

    private void key(char key) {
        if (modes.contains("dialog")) {
            note("dialog got " + (int) key);
        } else if (key == '\r') {
            enter();
        } else if (key == '\t') {
            tab();
        } else if (key == 0x7f) {
            prompt.setLength(Math.max(0, prompt.length() - 1));
        } else if (key == SEARCH_KEY) {
            beforeSearch = drawn;
            prompt.replace(0, prompt.length(), SEARCH);
        } else if (key == ESCAPE && prompt.indexOf(SEARCH) == 0) {
            prompt.replace(0, prompt.length(), beforeSearch);
        } else if (key >= ' ') {
            prompt.append(key);
        } else {
            note("control " + (int) key);
        }
    }

    private void tab() {
        if (modes.contains("working") && !prompt.isEmpty()) {
            submit("queued ");
        } else if (System.nanoTime() - tabAt < DOUBLE_TAB_MS * 1_000_000L) {
            note("another display");
        } else {
            tabAt = System.nanoTime();
        }
    }

    private void enter() {
        if (System.nanoTime() - pastedAt < PASTE_GUARD_MS * 1_000_000L) {
            prompt.append('\n');
        } else if (prompt.isEmpty()) {
            note("nothing was submitted");
        } else {
            submit(modes.contains("working") ? "queued " : "submitted ");
        }
    }

    private void submit(String how) {
        note(how + prompt.toString().strip());
        history.add(prompt.toString().strip());
        prompt.setLength(0);
    }

    private void note(String line) {
        note(record, line);
    }

    private static void note(Path file, String line) {
        Unchecked.run(() ->
                Files.writeString(
                        file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    private void draw() {
        drawn = prompt.toString();
        boolean isDialog = modes.contains("dialog");
        boolean isWorking = modes.contains("working");
        String title = isDialog ? "✋  Action Required" : isWorking ? "✦  Working…" : "◇  Ready";
        StringBuilder screen = new StringBuilder("\u001b]0;" + title + " (stand-in)\u0007");
        screen.append("\u001b[H\u001b[2J");
        history.forEach(line -> screen.append(wrap(" > ", line)).append("\r\n"));
        if (isDialog) {
            screen.append("╭───╮\r\n│ Allow execution?\r\n│ ● 1. Allow once\r\n╰───╯\r\n");
        } else if (prompt.isEmpty()) {
            screen.append("────\r\n > ").append(PLACEHOLDER).append("\r\n────\r\n/model");
            screen.append("\u001b[2A\r\u001b[3C");
        } else {
            screen.append("────\r\n").append(wrap(" > ", prompt.toString()));
            screen.append("\u001b7\r\n────\r\n/model\u001b8");
        }
        // Without the focus the cursor is left where the drawing ends.
        boolean isCursorShown = (isFocused && !modes.contains("resumed")) || isDialog;
        System.out.print(screen + (isCursorShown ? "" : "\u001b[28;1H"));
        System.out.flush();
    }

    private String wrap(String mark, String text) {
        StringBuilder rows = new StringBuilder(mark);
        int column = mark.length();
        for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
            int codePoint = text.codePointAt(i);
            if (column >= COLUMNS - 4 || codePoint == '\n') {
                rows.append("\r\n   ");
                column = mark.length();
            }
            if (codePoint != '\n') {
                rows.appendCodePoint(codePoint);
                column += codePoint < 0x1100 ? 1 : 2;
            }
        }
        return rows.toString();
    }
}
