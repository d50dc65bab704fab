package dev.nudge.daemon;

import dev.nudge.web.Visits;

/// Keeps the daemon as long as a page is open.
record PageVisits(IdleExit idle) implements Visits {
    @Override
    public void came() {
        idle.clientCame();
    }

    @Override
    public void left() {
        idle.clientLeft(true);
    }
}
