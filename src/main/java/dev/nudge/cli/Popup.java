package dev.nudge.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A popup of tmux with the terminal of a job.
final class Popup {
    private Popup() {}

    /// Shows it until the user detaches or the job has ended. One that fails stays, so that its
    /// complaint can be read.
    ///
    /// @throws IOException if there is no such terminal, or no tmux to show it; the message says
    ///   why
    static void attach(long job) throws IOException, InterruptedException {
        JobTerminal.of(job).close();
        if (System.getenv().getOrDefault("TMUX", "").isEmpty()) {
            throw new IOException(
                    "This shell is not inside tmux, so there is no place for a popup. Without one: nudge attach "
                            + job);
        }
        Process tmux =
                new ProcessBuilder(command(job))
                        .redirectInput(ProcessBuilder.Redirect.INHERIT)
                        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String complaint =
                new String(tmux.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (tmux.waitFor() != 0 && !complaint.isEmpty()) {
            throw new IOException(
                    "tmux shows no popup: %s. A popup needs a terminal that is attached to tmux. Without one: nudge attach %d"
                            .formatted(complaint, job));
        }
    }

    private static List<String> command(long job) {
        List<String> attach = new ArrayList<>(List.of("env"));
        attach.addAll(ownSettings());
        attach.addAll(Installation.launcher());
        attach.addAll(List.of("attach", Long.toString(job)));
        return List.of(
                "tmux", "display-popup", "-EE", "-w", "90%", "-h", "90%", ShellWords.join(attach));
    }

    /// A popup gets the environment of the tmux server, which may lead to another state directory.
    private static List<String> ownSettings() {
        return System.getenv().entrySet().stream()
                .filter(e -> e.getKey().matches("HOME|XDG_\\w+_(HOME|DIR)|NUDGE_\\w+"))
                .map(e -> e.getKey() + "=" + e.getValue())
                .sorted()
                .toList();
    }
}
