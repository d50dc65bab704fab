package dev.nudge.soak;

import static org.awaitility.Awaitility.await;

import dev.nudge.store.AtomicFile;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.Unchecked;
import dev.nudge.testkit.agent.AgentProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A pane in which [SoakAgent]s run, one after the other: each is killed, the next is started.
final class SoakPane implements AutoCloseable {
    private static final Duration PATIENCE = Patience.LONG;

    private final Path folder;
    private final String session;
    private final String pane;
    private final ServerSocketChannel listener;
    private final OpenCalls calls = new OpenCalls();
    private volatile @Nullable SocketChannel agent;

    /// Makes the pane and starts its first agent.
    ///
    /// @param makePane runs a command line in a new pane and returns its id
    SoakPane(NudgeUser user, String session, UnaryOperator<String> makePane) {
        this.folder = Unchecked.get(() -> Files.createTempDirectory(user.folder("agents"), "a"));
        this.session = session;
        this.listener = Unchecked.get(() -> ServerSocketChannel.open(StandardProtocolFamily.UNIX));
        Unchecked.run(() -> listener.bind(UnixDomainSocketAddress.of(folder.resolve("calls"))));
        Thread.ofVirtual().start(this::accept);
        Path script = folder.resolve("pane.sh");
        AgentProgram.write(script, script(user));
        this.pane = makePane.apply("exec bash " + script);
        start();
    }

    /// A shell with job control, as a user has. Waits before each agent until it is told to go on.
    private String script(NudgeUser user) {
        Path extension = extension(user);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes =
                Path.of(
                                SoakAgent.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .getPath())
                        .toString();
        return """
        set -m
        export NUDGE_SESSION='%1$s'
        cd '%2$s'
        gemini() {
            echo $BASHPID >'%3$s/agent'
            exec -a gemini '%4$s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%5$s' \
                dev.nudge.soak.SoakAgent '%3$s' '%6$s/hooks/hand-over' %7$s
        }
        mkfifo '%3$s/go.new' && mv '%3$s/go.new' '%3$s/go'
        while read -r go <'%3$s/go'; do
            printf '$ gemini\\n'
            stty raw -echo
            (gemini)
            stty sane
        done
        """
                .formatted(
                        session,
                        user.folder("project"),
                        folder,
                        java,
                        classes,
                        extension,
                        words("mcp"));
    }

    /// Writes the extension's hooks, with a command that runs the classes under test. An agent of
    /// another pane may be running them, so each is replaced in one step.
    private static Path extension(NudgeUser user) {
        return Unchecked.get(() -> {
            Path hooks = user.folder("extension/hooks");
            for (String name : List.of("hand-over", "receipt")) {
                byte[] hook = Files.readAllBytes(Path.of("src/main/extension/hooks").resolve(name));
                AtomicFile.replaceUnsynced(hooks.resolve(name), hook);
            }
            Path command = user.folder("extension/bin").resolve("nudge");
            if (Files.notExists(command)) {
                Path script = user.folder("extension").resolve("nudge");
                Files.writeString(script, "#!/bin/sh\nexec " + words() + " \"$@\"\n");
                Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
                Files.move(script, command, StandardCopyOption.ATOMIC_MOVE);
            }
            return user.folder("extension");
        });
    }

    private static String words(String... arguments) {
        return NudgeUser.command(arguments).stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
    }

    /// Starts an agent where none is.
    void start() {
        Path go = folder.resolve("go");
        await().atMost(PATIENCE).until(() -> Files.exists(go));
        Unchecked.run(() -> Files.writeString(go, "go\n"));
        await().atMost(PATIENCE).until(() -> agent != null);
    }

    /// Kills the agent with SIGKILL, between two of its steps.
    ///
    /// @return when
    Instant killAgent() {
        return killAgentAfter(() -> {});
    }

