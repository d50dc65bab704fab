package dev.nudge.console;

import dev.nudge.agent.Agents;
import dev.nudge.job.Job;
import dev.nudge.job.NudgeTarget;
import dev.nudge.job.Signal;
import dev.nudge.job.record.JobRecord;
import dev.nudge.jobs.JobEnds;
import dev.nudge.jobs.JobKiller;
import dev.nudge.jobs.JobKiller.Outcome;
import dev.nudge.jobs.Jobs;
import dev.nudge.jobs.Terminals;
import dev.nudge.outbox.HandOver;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import dev.nudge.store.JobStore;
import dev.nudge.store.LogHole;
import dev.nudge.upkeep.DiskWatch;
import dev.nudge.upkeep.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/// Answers the command line: one request per line, one response per line; but a client that waits
/// for ends is told of each end as it comes.
public final class CliConversation implements Conversation {
    private final LineReader in;
    private final LineWriter out;
    private final Jobs jobs;
    private final JobReports reports;
    private final JobKiller killer;
    private final Retention retention;
    private final Runner runner;
    private final JobStore store;
    private final Terminals terminals;
    private final Location location;
    private final HandOver handOver;
    private final Backgrounder backgrounder;
    private final AgentReports agents;
    private final EndReports ends;
    private final DiskWatch disk;
    private final Runnable stop;

    public CliConversation(
            LineReader in,
            LineWriter out,
            Jobs jobs,
            JobReports reports,
            JobKiller killer,
            Retention retention,
            Runner runner,
            JobStore store,
            Terminals terminals,
            Location location,
            HandOver handOver,
            Backgrounder backgrounder,
            AgentReports agents,
            JobEnds ends,
            DiskWatch disk,
            Runnable stop) {
        this.in = in;
        this.out = out;
        this.jobs = jobs;
        this.reports = reports;
        this.killer = killer;
        this.retention = retention;
        this.runner = runner;
        this.store = store;
        this.terminals = terminals;
        this.location = location;
        this.handOver = handOver;
        this.backgrounder = backgrounder;
        this.agents = agents;
        this.ends = new EndReports(ends, disk, out);
        this.disk = disk;
        this.stop = stop;
    }

    /// Finds out where the client is. Blocks for some tmux calls.
    public interface Location {
        Agents.Found find();
    }

    /// Starts a command for the client.
    interface Runner {
        /// @throws IllegalArgumentException if it cannot be started; the message says why
        Job run(Request.Run request);

        /// @throws IllegalArgumentException as above
        Job restart(Job like);
    }

    @Override
    public void hold() throws IOException {
        try (handOver;
                ends) {
            answerAll();
        }
    }

    private void answerAll() throws IOException {
        while (true) {
            try {
                if (!answerOne()) {
                    return;
                }
            } catch (OutOfMemoryError | StackOverflowError e) {
                write(
                        new Response.Failure(
                                "This request needed more memory than the nudge daemon has, and was given up."));
            }
        }
    }

    /// @return false when the client has left
    private boolean answerOne() throws IOException {
        switch (in.next()) {
            case Read.Line(String line) -> answer(line);
            case Read.TooLong(int max) ->
                    write(new Response.Failure("The request is over " + max + " bytes."));
            case Read.End _ -> {
                return false;
            }
        }
        return true;
    }

    private void answer(String line) throws IOException {
        Request request;
        try {
            request = Wire.read(line, Request.class);
        } catch (JacksonException _) {
            write(
                    new Response.Failure(
                            "The request is not understood; client and daemon may be of different versions. End the daemon, the next call starts another: nudge daemon stop"));
            return;
        }
        Optional<Response> response = answerOrFailure(request);
        if (response.isPresent()) {
            write(response.get());
        }
        if (request instanceof Request.Stop) {
            stop.run();
        }
    }

    private Optional<Response> answerOrFailure(Request request) throws IOException {
        try {
            if (request instanceof Request.AwaitEnds(List<Long> awaited)) {
                ends.add(awaited.stream().map(jobs::require).toList());
                return Optional.empty();
            }
            return Optional.of(answer(request));
        } catch (IllegalArgumentException e) {
            return Optional.of(new Response.Failure(String.valueOf(e.getMessage())));
        }
    }

