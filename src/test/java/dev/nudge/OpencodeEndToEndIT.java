package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.agent.AgentProgram;
import dev.nudge.testkit.agent.HeldJob;
import dev.nudge.testkit.agent.Opencode;
import dev.nudge.testkit.agent.RealAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// nudge in the real opencode, with its plugin: an inbox and hooks.
class OpencodeEndToEndIT extends AgentStory {
    private static final String IN_PLAN_MODE = "▣  Plan";

    OpencodeEndToEndIT() {
        super(new Opencode(), OpencodeEndToEndIT::withSlowPlugins);
    }

    /// The person has two plugins: one runs before nudge's, the other one, in the workspace, after
    /// it.
    private static RealAgent withSlowPlugins() {
        RealAgent agent = RealAgent.of(new Opencode()).register();
        slowPlugin(agent, "home/.config/opencode/plugins/a-slow.js", "in-front");
        slowPlugin(agent, "workspace/.opencode/plugins/slow.js", "behind-it");
        Opencode.keepOffTheNetwork(agent.home().resolveSibling("workspace/.opencode"));
        return agent.connect();
    }

    /// Writes a plugin that keeps a prompt of this name from the conversation until there is a
    /// file, and messages of nudge's while there is another.
    private static void slowPlugin(RealAgent agent, String plugin, String name) {
        AgentProgram.write(
                agent.home().resolveSibling(plugin),
                """
                import { existsSync, writeFileSync } from "node:fs"

                const FOLDER = "%s/%s-"

                const rest = () => new Promise((resolve) => setTimeout(resolve, 20))

                export const Slow = async () => ({
                    "chat.message": async (_, { parts }) => {
                        const text = parts.find((part) => part.type === "text")?.text ?? ""
                        if (text.includes("automatic notice]") && existsSync(`${FOLDER}hold`)) {
                            writeFileSync(`${FOLDER}message`, "")
                            while (existsSync(`${FOLDER}hold`)) await rest()
                        }
                        if (text === "%2$s") {
                            writeFileSync(`${FOLDER}prompt`, "")
                            while (!existsSync(`${FOLDER}go`)) await rest()
                        }
                    },
                })
                """
                        .formatted(agent.user().folder("gates"), name));
    }

    @Override
    String conversations() {
        return "/nudge/conversations/opencode-";
    }

    @Override
    String waiting() {
        return "nudge_wait_for_job";
    }

    /// Left out, as [#resultThatTheInboxPutOffComesWithTheAnswersOfToolsInThatTurn] shows it too.
    @Override
    void resultComesWithTheAnswersOfToolsWhileItWorks() {}

    /// Only a prompt shows in which session the person is.
    @Test
    @Override
    void waitingResultComesWithTheUsersPrompt() throws IOException {
        HeldJob job = hold("question");
        beginAnew();
        job.endUnreported();
        agent.awaitMark();

        agent.submit("what about it");

        assertThat(agent.awaitTold("what about it"))
                .as(agent::account)
                .contains(HANDED_OVER)
                .contains(job.gate().toString());
        job.assertToldOnce();
        assertThat(agent.model().requests().getLast().userTexts().getFirst())
                .startsWith("what about it");
        assertThat(agent.awaitText("what about it")).doesNotContain(HANDED_OVER);
        job.awaitRecorded("handed_over", conversations());
    }

    private void beginAnew() {
        agent.type("/new");
        agent.awaitText("New session");
        agent.keys("Enter");
        agent.awaitText("Ask anything");
    }

    /// The next prompt makes final what a person has taken back, with all that was reported there.
    @Test
    void whatIsTakenBackIsReportedWithTheNextPromptUntilWhichOthersWait() {
        HeldJob job = hold("taken-back");
        HeldJob later = hold("later");
        job.release();
        job.assertToldOnce();
        job.awaitRecorded("delivered", conversations());
        takeBack();
        later.endUnreported();
        agent.keys("C-u");

        agent.submit("what was it");

        assertThat(agent.awaitTold("what was it"))
                .contains(HANDED_OVER)
                .contains(job.gate().toString());
        job.assertToldOnce();
        later.assertToldOnce();
    }

    private void takeBack() {
        agent.type("/undo");
        agent.awaitText("Undo previous message");
        agent.keys("Enter");
        agent.awaitText("/redo");
    }

    /// What the model had not answered is told again.
    @Test
    @Override
    void nothingIsTypedIntoTheShellWhenTheAgentHasEndedAndTheNextOneIsTold() {
        HeldJob job = hold("quit");
        HeldJob unanswered = hold("unanswered");
        CountDownLatch answer = endUnanswered(unanswered);
        agent.quit();
        answer.countDown();

        job.endWithoutAgent();

        relaunch();
        assertThat(assertToldWith("another beginning", job))
                .contains(HANDED_OVER, unanswered.gate().toString());
    }

    /// The plan mode changes nothing on the disk.
    @Test
    void resultComesInTheModeOfTheLastPrompt() throws IOException {
        agent.keys("Tab");
        agent.awaitText("Plan · Model");
        HeldJob job = HeldJob.in(agent, "plan");
        agent.keys("Tab");
        agent.awaitText("┃  Build · Model");

        job.release();

        job.awaitTold();
        Pattern answered =
                Pattern.compile("(?s)\\[nudge: job %d,.*%s".formatted(job.number(), IN_PLAN_MODE));
        agent.awaitScreen(screen -> answered.matcher(screen).find());
        job.assertToldOnce();
        agent.submit("build again");
        agent.awaitTold("build again");
        agent.awaitIdle();
    }

    /// opencode takes it for answered if what its model says to the message is newer.
    @Test
    void promptThatIsSubmittedWhileAMessageBeginsATurnIsAnswered() throws IOException {
        HeldJob job = hold("beginning");
        CountDownLatch answer = new CountDownLatch(1);
        agent.model()
                .onUserText(job.gate().toString())
                .with(ModelReply.text("I see.").heldBefore(answer));
        Path hold = Files.createFile(agent.gate("in-front-hold"));
        job.release();
        awaitFile("in-front-message");
        agent.submit("in-front");
        agent.awaitIdle();
        Files.delete(hold);
        job.awaitTold();
        Files.createFile(agent.gate("in-front-go"));
        agent.awaitText("┃  in-front");
        answer.countDown();

        assertThat(agent.awaitTold("in-front")).startsWith("in-front");
        job.assertToldOnce();
    }

    /// The agent looks idle, and its inbox says that it is not.
    @Test
    void resultThatTheInboxPutOffComesWithTheAnswersOfToolsInThatTurn() throws IOException {
        HeldJob job = hold("put-off");
        CountDownLatch call = new CountDownLatch(1);
        agent.model()
                .onUserText("behind-it")
                .with(ModelReply.call(tool("list_jobs"), Map.of()).heldBefore(call));
        agent.submit("behind-it");
        awaitFile("behind-it-prompt");
        agent.awaitIdle();
        job.endUnreported();
        Files.createFile(agent.gate("behind-it-go"));
        agent.awaitState(state -> !state.isIdle());

        call.countDown();

        assertThat(job.awaitTold()).as(agent::account).contains(HANDED_OVER);
        job.assertToldOnce();
    }

    private void awaitFile(String name) {
        await().atMost(PATIENCE).until(() -> Files.exists(agent.gate(name)));
    }
}
