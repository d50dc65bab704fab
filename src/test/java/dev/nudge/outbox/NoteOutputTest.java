package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Job;
import dev.nudge.job.JobEvent;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobSpec.ExcerptChoice;
import dev.nudge.job.Telling;
import dev.nudge.job.WindowSize;
import dev.nudge.testkit.SomeJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which part of an output is told.
class NoteOutputTest {
    private static final String BUILD =
            "[INFO] Scanning for projects...\n"
                    + "Downloading artifact from central\n".repeat(50)
                    + "[ERROR] MoneyTest.rounds:41 expected: 3.14 but was: 3.15\n"
                    + "[ERROR] Tests run: 17, Failures: 1\n";

    private static final String ARCHIVE = "PK\u0003\u0004" + "\0x".repeat(3000);

    private static final String BINARY =
            "binary output, 5.9K; to see it: read_output with raw: true";

    @TempDir private Path folder;

    private String told(String output, boolean isEnd) throws IOException {
        return told(output, isEnd, Optional.empty());
    }

    private String told(String output, boolean isEnd, Optional<WindowSize> terminal)
            throws IOException {
        JobSpec spec =
                new JobSpec(
                        "make", "/tmp", Optional.empty(), Telling.INJECT, JobLimits.NONE, terminal);
        Path log = Files.writeString(folder.resolve("output.log"), output);
        Job job = Job.starting(1, spec, Instant.EPOCH, Optional.empty());
        return NoteWriter.quote(job, log, isEnd).lines();
    }

    @Test
    void excerptBeginsAndEndsWithALineAndThatOfAFailingBuildHasItsError() throws IOException {
        assertThat(told(BUILD, true))
                .startsWith("…Downloading artifact")
                .endsWith(
                        "[ERROR] MoneyTest.rounds:41 expected: 3.14 but was: 3.15\n"
                                + "[ERROR] Tests run: 17, Failures: 1")
                .hasSizeLessThanOrEqualTo(NudgeMessage.MAX_OUTPUT);

        assertThat(told(BUILD, false))
                .startsWith("[INFO] Scanning for projects...\nDownloading")
                .endsWith("from central…")
                .hasSizeLessThanOrEqualTo(NudgeMessage.MAX_OUTPUT);

        assertThat(told("one\ntwo\n", true)).isEqualTo("one\ntwo");
        assertThat(told("one\ntwo\n", false)).isEqualTo("one\ntwo");
    }

    @Test
    void binaryOutputOfTheLastAttemptIsCountedNotQuoted() throws IOException {
        assertThat(told(ARCHIVE, false)).isEqualTo(BINARY);
        assertThat(told(ARCHIVE, true)).isEqualTo(BINARY);

        JobEvent failed =
                new JobEvent.AttemptFailed(
                        new ExitStatus.Exited(1), Instant.now(), ARCHIVE.length());
        Job job = SomeJob.running(1, SomeJob.spec("make"), Optional.empty()).after(failed);

        Path log = Files.writeString(folder.resolve("output.log"), ARCHIVE + "no such table\n");
        assertThat(NoteWriter.quote(job, log, true).lines()).isEqualTo("no such table");

        Files.writeString(log, "y".repeat(ARCHIVE.length()) + ARCHIVE);
        assertThat(NoteWriter.quote(job, log, true).lines()).isEqualTo(BINARY);
    }

    @Test
    void partOfALongLogIsFoundAndShowsThatItIsNotAll() throws IOException {
        String output = "é".repeat(1 << 20) + "\n" + "x\n".repeat(40_000) + "the last line\n";
        assertThat(told(output, true)).endsWith("\nx\nthe last line");
        assertThat(told("0".repeat(70_000) + "\nBUILD FAILED\n", true)).isEqualTo("…BUILD FAILED");
        assertThat(told("é".repeat(100_000), true))
                .isEqualTo("…" + "é".repeat(NudgeMessage.MAX_OUTPUT - 1));
        assertThat(told("xé".repeat(50_001), true)).doesNotContain("\uFFFD");

        String bar =
                IntStream.rangeClosed(1, 20_000)
                        .mapToObj("\r%5d%%"::formatted)
                        .collect(Collectors.joining());

        assertThat(told(bar + "\ndone\n", false)).matches("[ \\d]+%?…");
    }

    @Test
    void endOfATerminalsOutputIsWhatItShowsInTheEndAndThatItIsNotAll() throws IOException {
        Optional<WindowSize> terminal = Optional.of(WindowSize.DEFAULT);
        String bar = "asked\r\n" + "50 %\r100 %\r\n".repeat(200) + "\u001b[31mfailed\u001b[m\r\n";
        assertThat(told(bar, true, terminal)).endsWith("100 %\nfailed");

        String output = ("0123456789".repeat(7) + "\r").repeat(20_000) + "\r\nfailed\r\n";
        assertThat(told(output, true, terminal)).startsWith("…").endsWith("failed");
        assertThat(told(output, false, terminal)).endsWith("…");
    }

    @Test
    void whatAFailureTellsIsChosenByTheCaller() {
        ExitStatus failed = new ExitStatus.Exited(1);
        ExitStatus done = new ExitStatus.Exited(0);
        assertThat(ExcerptChoice.AUTO.isEnd(failed)).isTrue();
        assertThat(ExcerptChoice.AUTO.isEnd(done)).isFalse();
        assertThat(ExcerptChoice.START.isEnd(failed)).isFalse();
        assertThat(ExcerptChoice.END.isEnd(done)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "cargo build, 127, bash: line 1: cargo: command not found, cargo: command not found",
        "A=1 cargo build | tee x, 127, bash: line 1: cargo: command not found, cargo: command not found",
        "./run, 127, bash: line 1: ./run: No such file or directory, ./run: No such file or directory",
        "cargo, 127, sh: 1: cargo: not found, cargo: not found",
        // In another language.
        "cargo, 127, bash: Zeile 1: cargo: Befehl nicht da, cargo: Befehl nicht da",
        // Commands that did run.
        "cargo build, 1, bash: line 1: cargo: command not found,",
        "make && cargo, 127, bash: line 1: cargo: command not found,",
        "cargo build, 127, Compiling … bash: line 1: cargo: command not found,",
        "cargo b, 127, bash: line 1: cargo: command not found bash: line 1: cargo: command not found,",
        "cargo build, 127, '',",
    })
    void missingProgramIsNamedInTheWordsOfTheShell(
            String command, int code, String output, String words) {
        assertThat(NoteWriter.notFound(command, code, output))
                .isEqualTo(Optional.ofNullable(words));
    }
}
