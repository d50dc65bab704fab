package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.Inherited;
import dev.nudge.testkit.DiskFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The one ticket of a job, and what becomes of it.
class QueueStoreTest extends DiskFixture {
    private QueueStore store;
    private JobDirectory job;

    @BeforeEach
    void prepare() throws IOException {
        store = new QueueStore(disk.state());
        job = disk.state().job(17);
        Files.createDirectories(job.path());
    }

    /// Plays the host of a job that its cluster has put back.
    private void move(String from, String to) throws IOException {
        Files.move(job.path().resolve(from), job.path().resolve(to));
    }

    /// Gives the ticket to a submission, whose host takes it.
    private void takeTicket() throws IOException {
        store.issueTicket(job);
        store.assignTicket(job, "m8x3k2");
        move("ticket-m8x3k2", "claimed-4711");
    }

    @Test
    void endOfAStartCountsUnlessThereHasBeenAnother() throws IOException {
        takeTicket();
        move("claimed-4711", "claimed-4711.1");

        assertThat(store.settle(job, "4711")).isFalse();
        assertThat(store.claimant(job)).contains("4711.1");
        assertThat(store.settle(job, "4711.1")).isTrue();
        assertThat(store.settle(job, "4711.1")).as("done again").isTrue();
        assertThat(job.path().toFile().list()).containsExactly("settled");
    }

    /// A host that ends before it has made room for its own would seem to have ended as the last.
    @Test
    void nextStartFindsNoEndOfTheLastOne() throws IOException {
        for (String file : List.of("host.json", "exit.json", "exit.json.tmp")) {
            Files.createFile(job.path().resolve(file));
        }

        store.closeAttempt(job, 1);

        assertThat(job.path().toFile().list()).containsExactly("exit-1.json");
    }

    @Test
    void ticketThatAnEarlierSubmissionHasLeftIsNotTakenForTheJobsOwn() throws IOException {
        store.issueTicket(job);
        store.assignTicket(job, "m8x3k2");
        store.issueTicket(job);
        Files.delete(job.ticket()); // by a host here

        assertThat(store.revokeTicket(job)).isFalse();
    }

    @Test
    void ticketThatIsUsedUpIsNotTakenForOneThatWasTakenBackAndTheNextStartHasItsOwn()
            throws IOException {
        takeTicket();
        store.settle(job, "4711");
        assertThat(store.revokeAnyTicket(job)).isFalse();
        assertThat(store.hasTicket(job)).isFalse();

        store.issueTicket(job);

        assertThat(job.path().toFile().list()).containsExactly("ticket");
        assertThat(store.revokeAnyTicket(job)).isTrue();
        QueueStore.removeTickets(job);
        assertThat(job.path().toFile().list()).isEmpty();
        assertThat(store.hasTicket(job)).isFalse();
    }

    @Test
    void whatAStartNeedsIsKeptByteForByte() throws IOException {
        Map<String, String> limits = Map.of("nofile", "300:unlimited");
        Inherited inherited = new Inherited("0027", limits, OptionalInt.of(7), "0-3,8");
        Map<String, String> environment =
                Map.of("a.b", "caf\udce9 é", "x-\udc80", "", "BASH_FUNC_f%%", "() { :; }");
        LaunchOrder order = new LaunchOrder(inherited, environment, true);

        store.saveOrder(job, order);

        assertThat(store.order(job)).isEqualTo(order);
    }
}
