package dev.nudge.calls;

import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.Question;
import dev.nudge.job.nudge.NudgeState.Receipt;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.JobEntry;
import dev.nudge.mcp.OngoingCalls;
import dev.nudge.mcp.TaskView;
import dev.nudge.mcp.TaskView.Input;
import dev.nudge.mcp.TaskView.Status;
import dev.nudge.mcp.ToolReply;
import dev.nudge.mcp.Workbench;
import dev.nudge.outbox.JobOutbox;
import dev.nudge.outbox.JobOutbox.TaskEnd;
import dev.nudge.outbox.JobOutbox.WantedEnd;
import dev.nudge.store.TaskRecord;
import dev.nudge.text.Printable;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The tasks in place of answers, for the clients that take them. The id of a task is `job-17-` and
/// a secret of 128 bits: anyone who knows it may ask for the result and cancel the task, on any
/// connection; nobody else can. A task is a file in the directory of its job, and is removed with
/// it, so no daemon has to remember it. As long as a client asks for a task, nothing else reports
/// the end of its job ([JobOutbox]).
final class AgentTasks implements Workbench.Tasks {
    private static final Logger LOG = System.getLogger(AgentTasks.class.getName());
    private static final Pattern ID = Pattern.compile("job-([1-9]\\d{0,17})-([0-9a-f]{32})");
    private static final int SECRET_BYTES = 16;
    private static final String CANCELLED = "cancelled by the agent";

    private final SecureRandom random = new SecureRandom();
    private final CallingAgent agent;
    private final JobControl control;
    private final JobOutbox outbox;
    private final TaskReplies replies;

    /// The tasks that this client has begun or asks for: their records never change.
    private final Map<String, Known> asked = new ConcurrentHashMap<>();

    private final Map<Long, String> declined;

    /// @param declined by jobs, the key of the last question that nobody wants to answer, which is
    ///   the same for all connections: each request of a client may come on another one
    AgentTasks(
            CallingAgent agent,
            JobControl control,
            JobOutbox outbox,
            TaskReplies replies,
            Map<Long, String> declined) {
        this.agent = agent;
        this.declined = declined;
        this.control = control;
        this.outbox = outbox;
        this.replies = replies;
    }

    /// @param recipients callers known to be agents to whom the ends of its jobs are reported
    /// @param told its jobs as they were when its client last got the task
    private record Known(
            String id,
            TaskRecord record,
            Set<Recipient> recipients,
            AtomicReference<List<Job>> told) {
        /// Returns the job that it is a task of, in whose directory it is recorded.
        long job() {
            return record.jobs().getFirst();
        }
    }

    /// An agent that is notified of what this thread of the client's asks for.
    private record Recipient(NudgeTarget agent, String thread) {}

    /// Begins the task of a job that a call has begun.
    ///
    /// @param isAsked whether a person is asked what the job asks
    /// @return empty if it cannot be recorded; then the end of the job is reported in other ways
    Optional<ToolReply> begin(Job job, boolean isAsked) {
        TaskRecord task =
                new TaskRecord(Instant.now(), List.of(job.number()), false, null, false, isAsked);
        return begin(task, List.of(job));
    }

    /// Begins a task that waits for all these jobs, or any; empty as above.
    Optional<ToolReply> begin(boolean isAny, Duration limit, List<Job> jobs) {
        Instant now = Instant.now();
        List<Long> numbers = jobs.stream().map(Job::number).toList();
        return begin(new TaskRecord(now, numbers, isAny, now.plus(limit), true, false), jobs);
    }

