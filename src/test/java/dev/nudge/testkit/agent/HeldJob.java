package dev.nudge.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A job whose end is to be reported to an agent, which runs until it is released.
public record HeldJob(String name, Path gate, long number, RealAgent agent) {
    /// So often nudge looks at a pane that it may not type into, before it waits for a change.
    private static final int LOOKS = 4;

    /// In the answer, JSON within JSON.
    private static final Pattern NUMBER =
            Pattern.compile("\\bjob\\W{1,8}(\\d+)", Pattern.CASE_INSENSITIVE);

    /// Lets the model start one, which is promised to be reported, and waits until the agent is
    /// ready again.
    ///
    /// @param name as no other job of this agent has it
    public static HeldJob in(RealAgent agent, String name) {
        Path gate = agent.gate(name);
        String answer = agent.ask("task " + name, RealAgent.until(gate));
        assertThat(answer)
                .as(agent::account)
                .contains("started in the background")
                .contains("notif");
        agent.awaitReady();
        Matcher number = NUMBER.matcher(answer);
        assertThat(number.find()).as(answer).isTrue();
        return new HeldJob(name, gate, Long.parseLong(number.group(1)), agent);
    }

    /// Starts one as a person does for the agent, which takes no turn of its model's.
    public static HeldJob byHand(RealAgent agent, String name) {
        Path gate = agent.gate(name);
        long number = agent.user().runJob("--agent", agent.pane(), "--", RealAgent.until(gate));
        return new HeldJob(name, gate, number, agent);
    }

    /// Lets it end.
    public void release() {
        Unchecked.run(() -> Files.createFile(gate));
    }

    /// Returns how the message about its end begins.
    public String notice() {
        return "Background command completed: \"while [ ! -e " + gate;
    }

    /// Lets it end, and waits until nudge has looked at the agent some times since, and has not
    /// reported it.
    public void endUnreported() {
        int before = agent.tmux().looks();
        end();
        agent.await(() -> agent.tmux().looks() >= before + LOOKS);
        assertUnreported();
    }

    /// Lets it end while there is no agent at which nudge could look, but the shell in its pane.
    public void endWithoutAgent() {
        end();
        Patience.rest(Duration.ofSeconds(3));
        assertUnreported();
        assertThat(agent.screen().stripTrailing()).endsWith("$").doesNotContain(notice());
    }

    private void end() {
        release();
        agent.await(() -> agent.user().stored(number).path("state").asString("").equals("ended"));
    }

    /// Returns what its command has and no other one's: a name may begin another one.
    private String mark() {
        return gate + " ";
    }

    private void assertUnreported() {
        assertThat(agent.model().all().stream().filter(r -> r.lastUserText().contains(mark())))
                .as("requests that report %s", name)
                .isEmpty();
    }

    /// Waits until the model is told of its end, and returns that text.
    public String awaitTold() {
        return agent.awaitTold(mark());
    }

    /// Waits until the record says how far its report is, as [RealAgent#awaitRecorded].
    public void awaitRecorded(String nudge, String text) {
        agent.awaitRecorded(number, nudge, text);
    }

    /// Waits until the model is told, and asserts that it was told once.
    public void assertToldOnce() {
        agent.awaitTold(mark());
        agent.awaitReady();
        assertThat(agent.timesTold(mark()))
                .as(() -> agent.model().requests().getLast().userTexts() + agent.account())
                .isEqualTo(1);
    }
}