    private Response answer(Request request) throws IOException {
        return switch (request) {
            case Request.ListJobs(boolean all) ->
                    new Response.Jobs(reports.list(all), disk.trouble().orElse(null));
            case Request.ShowJob(long number) -> found(reports.of(number));
            case Request.Kill(long number, Integer grace) -> kill(number, grace);
            case Request.Clean clean -> clean(clean);
            case Request.Run run -> found(JobRecord.of(runner.run(run)));
            case Request.Locate _ -> locate();
            case Request.ListAgents _ -> agents.all();
            case Request.HandOver _ -> handOver();
            case Request.ConfirmHandOver _ -> confirmHandOver();
            case Request.Background(String pane) ->
                    new Response.Backgrounded(backgrounder.in(pane));
            case Request.Select(List<String> words) ->
                    new Response.Jobs(
                            new JobSelection(jobs).of(words).stream().map(reports::of).toList(),
                            null);
            case Request.SendSignal(long number, String signal) -> signal(number, signal);
            case Request.Restart(long number) ->
                    found(JobRecord.of(runner.restart(jobs.require(number).job())));
            case Request.AwaitEnds _ -> throw new AssertionError("it has several answers");
            case Request.Stop _ -> new Response.Stopping(ProcessHandle.current().pid());
        };
    }

    private Response clean(Request.Clean request) {
        List<Long> named = request.jobs();
        if (named != null && !named.isEmpty()) {
            return cleaned(retention.remove(named), List.of());
        }
        Predicate<Job> isMeant = Retention.meant(request.olderThanSeconds(), request.state());
        return cleaned(retention.clean(isMeant), retention.kept(isMeant));
    }

    private static Response cleaned(Retention.Removed removed, List<Long> kept) {
        return new Response.Cleaned(removed.jobs(), kept, removed.complaints());
    }

    private Response locate() {
        return switch (location.find()) {
            case Agents.Found.At(NudgeTarget t) ->
                    new Response.Located(true, "session " + t.session() + ", pane " + t.paneId());
            case Agents.Found.Nowhere(_, String reason) -> new Response.Located(false, reason);
        };
    }

    /// Hands over the notes. An agent that takes a prompt has dropped the calls it was waiting for.
    private Response handOver() {
        if (location.find() instanceof Agents.Found.At(NudgeTarget here)) {
            backgrounder.dropped(here);
            return new Response.Handed(handOver.take(here));
        }
        return new Response.Handed(List.of());
    }

    private Response confirmHandOver() {
        handOver.confirm();
        return new Response.Handed(List.of());
    }

    private Response kill(long number, @Nullable Integer seconds) {
        Duration grace = seconds == null ? JobKiller.GRACE : Duration.ofSeconds(seconds);
        return switch (killer.kill(jobs.require(number), "killed by the user", grace)) {
            case Outcome.Killed(Job job) -> new Response.Killed(JobRecord.of(job), false);
            case Outcome.AlreadyEnded(Job job) -> new Response.Killed(JobRecord.of(job), true);
            case Outcome.Unrecorded unrecorded -> new Response.Failure(unrecorded.complaint());
            case Outcome.Survived survived -> new Response.Failure(survived.complaint());
        };
    }

    private Response signal(long number, String signal) {
        int reached = killer.signal(jobs.require(number), Signal.named(signal));
        return new Response.Signalled(number, reached);
    }

    private Response found(JobRecord job) {
        LogHole hole = store.readHole(job.job()).orElse(new LogHole(0, 0));
        String log = store.directory(job.job()).output().toString();
        String terminal =
                terminals.socket(jobs.require(job.job()).job()).map(Path::toString).orElse(null);
        return new Response.JobFound(job, log, hole.from(), hole.to(), terminal);
    }

    private void write(Response response) throws IOException {
        out.writeJson(response);
    }
}
