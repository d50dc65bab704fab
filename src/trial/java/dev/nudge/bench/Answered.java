package dev.nudge.bench;

import dev.nudge.testkit.NudgeUser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A program that has been started and has answered with a line.
///
/// @param process still runs
/// @param ms from its start to the line
record Answered(Process process, String line, double ms) {
    /// Starts a program as a process of the user's, and waits for its first line.
    ///
    /// @param input a line that it is sent; empty for none
    static Answered by(NudgeUser user, List<String> words, String input) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().clear();
        builder.environment().putAll(user.environment());
        long begin = System.nanoTime();
        Process process = builder.start();
        if (!input.isEmpty()) {
            process.getOutputStream().write((input + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        }
        String line = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (line == null) {
            throw new IOException(words + " said nothing");
        }
        return new Answered(process, line, (System.nanoTime() - begin) / 1e6);
    }

    /// Starts a daemon that accepts connections then.
    static Answered daemon(NudgeUser user, String launcher) throws IOException {
        Answered daemon = by(user, List.of(launcher, "daemon"), "");
        if (!daemon.line().equals("ready")) {
            throw new IOException("the daemon did not start: " + user.log());
        }
        return daemon;
    }
}