    /// Kills the agent with SIGKILL after a task, during which it takes no submission.
    ///
    /// @return when it was killed
    Instant killAgentAfter(Runnable task) {
        Instant at;
        try (FileChannel keys = SoakRecord.lockFile(folder, "keys");
                FileChannel hook = SoakRecord.lockFile(folder, "hook")) {
            lockBoth(keys, hook);
            task.run();
            at = Instant.now();
            pid("agent").flatMap(ProcessHandle::of).ifPresent(ProcessHandle::destroyForcibly);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        await().atMost(PATIENCE).until(() -> agent == null);
        return at;
    }

    /// Never waits for one while it holds the other: the system, which takes an agent's threads for
    /// one, would see a deadlock. The locks end with their channels.
    private static void lockBoth(FileChannel keys, FileChannel hook) throws IOException {
        while (true) {
            FileLock first = keys.lock();
            if (hook.tryLock() != null) {
                return;
            }
            first.release();
            Patience.rest(Duration.ofMillis(2));
        }
    }

    /// Kills the agent's MCP server with SIGKILL: the launcher first, which would start the pump
    /// again.
    ///
    /// @return whether there was one
    boolean killPump() {
        return pumpPid()
                .flatMap(ProcessHandle::of)
                .filter(ProcessHandle::destroyForcibly)
                .isPresent();
    }

    /// The process id of the MCP server that was started last.
    Optional<Long> pumpPid() {
        return pid("pump");
    }

    private Optional<Long> pid(String name) {
        try {
            return Optional.of(Long.parseLong(Files.readString(folder.resolve(name)).strip()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /// Calls a tool.
    ///
    /// @return the whole answer; `{"gone":true}` if the agent or its server died in between
    /// @throws AssertionError if neither comes within some minutes
    JsonNode call(String tool, Map<String, Object> arguments) {
        OpenCalls.Call call = calls.begin(tool, arguments);
        send(call.line(), call::isOpen);
        return answer(call);
    }

    /// Has the agent call a tool in a turn of its own, which lasts until the answer.
    ///
    /// @param patience from the begin of the call until the user drops it
    Heard callInTurn(String tool, Map<String, Object> arguments, Duration patience) {
        OpenCalls.Call call = calls.begin(tool, arguments);
        Instant sent = Instant.now();
        send(SoakAgent.TURN + call.line(), call::isOpen);
        var _ =
                call.begun()
                        .thenRunAsync(
                                () -> send(SoakAgent.DROP + call.id(), call::isOpen),
                                CompletableFuture.delayedExecutor(
                                        patience.toMillis(), TimeUnit.MILLISECONDS));
        JsonNode answer = answer(call);
        return new Heard(call.begun().getNow(sent), answer);
    }

    /// What came of a call in a turn.
    ///
    /// @param begun when the agent passed it on; when it was to do so, if it has died before
    /// @param answer as of [#call]; `{"dropped":true}` if the user has dropped it
    record Heard(Instant begun, JsonNode answer) {}

    private JsonNode answer(OpenCalls.Call call) {
        try {
            return call.answer().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException | ExecutionException e) {
            throw new AssertionError("No answer to " + call.line() + " in " + this, e);
        }
    }

    /// The user submits a prompt.
    void prompt(String text) {
        send(text, () -> true);
    }

    /// Sends a line to the agent, or to the next one if there is none, if it is still wanted then.
    private void send(String line, BooleanSupplier isWanted) {
        await().atMost(PATIENCE).until(() -> agent != null);
        SocketChannel to = agent;
        try {
            if (to != null) {
                if (!isWanted.getAsBoolean()) {
                    return;
                }
                to.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
                return;
            }
        } catch (IOException gone) {
            // Answered below.
        }
        calls.gone();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel next = listener.accept();
                agent = next;
                serve(next);
                agent = null;
                next.close();
                calls.gone();
            }
        } catch (IOException closed) {
            agent = null;
        }
    }

    private void serve(SocketChannel from) {
        try (BufferedReader answers =
                new BufferedReader(Channels.newReader(from, StandardCharsets.UTF_8))) {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                calls.heard(line);
            }
        } catch (IOException gone) {
            // The same as an orderly end.
        }
    }

    /// What the agents have recorded, oldest first.
    List<String> record() {
        Path record = folder.resolve("record");
        return Unchecked.get(() -> Files.exists(record) ? Files.readAllLines(record) : List.of());
    }

    /// The records that the agents have kept of their conversations, each after its name.
    List<String> conversations() {
        List<String> lines = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "transcript-*")) {
            for (Path file : files) {
                lines.add(file.toString());
                lines.addAll(Files.readAllLines(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    String id() {
        return pane;
    }

    /// The screen with its history.
    String screen(TmuxServerFixture tmux) {
        return tmux.tmux("capture-pane", "-p", "-S", "-60", "-t", pane);
    }

    @Override
    public String toString() {
        return "pane " + pane + " (session " + session + ")";
    }

    @Override
    public void close() {
        Unchecked.run(() -> {
            listener.close();
            SocketChannel last = agent;
            if (last != null) {
                last.close();
            }
        });
    }
}
