package dev.nudge.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// An agent for a pane: a prompt that Gemini CLI's screen profile knows, with the same rules for
/// keys and pastes; `nudge mcp` as its child, started anew when it dies; and the extension's hooks,
/// that of a tool only for an answer that it has received (rule R8). Told by the trial, over a
/// socket, what to call. Knows no library, so that it starts quickly.
///
/// It appends to `record` what it takes, after `began`: `typed` (submitted by keys), `handed` (by
/// the hook of a prompt), `offered` (by the hook of its begin), `received` (an answer whose
/// receipts a hook has left), `asked` (its model, once a turn). Each is one step, under the lock of
/// the file `keys` or `hook`: anyone who kills it takes the locks.
///
/// Arguments: its folder, the hooks' script, the words of `nudge mcp`. The terminal must be raw.
public final class SoakAgent {
    /// Begins an order to make a call in a turn of its own.
    static final String TURN = "turn ";

    /// Begins an order to drop the call of this id.
    static final String DROP = "drop ";

    private static final int THINKING_MS = 250;

    /// Until a user who has dropped a call lets the agent go on.
    private static final int DROPPED_MS = 2000;

    private final Path folder;
    private final String hook;
    private final BlockingDeque<Turn> turns = new LinkedBlockingDeque<>();
    private final SoakPrompt prompt = new SoakPrompt(this::submitted);

    /// What the model is asked for.
    ///
    /// @param prompt what was submitted
    /// @param call what it calls, and waits for; empty for nothing
    private record Turn(String prompt, String call) {}

    private SoakAgent(Path folder, String hook) {
        this.folder = folder;
        this.hook = hook;
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        SoakAgent agent = new SoakAgent(folder, args[1]);
        agent.begin();
        SocketChannel trial = SocketChannel.open(StandardProtocolFamily.UNIX);
        trial.connect(UnixDomainSocketAddress.of(folder.resolve("calls")));
        SoakServer server =
                new SoakServer(
                        Arrays.asList(args).subList(2, args.length),
                        folder.resolve("pump"),
                        Channels.newOutputStream(trial));
        Thread.ofPlatform().daemon().name("server").start(server::run);
        Thread.ofPlatform().daemon().name("turns").start(() -> agent.converse(server));
        Thread.ofPlatform().daemon().name("trial").start(() -> agent.obey(trial, server));
        agent.read(System.in);
    }

    private void begin() {
        step("hook", () -> record("began", Long.toString(ProcessHandle.current().pid())));
    }

    private void obey(SocketChannel trial, SoakServer server) {
        try (BufferedReader orders =
                new BufferedReader(Channels.newReader(trial, StandardCharsets.UTF_8))) {
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                obey(line, server);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void obey(String line, SoakServer server) throws IOException {
        if (line.startsWith("{")) {
            server.call(line);
        } else if (line.startsWith(DROP)) {
            server.drop(line.substring(DROP.length()));
        } else if (line.startsWith(TURN)) {
            turns.addFirst(new Turn("Call it.", line.substring(TURN.length())));
        } else {
            prompt.show(line);
            turns.add(new Turn(line, ""));
        }
    }

    private void read(InputStream in) throws IOException {
        byte[] buffer = new byte[8192];
        for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
            prompt.take(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
        }
    }

    /// Called while the prompt is locked, with what is to be drawn.
    private void submitted(String text, Runnable draw) {
        step(
                "keys",
                () -> {
                    draw.run();
                    record("typed", text);
                });
        turns.add(new Turn(text, ""));
    }

    private void converse(SoakServer server) {
        try {
            step("hook", () -> record("offered", hook("SessionStart", "")));
            prompt.begin();
            while (true) {
                Turn turn = turns.take();
                prompt.working(true);
                step(
                        "hook",
                        () -> {
                            record("handed", hook("BeforeAgent", turn.prompt()));
                            record("asked", turn.prompt());
                        });
                if (turn.call().isEmpty() || isHeard(server, turn.call())) {
                    think(THINKING_MS);
                    prompt.working(!turns.isEmpty());
                } else {
                    prompt.working(false);
                    think(DROPPED_MS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Makes a call, and receives its answer.
    ///
    /// @return whether it was not dropped
    private boolean isHeard(SoakServer server, String call)
            throws InterruptedException, IOException {
        SoakServer.Over over = server.callAndWait(call);
        over.answer().ifPresent(answer -> step("hook", () -> receive(server, answer)));
        return !over.isDropped();
    }

    private void receive(SoakServer server, String answer) {
        try {
            Path input = Files.writeString(folder.resolve("hook.in"), answer);
            Path script = Path.of(hook).resolveSibling("receipt");
            Process process =
                    new ProcessBuilder("sh", script.toString())
                            .redirectInput(input.toFile())
                            .redirectError(folder.resolve("hook.err").toFile())
                            .start();
            if (process.waitFor() == 0) {
                record("received", answer);
            } else {
                record("failed", Files.readString(folder.resolve("hook.err")).strip());
            }
            server.pass(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void think(int most) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(most));
    }

    /// Returns what the hook says; empty if that is nothing, or if it failed: Gemini CLI takes the
    /// output of a hook that succeeds only.
    private String hook(String event, String prompt) {
        Path answer = folder.resolve("hook.out");
        try {
            Path input = folder.resolve("hook.in");
            Files.writeString(input, "{\"prompt\":\"" + escaped(prompt) + "\"}");
            Process process =
                    new ProcessBuilder("sh", hook, event)
                            .redirectInput(input.toFile())
                            .redirectOutput(answer.toFile())
                            .redirectError(folder.resolve("hook.err").toFile())
                            .start();
            if (process.waitFor() == 0) {
                return Files.readString(answer).strip();
            }
            record("failed", Files.readString(folder.resolve("hook.err")).strip());
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private void step(String lock, Runnable task) {
        try (FileChannel file = lockFile(folder, lock);
                FileLock _ = file.lock()) {
            task.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Opens the file whose lock holds off a killer.
    static FileChannel lockFile(Path folder, String name) throws IOException {
        return FileChannel.open(
                folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private synchronized void record(String what, String text) {
        if (text.isEmpty()) {
            return;
        }
        String line = what + "\t" + Instant.now() + "\t" + text.replace('\n', ' ') + "\n";
        try {
            Files.writeString(
                    folder.resolve("record"),
                    line,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
