package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;

import dev.nudge.text.ShellWords;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A process in a tmux pane that runs `nudge mcp`, as an agent does, and says what the test tells
/// it to. All agents of a user work in the same folder, `project`.
public final class StandInAgent implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern NUMBER = Pattern.compile("This is job (\\d+)\\.");

    private final Path folder;
    private final String pane;
    private final OutputStream input;
    private final Map<String, String> environment;
    private final AtomicInteger ids = new AtomicInteger();

    private StandInAgent(
            Path folder, String pane, OutputStream input, Map<String, String> environment) {
        this.environment = environment;
        this.folder = folder;
        this.pane = pane;
        this.input = input;
    }

    /// Starts the agent in a new session and greets its server. It is of no kind that nudge knows.
    public static StandInAgent start(TmuxServerFixture tmux, NudgeUser user, String session) {
        return start(user, inSession(tmux, user, session));
    }

    /// Starts it with the name of Gemini CLI, though without its screen.
    public static StandInAgent startKnown(TmuxServerFixture tmux, NudgeUser user, String session) {
        return start(user, "gemini", inSession(tmux, user, session), true);
    }

    private static UnaryOperator<String> inSession(
            TmuxServerFixture tmux, NudgeUser user, String session) {
        return script -> tmux.newSession(session, 100, 30, user.environment(), script);
    }

    /// Starts the agent as a client of MCP 2026-07-28, which greets nobody.
    public static StandInAgent startModern(TmuxServerFixture tmux, NudgeUser user, String session) {
        return start(user, "agent.sh", inSession(tmux, user, session), false);
    }

    /// Starts such an agent in the pane of one that has ended.
    public static StandInAgent startModernIn(TmuxServerFixture tmux, NudgeUser user, String pane) {
        return start(user, "agent.sh", inPane(tmux, pane), false);
    }

    private static UnaryOperator<String> inPane(TmuxServerFixture tmux, String pane) {
        return script -> {
            tmux.enter(pane, script);
            return pane;
        };
    }

    /// Starts the agent in the pane of one that has ended.
    public static StandInAgent startIn(TmuxServerFixture tmux, NudgeUser user, String pane) {
        return start(user, inPane(tmux, pane));
    }

    /// Starts it there with the name of Gemini CLI, though without its screen.
    public static StandInAgent startKnownIn(TmuxServerFixture tmux, NudgeUser user, String pane) {
        return start(user, "gemini", inPane(tmux, pane), true);
    }

    /// Starts the agent in a pane that the given function makes for a command.
    public static StandInAgent start(NudgeUser user, UnaryOperator<String> makePane) {
        return start(user, "agent.sh", makePane, true);
    }

    private static StandInAgent start(
            NudgeUser user, String name, UnaryOperator<String> makePane, boolean isGreeting) {
        return Unchecked.get(() -> {
            Path folder = Files.createTempDirectory(user.folder("agents"), "agent");
            Path script = folder.resolve(name);
            Files.writeString(script, script(folder, user.folder("project")));
            String pane = makePane.apply("bash " + script + "; exec bash");
            Path fifo = folder.resolve("in");
            soon().until(() -> Files.exists(fifo));
            StandInAgent agent =
                    new StandInAgent(folder, pane, Files.newOutputStream(fifo), user.environment());
            if (isGreeting) {
                agent.greet();
            }
            return agent;
        });
    }

    private static String script(Path folder, Path project) {
        return """
        cd '%1$s'
        mkfifo in.new orders && exec 9<>orders && mv in.new in
        (cd '%4$s' && exec %2$s) <in >out 2>err 9>&- &
        echo $! >pump.new && mv pump.new pump
        while kill -0 $!; do
            read -r -t 0.2 -u 9 event pause || continue
            case $event in
            SessionStart) sh '%5$s' $event session </dev/null >hook.new ;;
            *) (sleep "$pause"; exec %3$s $event) >hook.new || : >hook.new ;;
            esac 9>&-
            mv hook.new hook.out
        done 2>/dev/null
        """
                .formatted(
                        folder,
                        ShellWords.join(NudgeUser.command("mcp")),
                        ShellWords.join(NudgeUser.command("hand-over")),
                        project,
                        Path.of("src/main/extension/hooks/hand-over").toAbsolutePath());
    }

    /// Runs the agent's hook of a session that begins, so that it is known to run hooks.
    public void beginSession() {
        hook("SessionStart");
    }

    /// Runs the agent's hook of a prompt, as its child, and returns what it prints.
    public String hook() {
        return hook("BeforeAgent");
    }

    /// Runs the agent's hook of a prompt until all of this has been told, in whatever parts, and
    /// returns what it has printed: an end is recorded a moment before it can be handed over.
    public String awaitTold(String... parts) {
        StringBuilder told = new StringBuilder();
        return soon().pollInterval(Duration.ofMillis(250))
                .until(() -> told.append(hook()).toString(), all -> hasAll(all, parts));
    }

    private static boolean hasAll(String text, String... parts) {
        return Stream.of(parts).allMatch(text::contains);
    }

    /// Runs the agent's hook of this event, as its child, and returns what it prints; nothing if it
    /// fails: Gemini CLI takes the output of a hook that succeeds only.
    public String hook(String event) {
        startHook(event, Duration.ZERO);
        return hookAnswer();
    }

    /// Starts the agent's hook of this event, which asks nudge after a pause only.
    public void startHook(String event, Duration pause) {
        String order = event + " " + pause.toMillis() / 1000.0 + "\n";
        Unchecked.run(() -> {
            Files.deleteIfExists(folder.resolve("hook.out"));
            Files.writeString(folder.resolve("orders"), order);
        });
    }

    /// Waits for the end of the hook that was started, and returns what it has printed.
    public String hookAnswer() {
        Path answer = folder.resolve("hook.out");
        soon().until(() -> Files.exists(answer));
        return Unchecked.get(() -> Files.readString(answer));
    }

    private void greet() {
        Map<String, Object> params =
                Map.of(
                        "protocolVersion", "2025-06-18",
                        "capabilities", Map.of(),
                        "clientInfo", Map.of("name", "stand-in", "version", "1"));
        request("initialize", params);
        sendLine(
                JSON.writeValueAsString(
                        Map.of("jsonrpc", "2.0", "method", "notifications/initialized")));
    }

    /// Sends one line as it is.
    public void sendLine(String line) {
        Unchecked.run(() -> {
            input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            input.flush();
        });
    }

    /// Sends a request and waits for its answer: the whole message.
    public JsonNode request(String method, Map<String, Object> params) {
        return awaitAnswer(send(method, params));
    }

    /// Sends a request and returns its id.
    public int send(String method, Map<String, Object> params) {
        int id = ids.incrementAndGet();
        sendLine(
                JSON.writeValueAsString(
                        Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params)));
        return id;
    }

    /// Sends a call of a tool, whose progress is reported under the token, and returns its id.
    public int sendCall(String tool, Map<String, Object> arguments, String token) {
        Map<String, Object> meta = Map.of("progressToken", token);
        return send("tools/call", Map.of("name", tool, "arguments", arguments, "_meta", meta));
    }

    /// Sends a request of MCP 2026-07-28 that stands alone, and waits for its answer.
    ///
    /// @param takesTasks whether it says that the agent takes tasks, and can ask a person by a form
    public JsonNode alone(String method, Map<String, Object> params, boolean takesTasks) {
        return awaitAnswer(sendAlone(method, params, takesTasks));
    }

    /// Sends such a request and returns its id.
    public int sendAlone(String method, Map<String, Object> params, boolean takesTasks) {
        Map<String, Object> capabilities =
                takesTasks
                        ? Map.of(
                                "extensions", Map.of("io.modelcontextprotocol/tasks", Map.of()),
                                "elicitation", Map.of("form", Map.of()))
                        : Map.of();
        Map<String, Object> meta = new HashMap<>();
        meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
        meta.put("io.modelcontextprotocol/clientInfo", Map.of("name", "stand-in", "version", "1"));
        meta.put("io.modelcontextprotocol/clientCapabilities", capabilities);
        meta.put("progressToken", "token");
        Map<String, Object> all = new HashMap<>(params);
        all.put("_meta", meta);
        return send(method, all);
    }

    /// Calls a tool in such a request.
    public JsonNode callAlone(String tool, Map<String, Object> arguments, boolean takesTasks) {
        return alone("tools/call", Map.of("name", tool, "arguments", arguments), takesTasks);
    }

    /// Returns the answer to a request, if it has come.
    public Optional<JsonNode> answer(int id) {
        return lines().stream()
                .filter(line -> line.contains("\"id\":" + id))
                .map(JSON::readTree)
                .filter(m -> m.path("id").isIntegralNumber() && m.path("id").intValue() == id)
                .findFirst();
    }

    /// Waits for the answer to a request that was sent.
    public JsonNode awaitAnswer(int id) {
        return soon().until(() -> answer(id), Optional::isPresent).orElseThrow();
    }

    /// Cancels a request that was sent.
    public void cancel(int id) {
        sendLine(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%d}}"
                        .formatted(id));
    }

    /// Waits for a line of the server with all these parts.
    public String awaitLine(String... parts) {
        return soon().until(
                        () -> lines().stream().filter(l -> hasAll(l, parts)).findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /// Returns all whole lines that the server has written.
    public List<String> lines() {
        Path out = folder.resolve("out");
        String text = Unchecked.get(() -> Files.exists(out) ? Files.readString(out) : "");
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /// Calls `run_long_command` and returns the text that the model would see.
    public String run(Map<String, Object> arguments) {
        return call("run_long_command", arguments);
    }

    /// Starts a job so, and returns its number.
    public long runJob(Map<String, Object> arguments) {
        String answer = run(arguments);
        Matcher number = NUMBER.matcher(answer);
        if (!number.find()) {
            throw new AssertionError("no job was started: " + answer);
        }
        return Long.parseLong(number.group(1));
    }

    /// Calls a tool, receives the answer and returns the text that the model would see.
    public String call(String tool, Map<String, Object> arguments) {
        JsonNode answer = request("tools/call", Map.of("name", tool, "arguments", arguments));
        receive(answer);
        return text(answer);
    }

    /// Runs the extension's hook for an answer that the agent has received.
    public void receive(JsonNode answer) {
        ProcessBuilder hook =
                new ProcessBuilder("sh", "src/main/extension/hooks/receipt").inheritIO();
        hook.environment().putAll(environment);
        Unchecked.run(() -> {
            Process running = hook.redirectInput(ProcessBuilder.Redirect.PIPE).start();
            try (OutputStream in = running.getOutputStream()) {
                in.write(hookInput(answer).getBytes(StandardCharsets.UTF_8));
            }
            if (running.waitFor() != 0) {
                throw new AssertionError("the hook of a tool has failed");
            }
        });
    }

    /// As Gemini CLI gives it (rules R4 and R1).
    private static String hookInput(JsonNode answer) {
        List<Map<String, String>> parts =
                answer.path("result")
                        .path("content")
                        .valueStream()
                        .map(part -> part.path("text").stringValue(""))
                        .map(text -> "<untrusted_context>\n" + text + "\n</untrusted_context>")
                        .map(text -> Map.of("text", text))
                        .toList();
        return JSON.writeValueAsString(
                Map.of(
                        "hook_event_name",
                        "AfterTool",
                        "tool_response",
                        Map.of("llmContent", parts, "returnDisplay", parts)));
    }

    /// Returns the text of a tool's answer.
    public static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").stringValue("");
    }

    /// Returns the pane.
    public String pane() {
        return pane;
    }

    /// Returns the process id of `nudge mcp`.
    public long pumpPid() {
        Path pump = folder.resolve("pump");
        soon().until(() -> Files.exists(pump));
        return Long.parseLong(Unchecked.get(() -> Files.readString(pump)).strip());
    }

    /// Kills `nudge mcp` with SIGKILL.
    public void killPump() {
        ProcessHandle pump = ProcessHandle.of(pumpPid()).orElseThrow();
        pump.destroyForcibly();
        soon().until(() -> !pump.isAlive());
    }

    @Override
    public void close() {
        Unchecked.run(input::close);
    }
}
