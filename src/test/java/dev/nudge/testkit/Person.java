package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A person at a terminal that is attached to a session: the terminal is a pane of an outer tmux
/// server, so keys sent to it are real keys for the inner one.
public final class Person implements AutoCloseable {

    /// Characters of a session's name that the status line shows at least.
    private static final int LABEL = 6;

    private final TmuxServerFixture outer = TmuxServerFixture.start();
    private final String terminal;
    private final long client;

    private Person(TmuxServerFixture inner, String session, int width, int height) {
        terminal =
                outer.newSession(
                        "terminal",
                        width,
                        height,
                        Map.of(),
                        "exec env -u TMUX tmux -L %s attach -t '=%s'"
                                .formatted(inner.socketName(), session));
        client = Long.parseLong(outer.displayMessage(terminal, "#{pane_pid}"));
        String label = "[" + session.substring(0, Math.min(session.length(), LABEL));
        outer.awaitScreen(terminal, screen -> screen.contains(label), Patience.LONG);
    }

    /// Attaches to a session of this server, and waits until it is shown.
    public static Person attach(TmuxServerFixture inner, String session) {
        return new Person(inner, session, 120, 41);
    }

    /// As above, with a terminal that shows windows of this size, and the status line.
    public static Person attach(TmuxServerFixture inner, String session, int width, int height) {
        return new Person(inner, session, width, height + 1);
    }

    /// Types text.
    public void type(String text) {
        outer.sendLiteral(terminal, text);
    }

    /// Presses keys by their tmux names.
    public void press(String... keys) {
        outer.sendKeys(terminal, keys);
    }

    /// Returns what the person sees, with the status line.
    public String screen() {
        return String.join("\n", outer.capture(terminal));
    }

    /// Waits until the screen is like this.
    public void awaitScreen(Predicate<String> condition) {
        await().atMost(Patience.LONG).until(this::screen, condition);
    }

    /// Waits until all of these are shown.
    public void awaitShown(String... texts) {
        awaitScreen(screen -> Stream.of(texts).allMatch(screen::contains));
    }

    /// Closes the terminal, and waits until the inner server knows: it then tells its pane that the
    /// focus is lost, before anything that is typed later.
    @Override
    public void close() {
        outer.close();
        soon().until(() -> ProcessHandle.of(client).filter(ProcessHandle::isAlive).isEmpty());
    }
}
