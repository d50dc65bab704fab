package dev.nudge.daemon;

import dev.nudge.daemon.WaitingCalls.Call;
import dev.nudge.job.NudgeTarget;
import java.util.Optional;

/// Ends a wait when the agent is seen to wait no more.
final class DropWatch {
    /// A look costs a call of tmux.
    private static final int EVERY = 3;

    /// The prompt may stand idle for a moment before the agent has drawn that it works.
    private static final int TIMES = 2;

    private final Call call;
    private final Optional<NudgeTarget> agent;
    private final Attention attention;
    private int looks;
    private int idle;

    DropWatch(Call call, Optional<NudgeTarget> agent, Attention attention) {
        this.call = call;
        this.agent = agent;
        this.attention = attention;
    }

    void look() {
        if (++looks % EVERY != 0 || agent.isEmpty()) {
            return;
        }
        idle = attention.isIdle(agent.get()) ? idle + 1 : 0;
        if (idle == TIMES) {
            call.drop();
        }
    }
}
