package dev.nudge.tmux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.tmux.Tmux.KeyResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The program in the pane draws nothing, as an agent that has yet to draw what it has read.
class OthersKeysIT {
    @AutoClose private final TmuxServerFixture server = TmuxServerFixture.startCountingFromOne();
    private final Tmux tmux = new Tmux(server.socket());
    private String pane = "";

    @BeforeEach
    void startProgram() {
        pane = silent("agent");
    }

    @Test
    void keyIsRefusedOnceAnotherProgramHasTyped() {
        server.tmux("set-buffer", "text of another program");
        paste();
        for (String command :
                List.of(
                        "send-keys x",
                        "send-keys -l words",
                        "send-keys -H 41",
                        "paste-buffer -p")) {
            PaneSnapshot seen = snapshot();

            server.tmux(command.replaceFirst(" ", " -t " + pane + " ").split(" "));

            assertThat(press(seen)).as(command).isEqualTo(KeyResult.REFUSED);
            assertThat(press(snapshot())).as(command).isEqualTo(KeyResult.SENT);
        }
    }

    /// As iTerm2 does for what a person types.
    @Test
    void keyIsRefusedOnceAClientInControlModeHasTyped() throws IOException {
        paste();
        PaneSnapshot seen = snapshot();

        String[] attach = {
            "tmux", "-S", server.socket().toString(), "-C", "attach", "-t", "=agent"
        };
        Process client = new ProcessBuilder(attach).redirectErrorStream(true).start();
        client.outputWriter().append("send-keys -t %s -l x\n".formatted(pane)).close();
        client.getInputStream().readAllBytes();

        assertThat(press(seen)).isEqualTo(KeyResult.REFUSED);
    }

    @Test
    void ownKeysAndThoseForAnotherPaneDoNotCount() {
        String other = silent("other");
        paste();
        PaneSnapshot seen = snapshot();

        server.sendKeys(other, "x");
        assertThat(tmux.pasteIf(server.address(other), server.snapshot(other), 0, 0, "words"))
                .isEqualTo(KeyResult.SENT);

        assertThat(press(seen)).isEqualTo(KeyResult.SENT);
        assertThat(press(seen)).isEqualTo(KeyResult.SENT);
        server.sendKeys(pane, "x");
        PaneSnapshot later = snapshot();
        assertThat(press(later)).isEqualTo(KeyResult.SENT);
        assertThat(snapshot().lastKey().others()).isEqualTo(later.lastKey().others()).isOne();
    }

    @Test
    void theCountLeavesNothingBehind() {
        server.tmux("set-hook", "-g", "after-send-keys", "set-option -g @mine 1");
        String before = settings();
        tmux.countKeys(server.address(pane));
        paste();
        assertThat(settings()).isNotEqualTo(before);
        server.sendKeys(pane, "x");
        assertThat(snapshot().lastKey().others()).isEqualTo(1);

        tmux.stopCountingKeys(server.address(pane));
        tmux.stopCountingKeys(server.address(pane));

        assertThat(settings()).isEqualTo(before);
        assertThat(snapshot().lastKey().others()).isNegative();
        assertThat(server.tmux("show-options", "-gv", "@mine").strip()).isEqualTo("1");
    }

    private String settings() {
        return server.tmux("show-hooks", "-g") + server.tmux("show-options", "-p", "-t", pane);
    }

    private String silent(String session) {
        String id =
                server.newSession(
                        session, 80, 5, Map.of(), "stty -echo; printf '> '; exec cat >/dev/null");
        server.awaitScreen(id, screen -> screen.startsWith(">"), Patience.LONG);
        return id;
    }

    private void paste() {
        assertThat(tmux.pasteIf(server.address(pane), snapshot(), 0, 0, "words"))
                .isEqualTo(KeyResult.SENT);
    }

    private KeyResult press(PaneSnapshot seen) {
        return tmux.pressIf(server.address(pane), seen, 0, 0, Key.ENTER);
    }

    private PaneSnapshot snapshot() {
        return server.snapshot(pane);
    }
}
