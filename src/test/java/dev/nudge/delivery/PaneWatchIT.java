package dev.nudge.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneGlance;
import dev.nudge.tmux.Tmux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PaneWatchIT {
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final Duration RECHECK = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofSeconds(5);

    @AutoClose private final TmuxServerFixture server = TmuxServerFixture.start();
    private final PaneWatch watch = new PaneWatch(Tmux::new, INTERVAL, RECHECK);
    private final Semaphore signal = new Semaphore(0);
    private PaneAddress pane;
    private PaneGlance before;
    private long lookedAt;

    @BeforeEach
    void open() {
        String id = server.newSession("watched", 80, 24, Map.of(), "exec cat");
        pane = server.address(id);
        await().until(() -> server.displayMessage(id, "#{pane_current_command}").equals("cat"));
        // What was drawn at the start would be news to whoever looked in the same second.
        await().until(() -> second() > glance().drawnAt());
        lookedAt = second();
        before = glance();
    }

    private static long second() {
        return System.currentTimeMillis() / 1000;
    }

    private PaneGlance glance() {
        return Objects.requireNonNull(new Tmux(pane.socket()).glance(List.of(pane)).get(pane));
    }

    @Test
    void whatMovesTheCursorIsSeenAtTheNextGlance() throws Exception {
        draw("moved");

        assertThat(wait(RECHECK.minusMillis(500))).isTrue();
    }

    @Test
    void whatLeavesTheCursorIsSeenAfterTheRecheckTime() throws Exception {
        Thread.ofVirtual().start(() -> drawFromAnotherThread("\0337\033[5;5Hdrawn\0338"));

        assertThat(wait(LONG)).isTrue();
    }

    @Test
    void paneInWhichNothingIsDrawnIsLeftAlone() throws Exception {
        assertThat(wait(SHORT)).isFalse();
    }

    @Test
    void paneThatHasGoneHasChanged() throws Exception {
        server.newSession("other", 80, 24, Map.of(), "exec cat");
        server.tmux("kill-session", "-t", "watched");

        assertThat(wait(SHORT)).isTrue();
    }

    @Test
    void whatWasDrawnSinceTheLookCountsAlsoForALaterWait() throws Exception {
        draw("\0337\033[5;5Hdrawn\0338");
        await().until(() -> second() > glance().drawnAt() + 1);

        assertThat(wait(LONG)).isTrue();
    }

    private boolean wait(Duration limit) throws InterruptedException {
        return watch.await(pane, before, lookedAt, signal, limit);
    }

    private void drawFromAnotherThread(String text) {
        try {
            draw(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void draw(String text) throws IOException {
        Path terminal = Path.of(server.displayMessage(pane.paneId(), "#{pane_tty}"));
        Files.writeString(terminal, text, StandardOpenOption.WRITE);
    }
}
