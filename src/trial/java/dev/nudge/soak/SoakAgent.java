package dev.nudge.soak;

import dev.nudge.testkit.Unchecked;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// An agent for a pane: a prompt that Gemini CLI's screen profile knows, with the same rules for
/// keys and pastes; `nudge mcp` as its child, started anew when it dies; and the extension's hooks,
/// that of a tool only for an answer that it has received (rule R8), and those of prompts with the
/// path of its record of the conversation. Told by the trial, over a socket, what to call. Knows no
/// library, so that it starts quickly.
///
/// It runs the hook of its begin before it shows its prompt; Gemini CLI shows the prompt earlier.
/// What it takes is in its [SoakRecord].
///
/// Arguments: its folder, the hooks' script, the words of `nudge mcp`. The terminal must be raw.
public final class SoakAgent {
    /// Begins an order to make a call in a turn of its own.
    static final String TURN = "turn ";

    /// Begins an order to drop the call of this id.
    static final String DROP = "drop ";

    /// As in `hooks.json`.
    private static final Duration HOOK_LIMIT = Duration.ofSeconds(30);

    /// Until the model is asked, after the hook of the prompt.
    private static final int ASKING_MS = 50;

    private static final int THINKING_MS = 250;

    private static final String CALL_IT = "Call it.";

    private final String hook;
    private final SoakRecord record;
    private final Path transcript;
    private String context = "";
    private final SoakHook hooks;
    private final SoakQueue queue = new SoakQueue();
    private final SoakPrompt prompt = new SoakPrompt(this::submitted);

    private SoakAgent(Path folder, String hook) {
        this.hook = hook;
        this.record = new SoakRecord(folder);
        this.transcript = folder.resolve("transcript-" + ProcessHandle.current().pid());
        this.hooks = new SoakHook(folder, HOOK_LIMIT);
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
        record.atHook(() -> record.add("began", Long.toString(ProcessHandle.current().pid())));
    }

    private void obey(SocketChannel trial, SoakServer server) {
        BufferedReader orders =
                new BufferedReader(Channels.newReader(trial, StandardCharsets.UTF_8));
        Unchecked.run(() -> {
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                obey(line, server);
            }
        });
    }

    private void obey(String line, SoakServer server) throws IOException {
        if (line.startsWith("{")) {
            server.call(line);
        } else if (line.startsWith(DROP)) {
            server.drop(line.substring(DROP.length()));
        } else if (line.startsWith(TURN)) {
            queue.add(CALL_IT, List.of(line.substring(TURN.length())));
        } else {
            prompt.show(line);
            queue.add(line);
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
        record.atKeys(() -> {
            draw.run();
            record.add("typed", text);
        });
        queue.add(text);
    }

    private void converse(SoakServer server) {
        hook("SessionStart", "");
        prompt.begin();
        Unchecked.run(() -> {
            while (true) {
                SoakQueue.Turn turn = queue.take();
                prompt.working(true);
                if (isAllowed(turn)) {
                    ask(turn);
                    call(server, turn.calls());
                } else {
                    again(turn.calls());
                }
                prompt.working(!queue.isEmpty());
            }
        });
    }

    /// Runs the hook of a prompt.
    private boolean isAllowed(SoakQueue.Turn turn) throws InterruptedException {
        AtomicBoolean isDenied = new AtomicBoolean();
        record.atHook(() -> {
            SoakHook.Outcome outcome = hook("BeforeAgent", turn.prompt());
            record.add("handed", outcome.json());
            context = outcome.json();
            isDenied.set(outcome.isDenied());
            record.add(outcome.isDenied() ? "denied" : "turn", turn.messages());
        });
        return !isDenied.get();
    }

    private void ask(SoakQueue.Turn turn) throws InterruptedException {
        think(ASKING_MS);
        record.atHook(() -> {
            record.converse(transcript, message(turn.prompt()), "{\"type\":\"gemini\"}");
            record.add("asked", turn.messages());
        });
    }

    /// Renders a prompt, and what its hook has added.
    private String message(String prompt) {
        return "{\"type\":\"user\",\"content\":[\"%s\"%s]}"
                .formatted(escaped(prompt), context.isEmpty() ? "" : "," + context);
    }

    /// Makes the calls of a turn. If the user drops one, the turn ends, and the user asks for the
    /// others again.
    private void call(SoakServer server, List<String> calls)
            throws InterruptedException, IOException {
        for (int i = 0; i < calls.size(); i++) {
            if (!isHeard(server, calls.get(i))) {
                again(calls.subList(i + 1, calls.size()));
                return;
            }
        }
        think(THINKING_MS);
    }

    private void again(List<String> calls) {
        if (!calls.isEmpty()) {
            queue.add(CALL_IT, calls);
        }
    }

    /// Makes a call, and receives its answer.
    ///
    /// @return whether it was not dropped
    private boolean isHeard(SoakServer server, String call)
            throws InterruptedException, IOException {
        SoakServer.Over over = server.callAndWait(call);
        over.answer().ifPresent(answer -> record.atHook(() -> receive(server, answer)));
        return !over.isDropped();
    }

    private void receive(SoakServer server, String answer) {
        Path script = Path.of(hook).resolveSibling("receipt");
        if (runHook(answer, script.toString()).failure().isEmpty()) {
            record.add("received", answer);
        }
        Unchecked.run(() -> server.pass(answer));
    }

    private static void think(int most) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(most));
    }

    private SoakHook.Outcome hook(String event, String prompt) {
        String input =
                "{\"transcript_path\":\"%s\",\"prompt\":\"%s\"}"
                        .formatted(transcript, escaped(prompt));
        String moment = event.equals("SessionStart") ? "session" : "prompt";
        return runHook(input, hook, event, moment);
    }

    private SoakHook.Outcome runHook(String input, String script, String... arguments) {
        SoakHook.Outcome outcome = Unchecked.get(() -> hooks.run(input, script, arguments));
        record.add("failed", outcome.failure());
        return outcome;
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
