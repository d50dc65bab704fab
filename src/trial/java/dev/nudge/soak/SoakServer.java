package dev.nudge.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The MCP server of a [SoakAgent]: `nudge mcp`, started anew whenever it dies. Passes on the calls
/// of the trial and their answers; a call whose server has died is answered with `gone`, whatever
/// its answer would have been.
final class SoakServer {
    private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                    + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"soak\",\"version\":\"1\"}}}\n";
    private static final String INITIALIZED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

    private final List<String> command;
    private final Path pidFile;
    private final OutputStream trial;
    private final Set<String> unanswered = new LinkedHashSet<>();
    private final Set<String> dropped = new HashSet<>();
    private final Set<String> inTurns = new HashSet<>();
    private final Map<String, String> received = new HashMap<>();
    private @Nullable Writer server;

    /// @param pidFile is told the server's process id
    /// @param trial is told the answers
    SoakServer(List<String> command, Path pidFile, OutputStream trial) {
        this.command = command;
        this.pidFile = pidFile;
        this.trial = trial;
    }

    /// Runs servers, one after the other, for ever.
    void run() {
        try {
            while (true) {
                serve(
                        new ProcessBuilder(command)
                                .redirectError(pidFile.resolveSibling("pump.err").toFile())
                                .start());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(Process process) throws IOException {
        writePid(process.pid());
        try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8);
                Writer calls = process.outputWriter(StandardCharsets.UTF_8)) {
            write(calls, INITIALIZE);
            if (answers.readLine() != null) {
                write(calls, INITIALIZED);
                serving(calls);
                for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                    answered(line);
                }
            }
        } catch (IOException e) {
            // A server that dies while it is written to is like one that dies otherwise.
        }
        gone();
    }

    private void writePid(long pid) throws IOException {
        Path next = Files.writeString(pidFile.resolveSibling("pump.new"), Long.toString(pid));
        Files.move(next, pidFile, StandardCopyOption.ATOMIC_MOVE);
    }

    private synchronized void serving(Writer calls) {
        server = calls;
        notifyAll();
    }

    private synchronized void answered(String line) throws IOException {
        String id = id(line);
        if (unanswered.remove(id) && inTurns.contains(id)) {
            received.put(id, line);
        } else {
            pass(line);
        }
        notifyAll();
    }

    /// Tells the trial an answer.
    synchronized void pass(String line) throws IOException {
        trial.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private synchronized void gone() throws IOException {
        server = null;
        for (String id : unanswered) {
            say(id, "gone");
        }
        unanswered.clear();
        notifyAll();
    }

    /// What has become of a call in a turn.
    ///
    /// @param answer empty if the call was dropped, or its server has died
    record Over(boolean isDropped, Optional<String> answer) {}

    /// Passes a call on, and waits until it is answered or dropped, or the server has died. That it
    /// begins is said with `begun`; an answer is passed on by the caller.
    synchronized Over callAndWait(String line) throws InterruptedException, IOException {
        String id = id(line);
        inTurns.add(id);
        say(id, "begun");
        call(line);
        while (unanswered.contains(id)) {
            wait();
        }
        inTurns.remove(id);
        return new Over(dropped.remove(id), Optional.ofNullable(received.remove(id)));
    }

    /// Gives up a call, which is answered with `dropped`; the server is told nothing. Not one that
    /// has not been passed on yet, or has been answered.
    synchronized void drop(String id) throws IOException {
        if (unanswered.remove(id)) {
            dropped.add(id);
            notifyAll();
            say(id, "dropped");
        }
    }

    private void say(String id, String what) throws IOException {
        pass("{\"id\":%s,\"%s\":true}".formatted(id, what));
    }

    /// Passes a call on, as soon as there is a server.
    synchronized void call(String line) {
        try {
            while (server == null) {
                wait();
            }
            unanswered.add(id(line));
            write(server, line + "\n");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The end of the server answers the call.
        }
    }

    private static void write(Writer to, String line) throws IOException {
        to.write(line);
        to.flush();
    }

    private static String id(String line) {
        Matcher id = ID.matcher(line);
        return id.find() ? id.group(1) : "";
    }
}
