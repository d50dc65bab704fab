package dev.nudge.soak;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/// Kills daemon, pumps and agents with SIGKILL.
final class Assassin {
    private final NudgeUser user;
    private final SoakLedger ledger;
    private final List<SoakPane> panes;
    private final Random random;
    private int kills;

    Assassin(NudgeUser user, SoakLedger ledger, List<SoakPane> panes, Random random) {
        this.user = user;
        this.ledger = ledger;
        this.panes = panes;
        this.random = random;
    }

    int kills() {
        return kills;
    }

    /// Kills somebody; nobody if the chosen one is just dead.
    void strike() {
        int choice = random.nextInt(10);
        SoakPane pane = panes.get(random.nextInt(panes.size()));
        if (choice < 4) {
            strikeDaemon();
        } else if (choice < 7) {
            strikePump(pane);
        } else {
            strikeAgent(pane);
        }
    }

    private void strikeDaemon() {
        long pid = user.daemonPid();
        if (user.owns(pid)) {
            Instant at = Instant.now();
            user.killDaemon();
            struck("daemon", "", at);
        }
    }

    private void strikePump(SoakPane pane) {
        Instant at = Instant.now();
        if (pane.pumpPid().filter(user::owns).isPresent() && pane.killPump()) {
            struck("pump", pane.toString(), at);
        }
    }

    /// Now and then the daemon goes first, so that nobody is there when the agent goes.
    private void strikeAgent(SoakPane pane) {
        if (random.nextInt(4) == 0) {
            strikeDaemon();
        }
        Instant at = pane.killAgent();
        struck("agent", pane.toString(), at);
        Patience.rest(Duration.ofMillis(random.nextInt(1000)));
        pane.start();
    }

    /// @param at when; the victim may take some time to be gone
    private void struck(String whom, String where, Instant at) {
        kills++;
        ledger.killed(whom, where, at);
    }
}
