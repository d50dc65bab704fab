package dev.nudge.web.live;

import dev.nudge.console.JobFeed;
import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.QueueDesk;
import dev.nudge.console.queue.GroupQueue;
import dev.nudge.process.ProcessLoad;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.Wire;
import dev.nudge.store.LogHole;
import dev.nudge.web.live.PageSessions.PageSession;
import dev.nudge.web.live.PageSessions.PageSocket;
import dev.nudge.web.live.Questioning.GivenAnswers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Answers the requests of one page, and reports what it watches.
final class LiveSession implements PageSession {
    private static final Duration PACE = Duration.ofMillis(200);
    private static final Duration SIZES = Duration.ofSeconds(1);
    private static final Duration USE = Duration.ofSeconds(1);
    private static final Duration GROWTH = Duration.ofMillis(100);

    private final PageSocket page;
    private final JobReports reports;
    private final QueueDesk queue;
    private final GivenAnswers answers;
    private final LiveTasks tasks = new LiveTasks();

    LiveSession(PageSocket page, JobReports reports, QueueDesk queue, GivenAnswers answers) {
        this.page = page;
        this.reports = reports;
        this.queue = queue;
        this.answers = answers;
    }

    @Override
    public void receive(byte[] bytes) {
        fail(null, null, null, "Messages are text here.");
    }

    @Override
    public void receive(String text) {
        LiveRequest request;
        try {
            request = Wire.read(text, LiveRequest.class);
        } catch (JacksonException e) {
            fail(null, null, null, "The message is not understood: " + e.getOriginalMessage());
            return;
        }
        switch (request) {
            case LiveRequest.WatchJobs _ -> start("watch_jobs", "watch_jobs", 0, this::watchJobs);
            case LiveRequest.Follow(long job) ->
                    start("follow " + job, "follow", job, () -> follow(job));
            case LiveRequest.Unfollow(long job) -> tasks.stop("follow " + job);
            case LiveRequest.Measure(long job) ->
                    start("measure " + job, "measure", job, () -> measure(job));
            case LiveRequest.Unmeasure(long job) -> tasks.stop("measure " + job);
            case LiveRequest.Search search -> search(search);
            case LiveRequest.Cancel(String id) -> tasks.stop("search " + id);
            case LiveRequest.StdinInput input ->
                    start("answer " + input.job(), "stdin_input", input.job(), () -> answer(input));
        }
    }

    private void start(String name, String about, long job, LiveTasks.Task task) {
        tasks.start(name, task, reason -> fail(about, null, job, reason));
    }

    private void search(LiveRequest.Search search) {
        tasks.start(
                "search " + search.id(),
                () -> new LogSearch(search, reports, this::send).run(),
                reason -> fail("search", search.id(), search.job(), reason));
    }

    private void watchJobs() throws IOException, InterruptedException {
        Questioning questions = new Questioning(answers, this, this::send);
        try (JobFeed feed = reports.feed()) {
            JobFeed.Change all = feed.next(0);
            send(new LiveEvent.Jobs(all.changed(), reports.warning()));
            questions.report(all.changed(), List.of());
            List<GroupQueue> groups = reportGroups(List.of());
            long due = System.nanoTime();
            while (true) {
                Thread.sleep(PACE);
                report(feed.next(SIZES.toMillis()), questions);
                groups = reportGroups(groups);
                if (System.nanoTime() >= due) {
                    due = System.nanoTime() + SIZES.toNanos();
                    Map<Long, Long> grown = feed.grown();
                    if (!grown.isEmpty()) {
                        send(new LiveEvent.Sizes(grown));
                    }
                }
            }
        }
    }

    private void report(JobFeed.Change change, Questioning questions) throws IOException {
        if (!change.isEmpty()) {
            send(new LiveEvent.Changed(change.changed(), change.removed(), reports.warning()));
            questions.report(change.changed(), change.removed());
        }
    }

    /// Reports the groups if they have changed, and returns them.
    private List<GroupQueue> reportGroups(List<GroupQueue> before) throws IOException {
        List<GroupQueue> groups = GroupQueue.all(queue);
        if (!groups.equals(before)) {
            send(new LiveEvent.Groups(groups));
        }
        return groups;
    }

    /// Reports how a log grows, until its job has ended.
    private void follow(long job) throws IOException, InterruptedException {
        LiveEvent.@Nullable Grown last = null;
        while (last == null || !last.ended()) {
            FoundJob found = reports.find(job);
            LogHole hole = found.hole();
            LiveEvent.Grown now =
                    new LiveEvent.Grown(
                            job,
                            found.snapshot().outputBytes().orElse(0),
                            hole.to() > hole.from() ? hole : null,
                            found.job().isEnded());
            if (!now.equals(last)) {
                send(now);
                last = now;
            }
            Thread.sleep(GROWTH);
        }
    }

    /// Reports what a job uses, until it has ended.
    private void measure(long job) throws IOException, InterruptedException {
        Use last = use(reports.of(job));
        while (true) {
            Thread.sleep(USE);
            JobSnapshot shown = reports.of(job);
            if (shown.job().isEnded()) {
                return;
            }
            Use now = use(shown);
            send(now.since(last));
            last = now;
        }
    }

    private Use use(JobSnapshot shown) {
        long job = shown.number();
        return new Use(job, System.nanoTime(), reports.load(job), shown.outputBytes().orElse(0));
    }

    /// What a job has used until now.
    private record Use(long job, long nanos, ProcessLoad load, long bytes) {
        LiveEvent since(Use last) {
            double seconds = (nanos - last.nanos) / 1e9;
            long cpuMillis = load.cpuTime().minus(last.load.cpuTime()).toMillis();
            return new LiveEvent.Measured(
                    job,
                    Instant.now(),
                    Math.max(0, Math.round(cpuMillis / seconds) / 10.0),
                    load.memoryBytes(),
                    load.processes(),
                    bytes,
                    Math.max(0, Math.round((bytes - last.bytes) / seconds)));
        }
    }

    /// Types the answer to a question, if nobody else has answered it.
    private void answer(LiveRequest.StdinInput input) {
        if (!answers.claim(input.job(), input.question(), this)) {
            throw new IllegalArgumentException(
                    "The question has already been answered in a page. Nothing was typed.");
        }
        boolean isTyped = false;
        try (TerminalConnection terminal = reports.terminal(input.job())) {
            terminal.ask(new TerminalRequest.Answer(input.question(), input.text()));
            isTyped = true;
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } finally {
            if (!isTyped) {
                answers.release(input.job(), input.question());
            }
        }
    }

    private void send(LiveEvent event) throws IOException {
        page.send(Wire.write(event));
    }

    private void fail(
            @Nullable String about, @Nullable String id, @Nullable Long job, String message) {
        try {
            send(new LiveEvent.Failed(about, id, job, message));
        } catch (IOException left) {
            close();
        }
    }

    @Override
    public void close() {
        tasks.close();
    }
}
