package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.Recipients;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.Jobs;
import dev.nudge.process.ProcessTable;
import dev.nudge.testkit.JobsOnDisk;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Two agents work at the same place, each in a pane of its own.
class LeftoversTest {
    private static final NudgeTarget AGENT = SomeJob.AGENT;
    private static final NudgeTarget OTHER =
            new NudgeTarget(
                    AGENT.socket(),
                    AGENT.serverPid(),
                    "%4",
                    AGENT.session(),
                    AGENT.agentPid() + 1,
                    AGENT.agentStartTime(),
                    AGENT.cwd());

    @TempDir private Path folder;

    /// No pane is found, as when the socket of tmux was removed from `/tmp`.
    ///
    /// @param open the threads that their servers have open
    private record WithoutPanes(Set<NudgeTarget> alive, Set<NudgeTarget> open)
            implements Recipients {
        @Override
        public boolean hasOpen(NudgeTarget thread) {
            return open.contains(thread);
        }

        @Override
        public boolean isAlive(NudgeTarget target) {
            return alive.contains(target);
        }

        @Override
        public boolean hasPane(NudgeTarget target) {
            return false;
        }

        @Override
        public boolean hasHooks(NudgeTarget target) {
            return true;
        }

        @Override
        public TypingProfile profile(AgentBinding agent) {
            return TypingProfile.UNKNOWN;
        }
    }

    private NudgeTarget targetAfterPassingOn(Set<NudgeTarget> alive) throws IOException {
        return targetAfterPassingOn(AGENT, OTHER, alive);
    }

    private NudgeTarget targetAfterPassingOn(
            NudgeTarget bound, NudgeTarget next, Set<NudgeTarget> alive) throws IOException {
        return passOn(
                number -> SomeJob.ended(number, "true").withTarget(bound),
                new WithoutPanes(alive, alive),
                next,
                "");
    }

    private NudgeTarget passOn(
            LongFunction<Job> made, Recipients recipients, NudgeTarget next, String session)
            throws IOException {
        return passedOn(made, recipients, next, session).target().orElseThrow();
    }

    /// @param session what the hook of a session has recorded in the pane %4
    private Job passedOn(
            LongFunction<Job> made, Recipients recipients, NudgeTarget next, String session)
            throws IOException {
        JobsOnDisk disk = new JobsOnDisk(folder);
        disk.save(made);
        Jobs jobs = disk.adopted();
        try (JobOutbox outbox =
                new JobOutbox(
                        jobs,
                        disk.store(),
                        disk.state(),
                        new ProcessTable(),
                        recipients,
                        Stream::empty)) {
            outbox.fill();
            Files.writeString(disk.state().sessions().resolve("42-4"), session);
            outbox.passOn(next);
        }
        return jobs.require(1).job();
    }

    @Test
    void newsOfALivingAgentIsNotPassedOnToAnother() throws IOException {
        assertThat(targetAfterPassingOn(Set.of(AGENT, OTHER))).isEqualTo(AGENT);
    }

    @Test
    void newsOfAnAgentThatHasEndedWithItsPaneIs() throws IOException {
        assertThat(targetAfterPassingOn(Set.of(OTHER))).isEqualTo(OTHER);
    }

    private static NudgeTarget thread(String id, long server) {
        return NudgeTarget.thread(id, server, 44);
    }

    @Test
    void threadIsOnTheDisk() throws IOException {
        JobsOnDisk disk = new JobsOnDisk(folder);
        disk.save(number -> SomeJob.ended(number, "true").withTarget(thread("one", 7)));
        disk.save(number -> SomeJob.ended(number, "true"));

        assertThat(disk.adopted().require(1).job().target()).contains(thread("one", 7));
        assertThat(disk.adopted().require(2).job().target()).contains(AGENT);
    }

    @Test
    void newsOfAThreadWaitsForThatThread() throws IOException {
        NudgeTarget bound = thread("one", 7);

        assertThat(targetAfterPassingOn(bound, thread("one", 8), Set.of(thread("one", 8))))
                .isEqualTo(thread("one", 8));
    }

    @Test
    void newsOfAThreadIsPassedOnToNoOther() throws IOException {
        NudgeTarget bound = thread("one", 7);

        assertThat(targetAfterPassingOn(bound, thread("two", 8), Set.of(thread("two", 8))))
                .isEqualTo(bound);
    }

    @Test
    void newsOfAThreadIsNotPassedOnToAnAgentInAPane() throws IOException {
        NudgeTarget bound = thread("one", 7);

        assertThat(targetAfterPassingOn(bound, OTHER, Set.of(OTHER))).isEqualTo(bound);
    }

    private static String session(String thread) {
        return "%d %d /home/.codex/sessions/rollout-%s.jsonl\n"
                .formatted(OTHER.agentPid(), OTHER.agentStartTime(), thread);
    }

    private static Job ofThread(long number) {
        return SomeJob.ended(number, "true").withTarget(thread("one", 7));
    }

