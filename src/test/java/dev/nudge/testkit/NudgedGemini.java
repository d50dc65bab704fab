package dev.nudge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/// The whole of it: the packaged extension in the real Gemini CLI, in a tmux server of its own,
/// against a scripted model, for a user of its own.
public final class NudgedGemini implements AutoCloseable {
    /// The tool's name as the model sees it.
    public static final String TOOL = "mcp_nudge_run_long_command";

    /// What the pane's shell was given to start the agent.
    public static final String COMMAND = "gemini";

    private static final Duration PATIENCE = Patience.LONG;

    /// Less than the time after which a look at the agent's queue stands in for a receipt: that one
    /// comes is part of what is tested.
    private static final Duration TELLING_PATIENCE = Duration.ofSeconds(55);

    private static final Path EXTENSION = NudgeUser.extension();

    private final NudgeUser user;
    private final TmuxServerFixture tmux;
    private final ScriptedModel model = ScriptedModel.start();
    private final GeminiHome home = GeminiHome.create();
    private GeminiAgent agent;
    private final AtomicInteger asked = new AtomicInteger();

    private final Map<String, String> environment;

    private NudgedGemini(NudgeUser user, TmuxServerFixture tmux, Map<String, String> environment) {
        this.user = user;
        this.tmux = tmux;
        this.environment = environment;
        if (!Files.isExecutable(EXTENSION.resolve("bin/nudge"))) {
            throw new AssertionError(EXTENSION + " is missing. Run scripts/build first.");
        }
        home.linkExtension(EXTENSION);
        home.trustMcpServer("nudge");
        this.agent = newAgent();
    }

    /// Starts the agent and waits until it is ready.
    public static NudgedGemini start() {
        return startWith(Map.of());
    }

    /// Starts the agent for this user, whose processes end with it.
    public static NudgedGemini startFor(NudgeUser user) {
        return new NudgedGemini(user, TmuxServerFixture.start(), Map.of());
    }

    /// Starts the agent in a tmux that counts windows and panes from 1.
    public static NudgedGemini startCountingFromOne() {
        return new NudgedGemini(
                NudgeUser.create(), TmuxServerFixture.startCountingFromOne(), Map.of());
    }

    /// Starts the agent with these variables in its environment.
    public static NudgedGemini startWith(Map<String, String> environment) {
        return new NudgedGemini(NudgeUser.create(), TmuxServerFixture.start(), environment);
    }

    /// Starts the agent without the extension's hooks: everything is typed.
    public static NudgedGemini startWithoutHooks() {
        return startWith(Map.of("NUDGE_HOOKS", "off"));
    }

    private GeminiAgent newAgent() {
        GeminiSetup setup = GeminiAgent.in(tmux, model).home(home).relaunched();
        for (String name : List.of("XDG_STATE_HOME", "XDG_RUNTIME_DIR")) {
            setup.environment(name, String.valueOf(user.environment().get(name)));
        }
        environment.forEach(setup::environment);
        return setup.start().awaitReady();
    }

    public GeminiAgent agent() {
        return agent;
    }

    /// Ends the agent with its whole tmux server.
    public void endTmuxServer() {
        agent.close();
        tmux.tmux("kill-server");
    }

    /// Starts another agent, in a new pane of a new session of the same name.
    public void startInNewPane() {
        agent = newAgent();
    }

    /// Loads the keys of `nudge.tmux`; what they say stays for seconds.
    public void loadTmuxKeys() {
        user.environment()
                .forEach((name, value) -> tmux.tmux("set-environment", "-g", name, value));
        tmux.tmux("set-option", "-g", "display-time", "5000");
        tmux.tmux("run-shell", EXTENSION.resolve("nudge.tmux").toString());
    }

    public ScriptedModel model() {
        return model;
    }

    public TmuxServerFixture tmux() {
        return tmux;
    }

    public NudgeUser user() {
        return user;
    }

    /// Lets the user ask for a command and the model call the tool; returns the tool's answer.
    ///
    /// @throws AssertionError if the command was not started
    public String ask(String command) {
        String answer = ask(command, Map.of());
        if (!answer.contains("started in the background")) {
            throw new AssertionError("Not started: " + answer + account());
        }
        return answer;
    }

    /// As [#ask(String)], with further arguments of the tool, whatever comes of it.
    public String ask(String command, Map<String, Object> more) {
        Map<String, Object> arguments = new HashMap<>(more);
        arguments.put("command", command);
        return use("run_long_command", arguments);
    }

    /// Lets the user ask and the model call a tool of nudge; returns the tool's answer.
    public String use(String tool, Map<String, Object> arguments) {
        return awaitAnswer(begin(tool, arguments));
    }

