package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// The user is not there: has detached from the session, or looks at another window. tmux tells the
/// agent that it has lost the focus, and the agent hides its cursor.
class AwayEndToEndIT {
    private static final Duration PATIENCE = Patience.LONG;

    private static void goAway(NudgedGemini world) {
        try (Person user = Person.attach(world.tmux(), "gemini-cli")) {
            user.press("C-b", "d");
            awaitCursorIsHidden(world);
        }
    }

    private static void awaitCursorIsHidden(NudgedGemini world) {
        await().atMost(PATIENCE)
                .until(
                        () -> world.tmux().displayMessage(world.agent().pane(), "#{cursor_x}"),
                        "0"::equals);
    }

    @Test
    void resultIsTypedAlthoughTheUserHasDetachedButTheDraftIsLeftAlone() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path gate = world.gate("go");
            world.ask(world.untilReleased(gate, "echo done"));
            goAway(world);
            NudgedGemini.open(gate);

            assertThat(world.awaitNudge("[nudge: job 1,"))
                    .startsWith("Background command completed");
            world.awaitDelivered(1);
            world.agent().awaitTitle("Ready");
            world.assertToldOnce(1);
            awaitCursorIsHidden(world);

            Path second = world.gate("second");
            world.ask(world.untilReleased(second, "echo done"));
            world.agent().type("half a thought");
            world.agent().awaitText("half a thought");
            goAway(world);
            NudgedGemini.open(second);
            world.awaitEnd(2);

            await().during(Duration.ofSeconds(4))
                    .atMost(PATIENCE)
                    .until(() -> world.job(2).path("nudge").stringValue(""), "pending"::equals);
            awaitCursorIsHidden(world);
            world.agent().awaitText("\n > half a thought\n");
        }
    }

    @Test
    void resultIsQueuedWhileTheAgentWorksAndNobodyLooks() {
        try (NudgedGemini world = NudgedGemini.startWithoutHooks()) {
            Path gate = world.gate("go");
            CountDownLatch hold = new CountDownLatch(1);
            world.model().onUserText("think").with(ModelReply.text("a thought").heldAfter(hold));
            world.ask(world.untilReleased(gate, "echo done"));
            world.agent().submit("think hard");
            world.agent().awaitTitle("Working");
            goAway(world);
            NudgedGemini.open(gate);
            world.awaitDelivered(1);
            hold.countDown();

            assertThat(world.awaitNudge("[nudge: job 1,"))
                    .startsWith("Background command completed");
        }
    }
}
