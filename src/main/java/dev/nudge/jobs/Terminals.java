package dev.nudge.jobs;

import dev.nudge.job.Job;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.TerminalResponse.Shown;
import dev.nudge.store.JobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Reaches the terminals of jobs, which are held by programs of their own.
public record Terminals(JobStore store) {
    /// Time that a program needs to answer a key.
    private static final Duration ECHO = Duration.ofMillis(300);

    /// Returns the socket of the terminal; empty if the job has ended or has no terminal.
    public Optional<Path> socket(Job job) {
        return job.isEnded()
                ? Optional.empty()
                : store.readTerminal(job.number()).filter(Files::exists);
    }

    /// Types into a job's terminal and returns what it shows a moment later.
    ///
    /// @throws IllegalArgumentException if nothing can be typed; the message says why
    /// @throws IOException if it is unknown whether it was typed
    public Shown type(Job job, String text, List<String> keys) throws IOException {
        try (TerminalConnection terminal = open(job, noTerminal(job))) {
            terminal.ask(new TerminalRequest.Type(text, keys));
            Thread.sleep(ECHO);
            return show(terminal, 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the daemon ends", e);
        }
    }

    /// Types the answer to a question, and Enter. Throws as [#type], also if it is no longer open.
    public void answer(Job job, long question, String text) throws IOException {
        try (TerminalConnection terminal = open(job, noTerminal(job))) {
            terminal.ask(new TerminalRequest.Answer(question, text));
        }
    }

    /// Returns what a job's terminal shows, scrolled back by some lines.
    ///
    /// @throws IllegalArgumentException if it has none; the message says why, and what to do
    public Shown show(Job job, int back) throws IOException {
        String complaint =
                "job %d has no screen: it %s; read its output without screen instead"
                        .formatted(job.number(), job.isEnded() ? "has ended" : "has no terminal");
        try (TerminalConnection terminal = open(job, complaint)) {
            return show(terminal, back);
        }
    }

    private TerminalConnection open(Job job, String complaint) throws IOException {
        return TerminalConnection.open(
                socket(job).orElseThrow(() -> new IllegalArgumentException(complaint)));
    }

    private static Shown show(TerminalConnection terminal, int back) throws IOException {
        if (terminal.ask(new TerminalRequest.Show(0, back)) instanceof Shown shown) {
            return shown;
        }
        throw new IOException("its answer is not understood");
    }

    private static String noTerminal(Job job) {
        return job.isEnded()
                ? "job %d has ended, so it takes no input".formatted(job.number())
                : "job %d has no terminal, so nothing can be typed into it; start it with interactive: true"
                        .formatted(job.number());
    }
}
