package dev.nudge.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.Question;
import dev.nudge.job.Signal;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.record.JobCounts;
import dev.nudge.notify.Notifier.TerminalSignal;
import dev.nudge.testkit.SomeJob;
import dev.nudge.text.Printable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class NoticeTest {
    private static Job running(String command) {
        return SomeJob.running(17, SomeJob.spec(command), Optional.of(SomeJob.AGENT));
    }

    private static Job ended(String command, ExitStatus status) {
        return SomeJob.ended(17, command, status);
    }

    private static Job asking(String prompt) {
        Question question = new Question(1, Question.Kind.PROMPT, "node", prompt, false);
        return running("npm init").asking(question, Instant.now());
    }

    private static JsonNode json(String event, Job job) {
        return JsonMapper.shared().readTree(new Notice(event, job).json());
    }

    @Test
    void hookReadsTheJobAsPsShowsItWithTheEvent() {
        JsonNode ended = json("ended", ended("make", new ExitStatus.Exited(2)));

        assertThat(ended.path("event").stringValue()).isEqualTo("ended");
        assertThat(ended.path("job").longValue()).isEqualTo(17);
        assertThat(ended.path("command").stringValue()).isEqualTo("make");
        assertThat(ended.path("exit_code").intValue()).isEqualTo(2);
        JsonNode asks = json("asks", asking("name: "));
        assertThat(asks.path("event").stringValue()).isEqualTo("asks");
        assertThat(asks.path("question").path("prompt").stringValue()).isEqualTo("name: ");
    }

    /// A user's command may show it as it is.
    @Test
    void jsonForTheHookControlsNoTerminal() {
        String command = "a\u001bb\u009bc\u202ed\u2066e\u007f";
        String json = new Notice("ended", ended(command, new ExitStatus.Exited(2))).json();

        assertThat(json).isEqualTo(Printable.escaped(json)).contains("\\u009b", "\\u202e");
        assertThat(JsonMapper.shared().readTree(json).path("command").stringValue())
                .isEqualTo(command);
    }

    @Test
    void settingSaysOfWhichEndsPeopleAreTold() {
        Notice well = new Notice("ended", ended("make", new ExitStatus.Exited(0)));
        Notice badly = new Notice("ended", ended("make", new ExitStatus.Signaled(Signal.KILL)));
        Notice asks = new Notice("asks", asking("name: "));

        assertThat(List.of(well, badly, asks)).allMatch(n -> n.isWanted("all"));
        assertThat(List.of(well, badly, asks))
                .filteredOn(n -> n.isWanted("failed"))
                .containsExactly(badly, asks);
        assertThat(List.of(well, badly, asks))
                .filteredOn(n -> n.isWanted("asks"))
                .containsExactly(asks);
    }

    @Test
    void controlCharactersOfACommandNeverReachATerminal() {
        String command = "printf '\033]0;owned\007\u009b31m'\nmake;\ttest " + "x".repeat(300);
        String sentence = new Notice("ended", ended(command, new ExitStatus.Exited(1))).sentence();

        assertThat(sentence)
                .startsWith("job 17 failed (exit code 1): printf ']0;owned31m' make; test xxx")
                .hasSize(200);
        assertThat(new TerminalSignal("osc9", true).of(sentence))
                .isEqualTo("\033]9;nudge: " + sentence + "\007\007");
        assertThat(new TerminalSignal("osc777", false).of("make; test"))
                .isEqualTo("\033]777;notify;nudge;make, test\007");
        assertThat(new Notice("asks", asking("\033[1mname: ")).sentence())
                .isEqualTo("job 17 asks for input [[1mname:]: npm init");
    }

    @Test
    void statusLineCountsWhatPsLists() {
        Job well = ended("make", new ExitStatus.Exited(0));
        Job badly = ended("make", new ExitStatus.Lost("restart"));
        Job told = badly.withNudge(new NudgeState.Delivered(Instant.EPOCH, true, Optional.empty()));

        assertThat(count(running("a"), running("b"), asking("?"), well, badly, told).line(false))
                .isEqualTo("2▶ 1? 1✓ 1✗");
        assertThat(count(running("a"), well).ended().line(false)).isEqualTo("1✓");
        assertThat(count(told).line(false)).isEmpty();
        assertThat(count(told).line(true)).isEqualTo("disk full");
        assertThat(count(well).line(true)).isEqualTo("1✓ disk full");
    }

    private static JobCounts count(Job... jobs) {
        return JobCounts.of(List.of(jobs), job -> job.nudge().isOpen());
    }
}
