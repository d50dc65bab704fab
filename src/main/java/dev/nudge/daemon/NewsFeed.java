package dev.nudge.daemon;

import dev.nudge.agent.Agents;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.ExitWatcher;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.Jobs;
import dev.nudge.notify.Notifier;
import dev.nudge.notify.StatusLine;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.outbox.NoteWriter;
import dev.nudge.process.LoopGuard;
import dev.nudge.settings.Settings;
import dev.nudge.store.StateDirectory;
import dev.nudge.upkeep.DiskWatch;
import dev.nudge.watch.WatchRunner;
import java.io.IOException;
import java.lang.System.Logger;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// Passes on the news of jobs: to agents through the outbox, to people through notices and the
/// status line.
final class NewsFeed implements AutoCloseable {
    private static final Logger LOG = System.getLogger(NewsFeed.class.getName());

    private final JobControl control;
    private final JobOutbox outbox;
    private final Agents agents;
    private final Notifier notifier;
    private final StatusLine status;
    private final WatchRunner watches;
    private final ExitWatcher bells;

    /// How often a look at the agents was requested since the current one began; 0 if there is
    /// none.
    private final AtomicInteger sweeps = new AtomicInteger();

    /// Registers for all news; none is passed on before [#start].
    ///
    /// @param outbox closed with this
    NewsFeed(
            JobControl control,
            JobOutbox outbox,
            StateDirectory state,
            Settings settings,
            Agents agents,
            DiskWatch disk)
            throws IOException {
        this.control = control;
        this.outbox = outbox;
        this.agents = agents;
        Jobs jobs = control.jobs();
        this.notifier =
                new Notifier(
                        settings, agents::surroundings, new NoteWriter(control.store())::excerpt);
        this.status =
                new StatusLine(jobs::all, () -> disk.trouble().isPresent(), control.processes());
        this.watches = new WatchRunner(jobs, control.store(), outbox::applyFound, this::asks);
        this.bells =
                new ExitWatcher(
                        state.exits(), jobs::endIfOver, control.questions()::look, this::sweep);
        bells.hearReceipts(state.receipts(), outbox::heard);
        jobs.onChange(status::changed);
        disk.onChange(status::changed);
        control.questions().onChange(this::asks);
        control.onEnd(outbox::report);
        control.onEnd(notifier::ended);
    }

    private void asks(Job job) {
        outbox.report(job);
        notifier.asks(job);
    }

    /// Starts. Called when all jobs have been adopted, since bells of unknown jobs are not
    /// answered.
    void start() {
        status.start();
        control.questions().lookAll();
        outbox.fill();
        bells.start();
    }

    /// Looks for what no bell has announced. Does not wait for tmux, which is asked on another
    /// thread.
    void sweep() {
        control.sweep();
        if (sweeps.getAndIncrement() == 0) {
            Thread.ofVirtual().name("sweep").start(this::sweepOutbox);
        }
    }

    private void sweepOutbox() {
        int asked;
        do {
            asked = sweeps.get();
            boolean _ =
                    LoopGuard.runBriefly(LOG, "a look at the agents", () -> outbox.sweep(agents()));
        } while (!sweeps.compareAndSet(asked, 0));
    }

    /// Lists the connected agents to which something can be reported before they ask.
    private List<NudgeTarget> agents() {
        return Stream.of(
                        agents.presence().all(),
                        agents.threads(),
                        agents.outside(waking -> waking.ofOthers().isPresent()))
                .flatMap(List::stream)
                .toList();
    }

    /// Passes on to an agent what earlier agents in its place have not received.
    void arrived(NudgeTarget agent) {
        outbox.passOn(agent);
        status.sawAgent(agent);
    }

    void sawCaller(String tmux) {
        status.sawCaller(tmux);
    }

    WatchRunner watches() {
        return watches;
    }

    @Override
    public void close() throws IOException {
        bells.close();
        outbox.close();
        notifier.close();
        status.close();
    }
}
