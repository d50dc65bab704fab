package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.testkit.SomeJob;
import dev.nudge.testkit.TemporaryFolder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PendingMarksTest {
    private static final NudgeTarget AGENT = SomeJob.AGENT;

    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();
    private final Set<NudgeTarget> typing = ConcurrentHashMap.newKeySet();
    private final PendingMarks marks = new PendingMarks(folder.path(), _ -> true, Stream::empty);

    private PendingMarks.Wanted wanted() {
        return new PendingMarks.Wanted(
                Stream.empty(), List.copyOf(typing).stream(), Stream.empty());
    }

    /// Else the hook would leave no receipt for what is typed.
    @Test
    void markOfWhatIsTypedIsNotRemovedByOneWhoLookedBefore() throws Exception {
        marks.start();
        CompletableFuture<Void> hasLooked = new CompletableFuture<>();
        CompletableFuture<Void> looksNoMore = new CompletableFuture<>();
        Thread slow =
                Thread.ofPlatform()
                        .start(() ->
                                marks.set(() -> {
                                    PendingMarks.Wanted seen = wanted();
                                    hasLooked.complete(null);
                                    looksNoMore.join();
                                    return seen;
                                }));
        hasLooked.join();

        typing.add(AGENT);
        Thread typist = Thread.ofPlatform().start(() -> marks.set(this::wanted));
        await().until(
                        typist::getState,
                        state -> state == Thread.State.BLOCKED || state == Thread.State.TERMINATED);
        looksNoMore.complete(null);
        slow.join();
        typist.join();

        assertThat(folder.path().toFile().list()).containsExactly("42-3.typing");
    }

    /// What is in a queue leaves its receipt in the record of the thread.
    @Test
    void threadAndAnAgentElsewhereHaveAMarkOnlyWhileSomethingWaits() throws Exception {
        List<NudgeTarget> agents =
                List.of(NudgeTarget.thread("one", 99, 1), NudgeTarget.outside(98, 1, "/tmp"));
        marks.start();

        marks.set(() -> new PendingMarks.Wanted(agents.stream(), agents.stream(), agents.stream()));

        assertThat(folder.path().toFile().list())
                .containsExactlyInAnyOrder("thread-one", "elsewhere");
    }
}