    /// Lets the user ask and the model call a tool of nudge that does not answer at once.
    ///
    /// @return for [#awaitAnswer(int)]
    public int begin(String tool, Map<String, Object> arguments) {
        String prompt = "task number " + asked.incrementAndGet() + " please";
        int before = model.requests().size();
        model.onUserText(prompt).call("mcp_nudge_" + tool, arguments);
        agent.submit(prompt);
        return before;
    }

    /// Waits for the answer of a tool, and until the agent is idle again.
    public String awaitAnswer(int begun) {
        try {
            Optional<JsonNode> answer =
                    await().atMost(PATIENCE)
                            .until(
                                    () ->
                                            model.requests().stream()
                                                    .skip(begun)
                                                    .flatMap(r -> r.functionResponses().stream())
                                                    .findFirst(),
                                    Optional::isPresent);
            agent.awaitTitle("Ready");
            return answer.orElseThrow().toString();
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("No answer of a tool." + account(), e);
        }
    }

    /// Lets the model start a command that waits for a file, and then does the rest.
    ///
    /// @param name of the file
    /// @return the file, for [#open]
    public Path askUntil(String name, String rest) {
        Path gate = gate(name);
        ask(untilReleased(gate, rest));
        return gate;
    }

    /// Makes a command that runs until the returned file is made, and then does the rest.
    public String untilReleased(Path release, String rest) {
        return "while [ ! -e " + release + " ]; do sleep 0.02; done; " + rest;
    }

    /// Returns a path for [#untilReleased].
    public Path gate(String name) {
        return user.folder("gates").resolve(name);
    }

    /// Opens a gate.
    public static void open(Path gate) {
        Unchecked.run(() -> Files.createFile(gate));
    }

    /// Waits for the request of the model that holds a nudge with this text, and returns its user
    /// text.
    public String awaitNudge(String part) {
        return awaitTold(part).lastUserText();
    }

    /// As [#awaitNudge], and returns the request.
    public ModelRequest awaitTold(String part) {
        try {
            return model.awaitUserTextContaining(part, PATIENCE);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + account(), e);
        }
    }

    /// What the user would see, for the message of a failed test.
    private String account() {
        return "%nThe screen, titled %s, cursor %s:%n%s%nThe jobs:%n%s%nThe daemon's log:%n%s"
                .formatted(
                        agent.title(),
                        tmux.displayMessage(
                                agent.pane(),
                                "#{cursor_x} #{cursor_y} #{cursor_flag}, in mode #{pane_in_mode}, clients #{session_attached},"
                                        + " #{pane_current_command}"),
                        agent.screen(),
                        user.run("ps", "--all", "--json"),
                        user.log());
    }

    /// Returns the job as `nudge ps --all --json` shows it.
    public JsonNode job(long number) {
        return user.record(number);
    }

    /// Waits until a job has ended.
    public void awaitEnd(long number) {
        user.awaitState(number, "ended");
    }

    /// Waits until the nudge for a job is in the queue of the agent.
    public void awaitTaken(long number) {
        awaitNudgeState(number, "taken"::equals);
    }

    /// Waits until the agent is known to have begun a turn with the nudge for a job.
    public void awaitDelivered(long number) {
        awaitNudgeState(number, "delivered"::equals);
    }

    /// Waits until the agent is known to have been told, by typing or by a hook.
    public void awaitToldState(long number) {
        awaitNudgeState(number, state -> state.equals("delivered") || state.equals("handed_over"));
    }

    private void awaitNudgeState(long number, Predicate<String> isWanted) {
        try {
            await().atMost(TELLING_PATIENCE).until(() -> user.value(number, "nudge"), isWanted);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("Job " + number + " was not told." + account(), e);
        }
    }

    /// Returns all texts of the user in the last request, what was typed for the user included.
    public String conversation() {
        return String.join("\n", model.requests().getLast().userTexts());
    }

    /// Returns how often the model was told of this job, in all requests together with their
    /// history.
    public long timesTold(long number) {
        return model.requests().getLast().userTexts().stream()
                .filter(t -> t.contains("[nudge: job " + number + ","))
                .count();
    }

    /// Asserts that the model was told of this job once.
    public void assertToldOnce(long number) {
        assertThat(timesTold(number))
                .as(() -> "job %d in %s%s".formatted(number, conversation(), account()))
                .isEqualTo(1);
    }

    @Override
    public void close() {
        agent.close();
        tmux.close();
        model.close();
        user.close();
        home.close();
    }
}
