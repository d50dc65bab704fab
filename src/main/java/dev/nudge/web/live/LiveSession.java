package dev.nudge.web.live;

import dev.nudge.console.JobFeed;
import dev.nudge.console.JobReports;
import dev.nudge.console.QueueDesk;
import dev.nudge.console.queue.GroupQueue;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Answers the requests of one page, and reports what it watches.
final class LiveSession implements PageSession {
    private static final Duration PACE = Duration.ofMillis(200);
    private static final Duration SIZES = Duration.ofSeconds(1);

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
                    start("follow " + job, "follow", job, new LogGrowth(job, reports, this::send));
            case LiveRequest.Unfollow(long job) -> tasks.stop("follow " + job);
            case LiveRequest.Measure(long job) ->
                    start("measure " + job, "measure", job, new JobMeter(job, reports, this::send));
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
        Questioning questions = new Questioning(answers, this);
        try (JobFeed feed = reports.feed()) {
            JobFeed.Change all = feed.next(0);
            send(new LiveEvent.AllJobs(all.changed(), warning()));
            sendAll(questions.after(all.changed(), List.of()));
            List<GroupQueue> groups = reportGroups(List.of());
            long due = System.nanoTime();
            while (true) {
                Thread.sleep(PACE);
                report(feed.next(SIZES.toMillis()), questions);
                groups = reportGroups(groups);
                if (System.nanoTime() >= due) {
                    due = System.nanoTime() + SIZES.toNanos();
                    reportSizes(feed.grown());
                }
            }
        }
    }

    private void report(JobFeed.Change change, Questioning questions) throws IOException {
        if (!change.isEmpty()) {
            send(new LiveEvent.Changed(change.changed(), change.removed(), warning()));
            sendAll(questions.after(change.changed(), change.removed()));
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

    private void reportSizes(Map<Long, Long> sizes) throws IOException {
        if (!sizes.isEmpty()) {
            send(new LiveEvent.Sizes(sizes));
        }
    }

    private @Nullable String warning() {
        return reports.warning().orElse(null);
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

    private void sendAll(List<LiveEvent> events) throws IOException {
        for (LiveEvent event : events) {
            send(event);
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
