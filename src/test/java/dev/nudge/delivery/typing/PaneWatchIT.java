package dev.nudge.delivery.typing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.Unchecked;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneGlance;
import dev.nudge.tmux.Tmux;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaneWatchIT {
    private static final Duration SHORT = Duration.ofSeconds(5);

    /// Draws elsewhere, and takes the cursor back.
    private static final String UNMOVED = "\0337\033[5;5Hdrawn\0338";

    private static final Pace ONLY_WITH_NEWS = CourierFixture.watching(Duration.ofDays(1));

    @AutoClose private final TmuxServerFixture server = TmuxServerFixture.start();
    private final AtomicInteger calls = new AtomicInteger();
    private PaneWatch watch = watch(this::tmux, Pace.NORMAL);
    private final Semaphore signal = new Semaphore(0);
    private PaneAddress pane;
    private PaneGlance before;
    private long lookedAt;

    @BeforeEach
    void open() {
        String id = server.newSession("watched", 80, 24, Map.of(), "exec cat");
        pane = server.address(id);
        await().until(() -> server.displayMessage(id, "#{pane_current_command}").equals("cat"));
        // What was drawn at the start would be news to anyone who looked in the same second.
        lookAgain();
    }

    private Tmux tmux(Path socket) {
        calls.incrementAndGet();
        return new Tmux(socket, "tmux", Patience.LONG);
    }

    private static PaneWatch watch(Function<Path, Tmux> servers, Pace pace) {
        return new PaneWatch(servers, new ProcessTable(), pace);
    }

    /// Looks at the pane once that can tell what is drawn later.
    private void lookAgain() {
        await().until(() -> second() > glance(pane).drawnAt());
        lookedAt = second();
        before = glance(pane);
    }

    private static long second() {
        return System.currentTimeMillis() / 1000;
    }

    @ParameterizedTest
    @ValueSource(strings = {"moved", UNMOVED})
    void whatIsDrawnIsNoticedEvenIfItLeavesTheCursorWhereItWas(String text) throws Exception {
        watch = watch(this::tmux, ONLY_WITH_NEWS);
        Thread.ofVirtual().start(() -> draw(text));
        assertThat(wait(Patience.LONG)).isTrue();
    }

    /// A glance is no news: otherwise each would be the reason for the next.
    @Test
    void paneInWhichNothingIsDrawnIsLeftAlone() throws Exception {
        assertThat(wait(SHORT)).isFalse();

        long idleGlances = SHORT.dividedBy(Pace.NORMAL.idleGlance());
        assertThat(calls.get()).isBetween(1, (int) idleGlances + 2);
    }

    @Test
    void paneThatHasGoneHasChanged() throws Exception {
        server.newSession("other", 80, 24, Map.of(), "exec cat");
        server.tmux("kill-session", "-t", "watched");

        assertThat(wait(Patience.LONG)).isTrue();
    }

    @Test
    void copyModeThatAScriptEndsIsNoticed() throws Exception {
        server.tmux("copy-mode", "-t", pane.paneId());
        lookAgain();
        Thread.ofVirtual()
                .start(() -> server.tmux("send-keys", "-t", pane.paneId(), "-X", "cancel"));

        assertThat(wait(Patience.LONG)).isTrue();
    }

    /// What was read before the last glance is not read again.
    @Test
    void whatWasDrawnSinceTheLookCountsForALaterWaitEvenIfAnotherWaitsAlready() throws Exception {
        watch = watch(this::tmux, ONLY_WITH_NEWS);
        String other = server.newSession("other", 80, 24, Map.of(), "exec cat");
        PaneAddress quiet = server.address(other);
        await().until(() -> second() > glance(quiet).drawnAt());
        Semaphore never = new Semaphore(0);
        PaneGlance quietBefore = glance(quiet);
        long quietAt = second();
        long limit = Patience.LONG.toNanos();
        Thread.ofVirtual()
                .start(() ->
                        Unchecked.get(
                                () -> watch.await(quiet, quietBefore, quietAt, never, limit)));
        draw(UNMOVED);
        int before = calls.get();
        await().until(() -> calls.get() > before);
        await().until(() -> second() > glance(pane).drawnAt() + 1);

        assertThat(wait(Patience.LONG)).isTrue();
    }

    private Tmux failingTwice(Path socket) {
        int call = calls.incrementAndGet();
        if (call == 1) {
            throw new OutOfMemoryError("for a test");
        }
        return new Tmux(socket, call == 2 ? "no-such-tmux" : "tmux", Tmux.LIMIT);
    }

    @Test
    void serverIsAskedAgainAfterAnErrorAndWithoutAnAnswer() throws Exception {
        watch = watch(this::failingTwice, ONLY_WITH_NEWS);
        draw("moved");
        assertThat(wait(Patience.LONG)).isTrue();
    }

    private PaneGlance glance(PaneAddress other) {
        return Objects.requireNonNull(server.patient().glance(List.of(other)).get(other));
    }

    private boolean wait(Duration limit) throws InterruptedException {
        return watch.await(pane, before, lookedAt, signal, limit.toNanos());
    }

    private void draw(String text) {
        Path terminal = Path.of(server.displayMessage(pane.paneId(), "#{pane_tty}"));
        Unchecked.run(() -> Files.writeString(terminal, text, StandardOpenOption.WRITE));
    }
}