    private Optional<ToolReply> begin(TaskRecord record, List<Job> jobs) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        String digits = HexFormat.of().formatHex(secret);
        long first = record.jobs().getFirst();
        try {
            control.store().writeTask(first, digits, record);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job {0}: no task: {1}", Long.toString(first), Reasons.of(e));
            jobs.forEach(outbox::dropTask);
            return Optional.empty();
        }
        Known task = keep("job-" + first + "-" + digits, record);
        expect(task, jobs(task), true);
        return Optional.of(new ToolReply.Begun(working(task, jobs(task), false)));
    }

    private Optional<Known> find(String id) {
        Matcher form = ID.matcher(id);
        if (!form.matches()) {
            return Optional.empty();
        }
        long job = Long.parseLong(form.group(1));
        if (control.jobs().find(job).isEmpty()) {
            asked.remove(id);
            return Optional.empty();
        }
        return Optional.ofNullable(asked.get(id))
                .or(() ->
                        control.store()
                                .readTask(job, form.group(2))
                                .map(record -> keep(id, record)));
    }

    private Known keep(String id, TaskRecord record) {
        forgetEnded();
        AtomicReference<List<Job>> told = new AtomicReference<>(List.of());
        Known known = new Known(id, record, ConcurrentHashMap.newKeySet(), told);
        asked.put(id, known);
        return known;
    }

    /// Forgets what is kept of jobs that have ended or were removed: their clients may not have
    /// asked for the ends.
    private void forgetEnded() {
        replies.forget(job -> !isOpen(job));
        declined.keySet().removeIf(job -> !isOpen(job));
        asked.values().removeIf(task -> task.record().jobs().stream().noneMatch(this::isOpen));
    }

    private boolean isOpen(long job) {
        return control.jobs().find(job).filter(entry -> !entry.job().isEnded()).isPresent();
    }

    @Override
    public boolean has(String id) {
        return find(id).isPresent();
    }

    @Override
    public Optional<TaskView> get(String id, boolean hasForms) {
        return find(id).map(task -> get(task, hasForms));
    }

    @Override
    public Future<?> news(List<String> ids, boolean hasForms) {
        List<Known> tasks = ids.stream().flatMap(id -> find(id).stream()).toList();
        tasks.forEach(task -> expect(task, jobs(task), hasForms));
        CompletableFuture<Void> news = new CompletableFuture<>();
        Runnable look =
                () -> {
                    if (tasks.size() < ids.size() || tasks.stream().anyMatch(this::isNew)) {
                        news.complete(null);
                    }
                };
        var _ = news.whenComplete((_, _) -> control.jobs().removeListener(look));
        control.jobs().onChange(look);
        look.run();
        tasks.stream()
                .flatMap(task -> Optional.ofNullable(task.record().until()).stream())
                .min(Instant::compareTo)
                .map(until -> Duration.between(Instant.now(), until).toMillis() + 1)
                .ifPresent(left -> {
                    var _ = news.completeOnTimeout(null, Math.max(0, left), TimeUnit.MILLISECONDS);
                });
        return news;
    }

    /// Called with the lock of a job held that changes.
    private boolean isNew(Known task) {
        return !jobs(task).equals(task.told().get());
    }

    /// Returns its jobs as they are now, without those that were removed.
    private List<Job> jobs(Known task) {
        return task.record().jobs().stream()
                .flatMap(number -> control.jobs().find(number).stream())
                .map(JobEntry::job)
                .toList();
    }

    /// Renews the claim on the ends of jobs. A task that only waits does not decide whom its job
    /// asks: the task that has begun it may.
    private void expect(Known task, List<Job> jobs, boolean hasForms) {
        for (Job job : jobs) {
            if (!wasOurs(job, task)) {
                continue;
            }
            if (task.record().isWait()) {
                outbox.expectTask(job.number());
            } else {
                outbox.expectTask(job.number(), isAsked(task, job, hasForms));
            }
        }
    }

    private TaskView get(Known task, boolean hasForms) {
        TaskRecord record = task.record();
        List<Job> jobs = jobs(task);
        task.told().set(jobs);
        expect(task, jobs, hasForms);
        List<Job> ended = jobs.stream().filter(Job::isEnded).toList();
        boolean isDone = record.isAny() ? !ended.isEmpty() : ended.size() == jobs.size();
        boolean isUp = record.until() != null && !Instant.now().isBefore(record.until());
        return isDone || isUp ? over(task, jobs, ended, isDone) : working(task, jobs, hasForms);
    }

    private TaskView working(Known task, List<Job> jobs, boolean hasForms) {
        Optional<Input> input = hasForms ? input(task, jobs.getFirst()) : Optional.empty();
        Status status = input.isPresent() ? Status.INPUT_REQUIRED : Status.WORKING;
        return view(task, status, jobs, Optional.empty(), input);
    }

    /// Returns whether a person is to be asked what the job asks, now or later: not what a person
    /// did not want to answer, and no password, which a form would show.
    private boolean isAsked(Known task, Job job, boolean hasForms) {
        return hasForms
                && task.record().isPersonAsked()
                && (job.question().isEmpty() || input(task, job).isPresent());
    }

    private Optional<Input> input(Known task, Job job) {
        return job.question()
                .filter(question ->
                        task.record().isPersonAsked()
                                && question.isPrompt()
                                && !question.isMasked()
                                && !key(job, question).equals(declined.get(job.number())))
                .map(question ->
                        new Input(
                                key(job, question),
                                "Job %d (%s) asks: %s"
                                        .formatted(
                                                job.number(),
                                                JobReplies.command(job),
                                                Printable.line(question.prompt().strip()))));
    }

    /// A job that is started again counts its questions from 1 again.
    private static String key(Job job, Question question) {
        return "question-%d-%d-%d".formatted(job.number(), job.attempts().size(), question.id());
    }

    @Override
    public boolean answer(String id, Map<String, Optional<String>> answers) {
        Optional<Known> task = find(id);
        task.flatMap(known -> control.jobs().find(known.job()))
                .ifPresent(entry -> answer(task.get(), entry.job(), answers));
        return task.isPresent();
    }

    private void answer(Known task, Job job, Map<String, Optional<String>> answers) {
        Optional<String> key = input(task, job).map(Input::key).filter(answers::containsKey);
        if (key.isEmpty()) {
            return;
        }
        Optional<String> text = answers.getOrDefault(key.get(), Optional.empty());
        if (text.isEmpty()) {
            declined.put(job.number(), key.get());
            return;
        }
        try {
            control.terminals().answer(job, job.question().orElseThrow().id(), text.get());
            control.questions().look(job.number());
        } catch (IOException | IllegalArgumentException e) {
            LOG.log(
                    Level.INFO,
                    "job {0}: an answer was not typed: {1}",
                    Long.toString(job.number()),
                    String.valueOf(e.getMessage()));
        }
    }

    private TaskView over(Known task, List<Job> jobs, List<Job> ended, boolean isDone) {
        List<TaskEnd> ends = take(ended, task, true);
        if (ends.stream().anyMatch(end -> end.share() == TaskEnd.Share.NOT_YET)) {
            return working(task, jobs, false);
        }
        asked.remove(task.id());
        boolean isCancelled = jobs.size() == 1 && isCancelled(jobs.getFirst());
        Optional<ToolReply> result =
                isCancelled ? Optional.empty() : Optional.of(replies.result(ends, jobs, isDone));
        Status status = isCancelled ? Status.CANCELLED : Status.COMPLETED;
        return view(task, status, jobs, result, Optional.empty());
    }

    private static boolean isCancelled(Job job) {
        return job.stopReason().filter(CANCELLED::equals).isPresent();
    }

    /// Returns whether the end of a job is reported to the agent of this connection, or to one that
    /// has begun the job with this task and has ended.
    private boolean isOurs(Job job, TaskRecord task) {
        return job.target()
                .filter(t -> agent.isRecipientOf(job) || (!task.isWait() && !agent.isAlive(t)))
                .isPresent();
    }

    /// Returns the same without asking the system each time, once it is so: that costs more than
    /// all else about a question for a task. It stays so as long as the client is there to ask.
    private boolean wasOurs(Job job, Known task) {
        Optional<Recipient> recipient =
                job.target().map(t -> new Recipient(t, OngoingCalls.thread()));
        if (recipient.filter(task.recipients()::contains).isPresent()) {
            return true;
        }
        boolean isOurs = isOurs(job, task.record());
        recipient.filter(_ -> isOurs).ifPresent(task.recipients()::add);
        return isOurs;
    }

    /// Takes the ends of jobs for a task, all or none, if its client shows the result or not.
    private List<TaskEnd> take(List<Job> ended, Known task, boolean isShown) {
        List<WantedEnd> ours =
                ended.stream()
                        .filter(job -> isOurs(job, task.record()))
                        .flatMap(job -> wanted(job, isShown).stream())
                        .toList();
        Map<Long, TaskEnd> ends =
                outbox.giveToTask(ours, task.id()).stream()
                        .collect(Collectors.toMap(end -> end.job().number(), end -> end));
        return ended.stream()
                .map(job -> {
                    Receipt none = new Receipt(job.number(), "");
                    TaskEnd ofAnother = new TaskEnd(job, TaskEnd.Share.RESULT, none);
                    return ends.getOrDefault(job.number(), ofAnother);
                })
                .toList();
    }

    private Optional<WantedEnd> wanted(Job job, boolean isShown) {
        Optional<NudgeTarget> next = agent.isRecipientOf(job) ? Optional.empty() : agent.here();
        return control.jobs()
                .find(job.number())
                .map(entry -> new WantedEnd(entry, next, isShown && !isCancelled(job)));
    }

    @Override
    public boolean cancel(String id) {
        Optional<Known> task = find(id);
        asked.remove(id);
        task.filter(known -> !known.record().isWait())
                .flatMap(known -> control.jobs().find(known.job()))
                .ifPresent(entry ->
                        Thread.ofVirtual().name("cancel").start(() -> kill(entry, task.get())));
        return task.isPresent();
    }

    private void kill(JobEntry entry, Known task) {
        outbox.expectTask(entry.job().number());
        var _ = control.killer().kill(entry, CANCELLED, JobLimits.GRACE);
        if (entry.job().isEnded()) {
            var _ = take(List.of(entry.job()), task, false);
        }
    }

    private TaskView view(
            Known task,
            Status status,
            List<Job> jobs,
            Optional<ToolReply> result,
            Optional<Input> input) {
        Instant created = task.record().createdAt();
        Instant changed =
                jobs.stream()
                        .map(job -> job.endedAt().or(job::startedAt).orElse(job.createdAt()))
                        .max(Instant::compareTo)
                        .filter(at -> at.isAfter(created))
                        .orElse(created);
        String words = jobs.stream().map(replies::words).collect(Collectors.joining("; "));
        return new TaskView(task.id(), status, words, created, changed, result, input);
    }
}
