package dev.nudge.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.agent.GeminiCli;
import dev.nudge.testkit.agent.RealAgent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;

/// The whole of it: the packaged extension in the real Gemini CLI, in a tmux server of its own,
/// against a scripted model, for a user of its own.
public final class NudgedGemini implements AutoCloseable {
    /// The tool's name as the model sees it.
    public static final String TOOL = "mcp_nudge_run_long_command";

    /// Less than the time after which a look at the agent's queue stands in for a receipt: that one
    /// comes is part of what is tested.
    private static final Duration TELLING_PATIENCE = Duration.ofSeconds(55);

    private final RealAgent agent;
    private final AtomicInteger asked = new AtomicInteger();

    private NudgedGemini(Map<String, String> environment) {
        agent = RealAgent.of(new GeminiCli(), environment);
        GeminiCli.link(agent.home(), NudgeUser.extension());
        agent.program().trustNudge(agent.home());
        startInNewPane();
    }

    /// Starts the agent and waits until it is ready.
    public static NudgedGemini start() {
        return startWith(Map.of());
    }

    /// Starts the agent with these variables in its environment.
    public static NudgedGemini startWith(Map<String, String> environment) {
        return new NudgedGemini(environment);
    }

    public RealAgent agent() {
        return agent;
    }

    /// Ends the agent with its whole tmux server. A job or a daemon that left the agent's process
    /// group outlives it; it is not waited for once it has another parent.
    public void endTmuxServer() {
        ProcessHandle process = ProcessHandle.of(agent.pid()).orElseThrow();
        List<ProcessHandle> all = Stream.concat(Stream.of(process), process.descendants()).toList();
        tmux().tmux("kill-server");
        await().until(() -> all.stream().noneMatch(NudgedGemini::isHeld));
    }

    private static boolean isHeld(ProcessHandle process) {
        return process.isAlive() && process.parent().filter(p -> p.pid() != 1).isPresent();
    }

    /// Starts another agent, in a new pane of a new session of the same name.
    public void startInNewPane() {
        agent.open(120, 40);
    }

    /// Loads the keys of `nudge.tmux`; what they say stays for seconds.
    public void loadTmuxKeys() {
        user().environment()
                .forEach((name, value) -> tmux().tmux("set-environment", "-g", name, value));
        tmux().tmux("set-option", "-g", "display-time", "5000");
        tmux().tmux("run-shell", NudgeUser.extension().resolve("nudge.tmux").toString());
    }

    public ScriptedModel model() {
        return agent.model();
    }

    public TmuxServerFixture tmux() {
        return agent.tmux();
    }

    public NudgeUser user() {
        return agent.user();
    }

    /// Lets the user ask for a command and the model call the tool; returns the tool's answer.
    ///
    /// @throws AssertionError if the command was not started
    public String ask(String command) {
        String answer = ask(command, Map.of());
        assertThat(answer).as(agent::account).contains("started in the background");
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
        return agent.begin("task number " + asked.incrementAndGet() + " please", tool, arguments);
    }

    /// Waits for the answer of a tool, and until the agent is idle again.
    public String awaitAnswer(int begun) {
        String answer = agent.awaitAnswer(begun);
        agent.awaitTitle("Ready");
        return answer;
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
        return "while [ ! -e " + release + " ]; do sleep 0.1; done; " + rest;
    }

    /// Returns a path for [#untilReleased].
    public Path gate(String name) {
        return agent.gate(name);
    }

    /// Opens a gate.
    public static void open(Path gate) {
        Unchecked.run(() -> Files.createFile(gate));
    }

    /// Waits for the request of the model that holds a nudge with this text, and returns its user
    /// text.
    public String awaitNudge(String part) {
        return agent.awaitTold(part);
    }

    /// As [#awaitNudge], and returns the request.
    public ModelRequest awaitTold(String part) {
        return agent.awaitRequest(part);
    }

    /// Returns the job as `nudge ps --all --json` shows it.
    public JsonNode job(long number) {
        return user().record(number);
    }

    /// Waits until a job has ended.
    public void awaitEnd(long number) {
        user().awaitState(number, "ended");
    }

    /// Waits until the nudge for a job is in the queue of the agent.
    public void awaitTaken(long number) {
        awaitNudgeState(number, "taken");
    }

    /// Waits until the agent is known to have begun a turn with the nudge for a job. Starts no
    /// daemon.
    public void awaitDelivered(long number) {
        awaitNudgeState(number, "delivered");
    }

    /// Waits until the agent is known to have been told, by typing or by a hook.
    public void awaitToldState(long number) {
        awaitNudgeState(number, "delivered", "handed_over");
    }

    private void awaitNudgeState(long number, String... wanted) {
        try {
            await().atMost(TELLING_PATIENCE)
                    .until(
                            () -> user().stored(number).path("nudge").asString(""),
                            Set.of(wanted)::contains);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("Job " + number + " was not told.\n" + agent.account(), e);
        }
    }

    /// Returns all texts of the user in the last request, what was typed for the user included.
    public String conversation() {
        return String.join("\n", model().requests().getLast().userTexts());
    }

    /// Returns how often the model was told of this job, in all requests together with their
    /// history.
    public long timesTold(long number) {
        return agent.timesTold("[nudge: job " + number + ",");
    }

    /// Asserts that the model was told of this job once.
    public void assertToldOnce(long number) {
        assertThat(timesTold(number))
                .as(() -> "job %d in %s%s".formatted(number, conversation(), agent.account()))
                .isEqualTo(1);
    }

    @Override
    public void close() {
        agent.close();
    }
}
