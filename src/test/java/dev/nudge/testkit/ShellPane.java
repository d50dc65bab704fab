package dev.nudge.testkit;

import static org.awaitility.Awaitility.await;

import dev.nudge.text.ShellWords;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The shell of a person in a pane of tmux, in which `nudge` is a function.
public record ShellPane(TmuxServerFixture tmux, NudgeUser user, String pane) {
    private static final AtomicInteger COUNT = new AtomicInteger();

    /// Opens one in a session of its own.
    public ShellPane(TmuxServerFixture tmux, NudgeUser user, int columns, int rows) {
        this(
                tmux,
                user,
                tmux.newSession(
                        "shell-" + COUNT.incrementAndGet(),
                        columns,
                        rows,
                        user.environment(),
                        "PS1='ready$ ' exec bash --norc"));
    }

    /// Runs a line once the shell is ready, on an empty screen.
    public void run(String line) {
        String words = ShellWords.join(NudgeUser.command());
        Path script = user.folder("scripts").resolve("line");
        NudgeUser.writeProgram(script, "nudge() { %s \"$@\"; }\n%s".formatted(words, line));
        awaitReady();
        // At once: what is awaited next may be on the screen already.
        tmux.tmux("send-keys", "-R", "-t", pane);
        tmux.enter(pane, "clear; . " + script);
    }

    /// Types text.
    public void type(String text) {
        tmux.sendLiteral(pane, text);
    }

    /// Types a line and presses Enter.
    public void enter(String line) {
        tmux.enter(pane, line);
    }

    /// Presses keys by their tmux names.
    public void press(String... keys) {
        tmux.sendKeys(pane, keys);
    }

    /// Returns what is shown.
    public String screen() {
        return tmux.tmux("capture-pane", "-p", "-t", pane);
    }

    /// Returns what is shown, and what is above that.
    public String all() {
        return tmux.tmux("capture-pane", "-p", "-S", "-", "-t", pane);
    }

    /// Waits until the screen is like this.
    public void awaitScreen(Predicate<String> condition) {
        await().until(this::screen, condition);
    }

    /// Waits until all of these are shown.
    public void awaitShown(String... texts) {
        awaitScreen(screen -> Stream.of(texts).allMatch(screen::contains));
    }

    /// Waits until the cursor stands behind this.
    public void awaitPrompt(String prompt) {
        awaitScreen(screen -> screen.stripTrailing().endsWith(prompt));
    }

    /// Waits until the shell takes the next line.
    public void awaitReady() {
        awaitPrompt("ready$");
    }
}
