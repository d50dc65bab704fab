package dev.nudge.outbox;

import dev.nudge.agent.Recipients;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.Courier;
import dev.nudge.delivery.typing.Pace;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Receipt;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobEntry;
import dev.nudge.jobs.Jobs;
import dev.nudge.outbox.HeldNotes.HandOver;
import dev.nudge.process.ProcessTable;
import dev.nudge.store.JobStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.store.TaskRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The outbox of all jobs: learns what is to be reported, and lets the courier, the hooks and the
/// answers to calls report it, each note only one of them.
public final class JobOutbox implements AutoCloseable {
    private final Jobs jobs;
    private final Recipients recipients;
    private final Sessions sessions;
    private final PendingMarks marks;
    private final Receipts receipts;
    private final Ledger ledger;
    private final Claims claims;
    private final Acknowledgements acknowledgements;
    private final Leftovers leftovers;
    private final HeldNotes held;
    private final Courier courier;
    private final JobStore store;
    private final TaskClaims taskClaims;
    private volatile boolean isFilled;

    /// Composes the outbox; nothing is reported before [#fill].
    ///
    /// @param state where hooks find marks and leave receipts
    /// @param calling agents that wait for the answer to a call, so that their hooks must ask
    public JobOutbox(
            Jobs jobs,
            JobStore store,
            StateDirectory state,
            ProcessTable processes,
            Recipients recipients,
            Supplier<Stream<NudgeTarget>> calling)
            throws IOException {
        this.jobs = jobs;
        this.recipients = recipients;
        this.store = store;
        this.taskClaims = new TaskClaims(this::claimEnded);
        this.marks = new PendingMarks(state.pending(), recipients::hasHooks, calling);
        this.receipts = new Receipts(state.receipts(), state.receiptKey());
        this.sessions = new Sessions(state.sessions(), processes, recipients);
        NoteWriter notes = new NoteWriter(store);
        this.ledger = new Ledger(jobs, notes, marks, taskClaims);
        this.claims = new Claims(ledger, notes);
        this.acknowledgements = new Acknowledgements(jobs, ledger, receipts, this::transcript);
        this.leftovers =
                new Leftovers(
                        jobs,
                        ledger,
                        acknowledgements,
                        recipients,
                        this::expectTasks,
                        sessions::lastTranscript);
        this.held =
                new HeldNotes(
                        ledger,
                        claims,
                        acknowledgements,
                        state.handing(),
                        processes,
                        leftovers::pass,
                        this::wake);
        this.courier =
                new Courier(
                        new CourierOutbox(
                                ledger, acknowledgements, notes, sessions::leavesReceipts),
                        processes,
                        this::typing,
                        Pace.NORMAL);
    }

    private TypingProfile typing(AgentBinding agent) {
        TypingProfile profile = recipients.profile(agent);
        return profile.queuesAtStart() && sessions.mayBeStarting(agent)
                ? profile.beforeSession()
                : profile;
    }

    /// Returns an agent's record of the conversation, if only that shows whether a turn has begun
    /// with a message: with one from an inbox, with the result of a task, or if the agent has
    /// ended. For any other message a receipt shows it, and also the hook of the turn.
    private Optional<Path> transcript(NudgeTarget agent, NudgeState nudge) {
        boolean isAlone =
                switch (nudge) {
                    case NudgeState.Typing _ -> profile(agent).mayHaveInbox();
                    case NudgeState.Taken(String text, _) when NudgeState.isReceipt(text) -> true;
                    default -> !recipients.isAlive(agent) || profile(agent).hasInbox();
                };
        return isAlone ? sessions.transcript(agent) : Optional.empty();
    }

    private TypingProfile profile(NudgeTarget agent) {
        return recipients.profile(AgentBinding.of(agent));
    }

    /// Takes in the jobs that exist when the daemon starts, and what hooks hold of them; receipts
    /// are taken in only after that. The courier is woken last, so that it begins with text that an
    /// earlier daemon began to type.
    public void fill() {
        jobs.all().forEach(this::expectTasks);
        jobs.all().forEach(ledger::take);
        held.resume();
        acknowledgements.receive();
        marks.start();
        ledger.updateMarks();
        isFilled = true;
        jobs.all().stream().flatMap(job -> job.target().stream()).distinct().forEach(this::wake);
    }

    /// Reports what is new about a job: its end, or its question; or drops its question, if that is
    /// no longer to be reported. Reads the job's log.
    public void report(Job job) {
        ledger.take(job);
        job.target().ifPresent(this::wake);
    }

    /// Looks for what has been missed: receipts, ends that could not be taken in, queues that have
    /// become empty, and what agents have left behind. Blocks for some tmux calls.
    ///
    /// @param connected the agents that are connected: each gets what is left in its place
    public void sweep(List<NudgeTarget> connected) {
        acknowledgements.receive();
        jobs.all().stream().filter(ledger::lacks).forEach(this::report);
        Set<NudgeTarget> ended = ended();
        acknowledgements.receive();
        leftovers.giveBack(ended::contains);
        acknowledgements.proveOfEnded(ended::contains);
        connected.forEach(this::passOn);
        leftovers.look(courier);
    }

