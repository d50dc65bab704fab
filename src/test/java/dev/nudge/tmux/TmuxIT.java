package dev.nudge.tmux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.tmux.Tmux.KeyResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TmuxIT {
    private static final String HEADING = "── heading, {1} #S %H [x] ──";

    @AutoClose private final TmuxServerFixture server = TmuxServerFixture.startCountingFromOne();
    private String pane = "";
    private final Tmux tmux = new Tmux(server.socket());

    @BeforeEach
    void startProgram() {
        pane =
                server.newSession(
                        "agent",
                        100,
                        20,
                        Map.of(),
                        "printf '\\033]0;◇  Ready (a,b}%%)\\007%s\\n > ' '"
                                + HEADING
                                + "'; exec cat");
        server.awaitScreen(pane, screen -> screen.contains(" >"), Patience.LONG);
    }

    @Test
    void snapshotShowsScreenCursorAndProgram() {
        PaneSnapshot snapshot = snapshot();

        assertThat(snapshot.rows()).hasSize(20).startsWith(HEADING, " >", "");
        assertThat(snapshot.cursor()).isEqualTo(new PaneSnapshot.Cursor(3, 1));
        assertThat(snapshot.size()).isEqualTo(new PaneSnapshot.Size(100, 20));
        assertThat(snapshot.title().strip()).isEqualTo("◇  Ready (a,b}%)");
        assertThat(snapshot.processes().foreground()).isEqualTo("cat");
        assertThat(snapshot.processes().firstPid())
                .isEqualTo(Long.parseLong(server.displayMessage(pane, "#{pane_pid}")));
        assertThat(snapshot.input()).isEqualTo(PaneSnapshot.Input.OPEN);
    }

    @Test
    void tmuxThatFailsOrHangsOrIsMissingIsAnErrorAndNotAClosedPane() {
        PaneAddress address = server.address(pane);
        Tmux failing = new Tmux(server.socket(), "false", Patience.LONG);
        // Like a tmux client whose server is stopped, it heeds no SIGTERM.
        String hanging = Path.of("src/test/sh/ignores-term").toAbsolutePath().toString();
        Tmux slow = new Tmux(server.socket(), hanging, Duration.ofMillis(200));
        Tmux none = new Tmux(server.socket(), "nudge-no-such-tmux", Duration.ofSeconds(2));
        long begin = System.nanoTime();

        assertThatThrownBy(() -> failing.glance(List.of(address)))
                .isInstanceOf(TmuxException.class);
        assertThatThrownBy(() -> slow.snapshot(address))
                .isInstanceOf(TmuxException.class)
                .hasMessageContaining("did not answer within 200 ms");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Patience.LONG);
        assertThatThrownBy(none::panes)
                .isInstanceOf(TmuxException.class)
                .hasMessageContaining("nudge-no-such-tmux")
                .hasMessageContaining("Install tmux");
    }

    @Test
    void closedPaneAndEndedOrOtherServerAreOrdinaryAnswers() {
        PaneAddress address = server.address(pane);
        PaneSnapshot seen = snapshot();
        PaneAddress earlier = new PaneAddress(address.socket(), address.serverPid() + 1, pane);
        assertThat(tmux.snapshot(earlier)).isEmpty();
        assertThat(tmux.pressIf(earlier, seen, 0, 1, Key.ENTER)).isEqualTo(KeyResult.REFUSED);

        server.newSession("other", 80, 24, Map.of(), "cat");
        server.tmux("kill-session", "-t", "=agent");

        assertThat(tmux.snapshot(address)).isEmpty();
        assertThat(tmux.pasteIf(address, seen, 0, 1, "x")).isEqualTo(KeyResult.REFUSED);
        assertThat(tmux.tellPeople(address, "hello", Duration.ofMillis(100))).isZero();

        Tmux nobody = new Tmux(server.socket().resolveSibling("nudge-nobody"));
        assertThat(nobody.snapshot(address)).isEmpty();
        assertThat(nobody.pressIf(address, seen, 0, 1, Key.ENTER)).isEqualTo(KeyResult.GONE);
        assertThat(nobody.panes()).isEmpty();
    }

    @Test
    void textArrivesByteForByteIfThePaneIsAsItWas() {
        String text = "a;b; #{pane_id} $HOME `id` \\ \"q\" 'q' %H ~ é 漢 😀 !?/;";

        assertThat(tmux.pasteIf(server.address(pane), snapshot(), 0, 1, text))
                .isEqualTo(KeyResult.SENT);

        server.awaitScreen(pane, screen -> screen.contains(" > " + text), Patience.LONG);
        assertThat(server.tmux("list-buffers")).isEmpty();
    }

    @Test
    void paneThatChangedGetsNothing() {
        PaneSnapshot seen = snapshot();

        server.tmux("copy-mode", "-t", pane);
        assertRefused(seen);
        assertThat(snapshot().input().isInMode()).isTrue();
        server.tmux("send-keys", "-t", pane, "-X", "cancel");

        server.tmux("select-pane", "-t", pane, "-d");
        assertRefused(seen);
        assertThat(snapshot().input().isOff()).isTrue();
        server.tmux("select-pane", "-t", pane, "-e");

        server.tmux("set", "-w", "-t", pane, "synchronize-panes", "on");
        assertRefused(seen);
        assertThat(snapshot().input().isOff()).isTrue();
        server.tmux("set", "-w", "-t", pane, "synchronize-panes", "off");

        server.tmux("select-pane", "-t", pane, "-T", "✋  Action Required (a,b}%)");
        assertRefused(seen);
        server.tmux("select-pane", "-t", pane, "-T", seen.title());

        server.sendLiteral(pane, "x");
        server.awaitScreen(pane, screen -> screen.contains(" > x"), Patience.LONG);
        assertRefused(seen);
        assertThat(server.capture(pane)).startsWith(HEADING, " > x", "");
        assertThat(server.tmux("list-buffers")).isEmpty();

        server.tmux("set", "-w", "-t", pane, "remain-on-exit", "on");
        server.sendKeys(pane, "Enter", "C-d");
        await().until(() -> snapshot().input().isDead());
        assertRefused(snapshot());
    }

    @Test
    void changedRowIsNoticedWhereTheCursorStands() {
        PaneSnapshot seen = snapshot();
        List<String> rows = new ArrayList<>(seen.rows());
        rows.set(0, "another heading");
        PaneSnapshot other =
                new PaneSnapshot(
                        rows,
                        seen.cursor(),
                        seen.size(),
                        seen.title(),
                        PaneSnapshot.Input.OPEN,
                        seen.processes(),
                        seen.lastKey());

        assertThat(press(other, 0)).isEqualTo(KeyResult.REFUSED);
        assertThat(press(other, 1)).isEqualTo(KeyResult.SENT);
    }

    @Test
    void activityMovesWithEveryKeyOfAPersonInASessionOfTheGroupAndWithNothingElse() {
        server.tmux("new-session", "-d", "-t", "=agent", "-s", "second");
        try (Person person = Person.attach(server, "second")) {
            await().until(() -> snapshot().lastKey().idleSeconds() >= 2);
            String before = snapshot().lastKey().activity();
            assertThat(before.strip().split(" ")).hasSize(2);

            server.sendLiteral(pane, "typed by a program");
            server.awaitScreen(pane, screen -> screen.contains("by a program"), Patience.LONG);
            PaneSnapshot seen = snapshot();
            assertThat(seen.lastKey().activity()).isEqualTo(before);

            long start = Instant.now().getEpochSecond();
            person.press("C-b");
            PaneSnapshot later =
                    await().until(this::snapshot, s -> !s.lastKey().activity().equals(before));
            long key = Instant.now().getEpochSecond() - later.lastKey().idleSeconds();
            assertThat(key).isGreaterThanOrEqualTo(start - 1);
            assertThat(press(seen, 0)).isEqualTo(KeyResult.REFUSED);
        }
    }

    @Test
    void personInAnotherPaneIsNotInTheWay() {
        String other = server.splitWindow(pane, Map.of(), "cat");
        server.tmux("select-pane", "-t", other);
        try (Person person = Person.attach(server, "agent")) {
            PaneSnapshot seen = snapshot();
            assertThat(seen.lastKey().activity()).isEmpty();
            assertThat(seen.lastKey().idleSeconds()).isGreaterThan(1000);

            person.type("busy elsewhere");
            server.awaitScreen(other, screen -> screen.contains("busy elsewhere"), Patience.LONG);
            assertThat(tmux.pasteIf(server.address(pane), seen, 1, 1, "x"))
                    .isEqualTo(KeyResult.SENT);

            PaneSnapshot later = snapshot();
            person.press("C-b", "o");
            await().until(() -> !snapshot().lastKey().activity().isEmpty());
            assertRefused(later);
        }
    }

    @Test
    void messageReachesThePeopleWhoLookAtTheSession() {
        try (Person person = Person.attach(server, "agent")) {
            int told =
                    tmux.tellPeople(
                            server.address(pane), "2 results wait #S 100%", Duration.ofSeconds(5));

            assertThat(told).isEqualTo(1);
            await().until(person::screen, s -> s.contains("2 results wait #S 100%"));
        }
        await().until(() -> server.tmux("list-clients").isEmpty());
        assertThat(tmux.tellPeople(server.address(pane), "nobody", Duration.ofSeconds(1))).isZero();
    }

    private void assertRefused(PaneSnapshot seen) {
        assertThat(tmux.pasteIf(server.address(pane), seen, 1, 1, "no"))
                .isEqualTo(KeyResult.REFUSED);
        assertThat(press(seen, 1)).isEqualTo(KeyResult.REFUSED);
    }

    private KeyResult press(PaneSnapshot seen, int firstRow) {
        return tmux.pressIf(server.address(pane), seen, firstRow, 1, Key.ENTER);
    }

    private PaneSnapshot snapshot() {
        return tmux.snapshot(server.address(pane)).orElseThrow();
    }
}
