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
    void resultIsTypedOrQueuedAlthoughTheUserHasDetachedButADraftIsLeftAlone() {
        try (NudgedGemini world = NudgedGemini.start()) {
            Path idle = world.askUntil("idle", "echo done");
            goAway(world);
            NudgedGemini.open(idle);
            assertThat(world.awaitNudge("[nudge: job 1,"))
                    .startsWith("Background command completed");
            world.awaitDelivered(1);
            world.agent().awaitTitle("Ready");
            world.assertToldOnce(1);
            awaitCursorIsHidden(world);

            Path working = world.askUntil("working", "echo done");
            CountDownLatch hold = new CountDownLatch(1);
            world.model().onUserText("think").with(ModelReply.text("a thought").heldAfter(hold));
            world.agent().submit("think hard");
            world.agent().awaitTitle("Working");
            goAway(world);
            NudgedGemini.open(working);
            world.awaitTaken(2);
            hold.countDown();
            assertThat(world.awaitNudge("[nudge: job 2,"))
                    .startsWith("Background command completed");
            world.awaitDelivered(2);
            world.agent().awaitTitle("Ready");

            Path drafting = world.askUntil("drafting", "echo done");
            world.agent().type("half a thought");
            world.agent().awaitText("half a thought");
            goAway(world);
            NudgedGemini.open(drafting);
            world.awaitEnd(3);
            await().during(Duration.ofSeconds(4))
                    .atMost(PATIENCE)
                    .until(() -> world.job(3).path("nudge").stringValue(""), "pending"::equals);
            awaitCursorIsHidden(world);
            world.agent().awaitText("\n > half a thought\n");
        }
    }
}