    /// Returns the agents that have ended with something in their queue, or in a turn that may not
    /// have been completed. What they leave behind does not change any more.
    private Set<NudgeTarget> ended() {
        return Ledger.agents(Stream.concat(ledger.taken(), ledger.unproven()))
                .filter(agent -> !recipients.isAlive(agent))
                .collect(Collectors.toSet());
    }

    /// Looks at all agents for which something waits: one of them may take it in a better way now.
    public void wakeWaiting() {
        courier.wakeWaiting();
    }

    /// Called when a file has appeared where hooks leave receipts.
    public void heard(String name) {
        if (Receipts.isName(name)) {
            acknowledgements.receive();
            courier.wakeWaiting();
        }
    }

    public void dropRemoved() {
        ledger.dropRemoved();
    }

    /// Changes a job by a line that it has found; false while the last line is being reported.
    public boolean applyFound(JobEntry entry, UnaryOperator<Job> change) {
        return claims.applyFound(entry, change);
    }

    /// Brings the marks for hooks up to date; called when a call begins or ends to wait.
    public void updateMarks() {
        ledger.updateMarks();
    }

    /// Makes a lease, to which the jobs are added whose ends the answer to a call may report.
    public AnswerLease lease() {
        return new AnswerLease(claims, receipts, this::wake);
    }

    /// Keeps the end of a job for the client of a task, which asks for it again and again: nothing
    /// else reports it until the client has not asked for some time.
    ///
    /// @param isOnQuestions whether the client has a person answer the questions of the job too
    public void expectTask(long job, boolean isOnQuestions) {
        taskClaims.claim(job, isOnQuestions);
    }

    /// Keeps the end of a job as the other method, but does not change who answers its questions.
    public void expectTask(long job) {
        taskClaims.claim(job, taskClaims.isClaimedWithQuestions(job));
    }

    /// Lets the end of a job be reported in other ways, after [#expectTask].
    public void dropTask(Job job) {
        taskClaims.drop(job.number());
        job.target().ifPresent(this::wake);
    }

    private void expectTasks(Job job) {
        if (job.nudge().isOpen() && job.target().isPresent()) {
            List<TaskRecord> tasks = store.tasks(job.number());
            if (!tasks.isEmpty()) {
                taskClaims.claim(job.number(), tasks.stream().anyMatch(TaskRecord::isPersonAsked));
            }
        }
    }

    private void claimEnded(long job) {
        jobs.find(job).flatMap(entry -> entry.job().target()).ifPresent(this::wake);
    }

    /// The end of a job as the client of a task gets it.
    public record TaskEnd(Job job, Share share, Receipt receipt) {
        public enum Share {
            RESULT,
            /// That the task still works: something else may be about to report the end.
            NOT_YET,
            /// That the end has been reported in another way.
            REPORTED
        }
    }

    /// An end of a job that the client of a task asks for.
    ///
    /// @param next the agent of the client, if the agent to notify has ended; else empty
    /// @param isShown whether the result will be in the conversation: not if the task is cancelled
    public record WantedEnd(JobEntry entry, Optional<NudgeTarget> next, boolean isShown) {}

    /// Gives the ends of jobs to the client of a task, all or none, unless something else reports
    /// them. Returns what it gets of each, in this order.
    public List<TaskEnd> giveToTask(List<WantedEnd> wanted, String task) {
        List<TaskEnd> ends =
                claims.giveToTask(wanted.stream().map(end -> forTask(end, task)).toList());
        ends.stream()
                .filter(end -> end.share() != TaskEnd.Share.NOT_YET)
                .forEach(end -> taskClaims.drop(end.job().number()));
        return ends;
    }

    private Claims.ForTask forTask(WantedEnd end, String task) {
        Job job = end.entry().job();
        boolean isProvable =
                end.isShown()
                        && end.next().or(job::target).flatMap(sessions::transcript).isPresent();
        Receipt receipt = receipts.of(NoteKey.ofEnd(job), task);
        return new Claims.ForTask(end.entry(), receipt, end.next(), isProvable);
    }

    /// Makes a hand-over to a hook.
    ///
    /// @param transcript the path of the agent's record of the conversation; empty if it keeps none
    public HandOver handOver(long hook, String transcript) {
        return held.handOver(hook, transcript);
    }

    /// Passes on what earlier agents in this place have not received. Blocks for some tmux calls.
    public void passOn(NudgeTarget next) {
        leftovers.pass(next);
        wake(next);
    }

    /// Returns whether this agent runs nudge's hooks. Blocks on the file system only.
    public boolean runsHooks(NudgeTarget agent) {
        return sessions.runsHooks(agent) && recipients.hasHooks(agent);
    }

    /// Returns the courier, which types for agents and can look at their panes.
    public Courier courier() {
        return courier;
    }

    private void wake(NudgeTarget target) {
        if (isFilled) {
            courier.wake(AgentBinding.of(target));
        }
    }

    @Override
    public void close() {
        taskClaims.close();
        courier.close();
    }
}
