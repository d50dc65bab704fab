package dev.nudge.jobs.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private final Admission admission = new Admission();

    @Test
    void nothingIsTakenAwayWhileAJobIsAdmitted() throws Exception {
        CompletableFuture<String> change = new CompletableFuture<>();
        admission.enter();
        Thread other =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                change.complete(admission.alone(() -> "made"));
                            } catch (Exception e) {
                                change.completeExceptionally(e);
                            }
                        });
        await().until(() -> other.getState() == Thread.State.WAITING);

        assertThat(change).isNotDone();
        admission.leave();

        assertThat(change.get()).isEqualTo("made");
    }

    /// At the latest when its start has failed, a thread leaves; mostly it has left long before.
    @Test
    void onlyTheFirstOfTwoLeavesCounts() throws Exception {
        admission.enter();
        admission.leave();
        admission.leave();

        assertThat(admission.alone(() -> "made")).isEqualTo("made");
    }
}