    private static Job onItsWay(long number) {
        Job job = ofThread(number);
        return NoteKey.ofEnd(job).after(job, new NudgeEvent.TypingBegun("text", "id"));
    }

    /// Its server outlives the session.
    @Test
    void newsOfAThreadThatItsServerHasNotOpenIsPassedOnToThePaneThatHas() throws IOException {
        Recipients recipients = new WithoutPanes(Set.of(thread("one", 7), OTHER), Set.of());

        assertThat(passOn(LeftoversTest::ofThread, recipients, OTHER, session("one")))
                .isEqualTo(OTHER);
    }

    @Test
    void newsOfAThreadThatItsServerHasOpenIsNot() throws IOException {
        NudgeTarget bound = thread("one", 7);
        Recipients recipients = new WithoutPanes(Set.of(bound, OTHER), Set.of(bound));

        assertThat(passOn(LeftoversTest::ofThread, recipients, OTHER, session("one")))
                .isEqualTo(bound);
    }

    @Test
    void newsOfAThreadThatItsServerHasNotOpenIsPassedOnToNoOther() throws IOException {
        NudgeTarget bound = thread("one", 7);
        Recipients recipients = new WithoutPanes(Set.of(bound, OTHER), Set.of());

        assertThat(passOn(LeftoversTest::ofThread, recipients, OTHER, session("two")))
                .isEqualTo(bound);
    }

    /// It may be in the queue of the thread, which the session in the pane takes from too.
    @Test
    void messageOnItsWayToAThreadIsNotPassedOnBeforeItIsWithdrawn() throws IOException {
        NudgeTarget bound = thread("one", 7);
        Recipients recipients = new WithoutPanes(Set.of(bound, OTHER), Set.of());

        assertThat(passOn(LeftoversTest::onItsWay, recipients, OTHER, session("one")))
                .isEqualTo(bound);
    }

    /// Its server has ended after it had written the message into the record.
    @ParameterizedTest
    @CsvSource({"id, InTurn", "another, Typing"})
    void messageThatTheRecordOfAThreadHoldsIsNotTypedIntoThePaneThatHasTheThread(
            String id, String state) throws IOException {
        Path record = folder.resolve("rollout-one.jsonl");
        Files.writeString(
                record, "{\"type\":\"event_msg\",\"payload\":{\"client_id\":\"" + id + "\"}}\n");
        String session = "%d %d %s\n".formatted(OTHER.agentPid(), OTHER.agentStartTime(), record);
        Recipients recipients = new WithoutPanes(Set.of(OTHER), Set.of());

        Job job = passedOn(LeftoversTest::onItsWay, recipients, OTHER, session);

        assertThat(job.nudge().getClass().getSimpleName()).isEqualTo(state);
        assertThat(job.target()).contains(OTHER);
    }

    /// Its server is on again.
    @Test
    void newsOfAnAgentThatHasEndedIsPassedOnToItsThread() throws IOException {
        NudgeTarget next = thread("one", 8);

        assertThat(
                        passOn(
                                number -> SomeJob.ended(number, "true").withTarget(OTHER),
                                new WithoutPanes(Set.of(next), Set.of(next)),
                                next,
                                session("one")))
                .isEqualTo(next);
    }

    @Test
    void newsOfAnAgentInAPaneIsNotPassedOnToAnotherThread() throws IOException {
        NudgeTarget next = thread("one", 8);

        assertThat(
                        passOn(
                                number -> SomeJob.ended(number, "true").withTarget(OTHER),
                                new WithoutPanes(Set.of(next), Set.of(next)),
                                next,
                                session("two")))
                .isEqualTo(OTHER);
    }

    @Test
    void newsOfAnAgentWhoseThreadIsNotKnownIsPassedOnToNoThread() throws IOException {
        NudgeTarget next = thread("one", 8);

        assertThat(targetAfterPassingOn(AGENT, next, Set.of(next))).isEqualTo(AGENT);
    }

    private static NudgeTarget outside(long pid, String folder) {
        return NudgeTarget.outside(pid, 44, folder);
    }

    @Test
    void newsOfAnAgentInNoPaneIsPassedOnInItsFolder() throws IOException {
        NudgeTarget next = outside(8, "/work");

        assertThat(targetAfterPassingOn(outside(7, "/work"), next, Set.of(next))).isEqualTo(next);
    }

    @Test
    void newsOfAnAgentInNoPaneIsNotPassedOnInAnotherFolder() throws IOException {
        NudgeTarget bound = outside(7, "/work");
        NudgeTarget next = outside(8, "/home");

        assertThat(targetAfterPassingOn(bound, next, Set.of(next))).isEqualTo(bound);
    }

    @Test
    void newsOfALivingAgentInNoPaneIsNotPassedOn() throws IOException {
        NudgeTarget bound = outside(7, "/work");
        NudgeTarget next = outside(8, "/work");

        assertThat(targetAfterPassingOn(bound, next, Set.of(bound, next))).isEqualTo(bound);
    }
}
