package dev.nudge.daemon;

import dev.nudge.job.Job;
import dev.nudge.job.JobRecord;
import dev.nudge.job.NudgeTarget;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import dev.nudge.store.JobStore;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;

/// Answers the command line: one request a line, one response a line.
final class CliConversation implements Conversation {
    private static final int NAMED_JOBS = 10;

    private final LineReader in;
    private final LineWriter out;
    private final Jobs jobs;
    private final JobStore store;
    private final Location location;
    private final HandOver handOver;
    private final Runnable stop;

    CliConversation(
            LineReader in,
            LineWriter out,
            Jobs jobs,
            JobStore store,
            Location location,
            HandOver handOver,
            Runnable stop) {
        this.in = in;
        this.out = out;
        this.jobs = jobs;
        this.store = store;
        this.location = location;
        this.handOver = handOver;
        this.stop = stop;
    }

    /// Says where the client is. Blocks for some tmux calls.
    interface Location {
        Agents.Found find();
    }

    @Override
    public void hold() throws IOException {
        try (handOver) {
            answerAll();
        }
    }

    private void answerAll() throws IOException {
        while (true) {
            switch (in.next()) {
                case Read.Line(String line) -> answer(line);
                case Read.TooLong(int max) ->
                        write(new Response.Failure("The request is over " + max + " bytes."));
                case Read.End _ -> {
                    return;
                }
            }
        }
    }

    private void answer(String line) throws IOException {
        Request request;
        try {
            request = Wire.read(line, Request.class);
        } catch (JacksonException e) {
            write(new Response.Failure("The request is not understood: " + e.getOriginalMessage()));
            return;
        }
        write(answer(request));
        if (request instanceof Request.Stop) {
            stop.run();
        }
    }

    private Response answer(Request request) throws IOException {
        return switch (request) {
            case Request.ListJobs(boolean all) -> list(all);
            case Request.ShowJob(long number) -> show(number);
            case Request.Locate _ -> locate();
            case Request.HandOver _ -> handOver();
            case Request.ConfirmHandOver _ -> {
                handOver.confirm();
                yield new Response.Handed(List.of());
            }
            case Request.Stop _ -> new Response.Stopping(ProcessHandle.current().pid());
        };
    }

    private Response locate() {
        return switch (location.find()) {
            case Agents.Found.At(NudgeTarget t) ->
                    new Response.Located(true, "session " + t.session() + ", pane " + t.paneId());
            case Agents.Found.Nowhere(_, String reason) -> new Response.Located(false, reason);
        };
    }

    private Response handOver() {
        return new Response.Handed(
                location.find() instanceof Agents.Found.At(NudgeTarget here)
                        ? handOver.take(here)
                        : List.of());
    }

    private Response list(boolean all) {
        List<JobRecord> records =
                jobs.all().stream()
                        .filter(j -> all || !j.isEnded() || j.nudge().isOpen())
                        .map(JobRecord::of)
                        .toList();
        return new Response.Jobs(records);
    }

    private Response show(long number) {
        return jobs.find(number)
                .map(JobEntry::job)
                .<Response>map(j ->
                        new Response.JobFound(
                                JobRecord.of(j), store.directory(number).output().toString()))
                .orElseGet(() -> new Response.Failure(noSuchJob(number)));
    }

    private String noSuchJob(long number) {
        List<Job> all = jobs.all();
        if (all.isEmpty()) {
            return "No job " + number + ". There are no jobs yet.";
        }
        String known =
                all.reversed().stream()
                        .limit(NAMED_JOBS)
                        .map(j -> Long.toString(j.number()))
                        .collect(Collectors.joining(", "));
        return "No job %d. Known jobs: %s%s. List all with \"nudge ps --all\"."
                .formatted(number, known, all.size() > NAMED_JOBS ? ", …" : "");
    }

    private void write(Response response) throws IOException {
        out.write(Wire.write(response));
    }
}
