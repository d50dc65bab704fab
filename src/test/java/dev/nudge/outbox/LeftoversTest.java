package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.agent.Recipients;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.Jobs;
import dev.nudge.testkit.DiskFixture;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// To whom news is passed on, where no pane is found, as without the socket of tmux.
class LeftoversTest extends DiskFixture {
    private static final NudgeTarget AGENT = SomeJob.AGENT;

    /// Works at the same place, in a pane of its own.
    private static final NudgeTarget OTHER =
            new NudgeTarget("/tmp/none", 42, "%4", "gemini-cli", 44, 44, "/tmp");

    /// Returns one of the two; or, with the pid of its process, an agent in no pane, by its folder,
    /// or a thread of a server.
    private static NudgeTarget agent(String name) {
        if (!name.contains("-")) {
            return name.equals("agent") ? AGENT : OTHER;
        }
        String[] words = name.split("-", -1);
        long pid = Long.parseLong(words[1]);
        return name.startsWith("/")
                ? NudgeTarget.outside(pid, 44, words[0])
                : NudgeTarget.thread(words[0], pid, 44);
    }

    private Job passedOn(Job job, Recipients recipients, NudgeTarget next, String session)
            throws IOException {
        disk.save(_ -> job);
        Jobs jobs = disk.adopted();
        try (JobOutbox outbox = OutboxParts.whole(disk, jobs, recipients)) {
            outbox.fill();
            Files.writeString(
                    disk.state().sessions().resolve("42-4"),
                    "%d %d %s\n".formatted(OTHER.agentPid(), OTHER.agentStartTime(), session));
            outbox.passOn(next);
        }
        return jobs.require(1).job();
    }

    private static Job of(NudgeTarget agent) {
        return SomeJob.ended(1, "true").withTarget(agent);
    }

    /// @param hasOpen whether the servers that are alive have their threads open
    /// @param thread which one the session in the pane of the other agent has
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    agent, other, agent other, true, no, false
                    agent, other, other, true, no, true
                    # What waits for a thread waits for that thread.
                    one-7, one-8, one-8, true, no, true
                    one-7, two-8, two-8, true, no, false
                    one-7, other, other, true, no, false
                    # Its server outlives the session.
                    one-7, other, one-7 other, false, one, true
                    one-7, other, one-7 other, true, one, false
                    one-7, other, one-7 other, false, two, false
                    # Its server is on again.
                    other, one-8, one-8, true, one, true
                    other, one-8, one-8, true, two, false
                    agent, one-8, one-8, true, no, false
                    # In no pane, the folder counts.
                    /work-7, /work-8, /work-8, true, no, true
                    /work-7, /home-8, /home-8, true, no, false
                    /work-7, /work-8, /work-7 /work-8, true, no, false
                    """)
    void newsIsPassedOnToTheNextInItsPlace(
            String bound,
            String next,
            String living,
            boolean hasOpen,
            String thread,
            boolean isPassedOn)
            throws IOException {
        Set<NudgeTarget> alive =
                Set.copyOf(Stream.of(living.split(" ")).map(LeftoversTest::agent).toList());
        Recipients recipients = new SomeAlive(false, alive, hasOpen ? alive : Set.of());
        String session = "/home/.codex/sessions/rollout-%s.jsonl".formatted(thread);

        Job job = passedOn(of(agent(bound)), recipients, agent(next), session);

        assertThat(job.target()).contains(agent(isPassedOn ? next : bound));
    }

    private static Job onItsWay() {
        Job job = of(agent("one-7"));
        return NoteKey.ofEnd(job).after(job, new NudgeEvent.TypingBegun("text", "id"));
    }

    /// It may be in the queue of the thread, which the session in the pane takes from too.
    @Test
    void messageOnItsWayToAThreadIsNotPassedOnBeforeItIsWithdrawn() throws IOException {
        NudgeTarget bound = agent("one-7");
        Recipients recipients = new SomeAlive(false, Set.of(bound, OTHER), Set.of());

        Job job = passedOn(onItsWay(), recipients, OTHER, "/rollout-one.jsonl");

        assertThat(job.target()).contains(bound);
    }

    /// Its server has ended after it had written the message into the record.
    @ParameterizedTest
    @CsvSource({"id, InTurn", "another, Typing"})
    void messageThatTheRecordOfAThreadHoldsIsNotTypedIntoThePaneThatHasTheThread(
            String id, String state) throws IOException {
        Path record = folder.resolve("rollout-one.jsonl");
        Files.writeString(
                record, "{\"type\":\"event_msg\",\"payload\":{\"client_id\":\"" + id + "\"}}\n");
        Recipients recipients = new SomeAlive(false, Set.of(OTHER), Set.of());

        Job job = passedOn(onItsWay(), recipients, OTHER, record.toString());

        assertThat(job.nudge().getClass().getSimpleName()).isEqualTo(state);
        assertThat(job.target()).contains(OTHER);
    }
}
