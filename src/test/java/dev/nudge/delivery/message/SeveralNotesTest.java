package dev.nudge.delivery.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.message.Note.EndNote.Quote;
import dev.nudge.job.ExitStatus;
import dev.nudge.job.Signal;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Several ends at once become few messages, none without its output while there is room.
class SeveralNotesTest {
    private static final ExitStatus SUCCESS = new ExitStatus.Exited(0);
    private static final ExitStatus FAILURE = new ExitStatus.Exited(1);

    private static Note note(long job, String command, ExitStatus status, String output) {
        return EndNotes.of(job, command, status, output);
    }

    private static List<Note> notes(long count, LongFunction<Note> note) {
        return LongStream.rangeClosed(1, count).mapToObj(note).toList();
    }

    /// Writes the messages of one row.
    private static List<NudgeMessage> tellInARow(List<Note> notes) {
        List<NudgeMessage> messages = tell(notes);
        assertThat(messages).hasSizeLessThanOrEqualTo(NudgeMessage.MOST_IN_A_ROW);
        return messages;
    }

    /// Writes messages as the courier does, until all is told.
    private static List<NudgeMessage> tell(List<Note> notes) {
        List<Note> pending = new ArrayList<>(notes);
        List<NudgeMessage> messages = new ArrayList<>();
        while (!pending.isEmpty()) {
            int row = messages.size() % NudgeMessage.MOST_IN_A_ROW;
            messages.add(NudgeMessage.of(pending, NudgeMessage.MOST_IN_A_ROW - row));
            pending.removeAll(messages.getLast().notes());
        }
        return messages;
    }

    private static String all(List<NudgeMessage> messages) {
        return messages.stream().map(NudgeMessage::text).collect(Collectors.joining("\n"));
    }

    @Test
    void severalEndsShareAMessageFailuresFirstInTheOrderOfTheirNumbersEachInItsWords() {
        NudgeMessage message =
                NudgeMessage.of(
                        List.of(
                                note(3, "make", SUCCESS, "done"),
                                note(4, "npm test", FAILURE, "2 failed"),
                                note(5, "make run", new ExitStatus.Skipped("job 4 failed"), ""),
                                note(1, "true", SUCCESS, ""),
                                note(2, "sleep 9", new ExitStatus.Signaled(Signal.TERM), "")),
                        4);

        assertThat(message.text())
                .isEqualTo(
                        "Background commands completed: job 2: \"sleep 9\" (Signal: SIGTERM);"
                                + " job 4: \"npm test\" (Exit code: 1) Output: [2 failed];"
                                + " job 5: \"make run\" (skipped: job 4 failed);"
                                + " job 1: \"true\" (Exit code: 0);"
                                + " job 3: \"make\" (Exit code: 0) Output: [done]"
                                + " [nudge: 5 jobs, automatic notice]");
        assertThat(message.notes()).extracting(Note::job).containsExactly(2L, 4L, 5L, 1L, 3L);
    }

    @Test
    void eightEndsWithLongCommandsAllShowTheirOutput() {
        List<NudgeMessage> messages =
                tellInARow(notes(8, job -> note(job, "c".repeat(150), SUCCESS, output(job))));

        for (long job = 1; job <= 8; job++) {
            assertThat(all(messages))
                    .containsPattern("job " + job + ": \"c+…\" \\(Exit code: 0\\) Output: \\[")
                    .contains(output(job).substring(0, 39));
        }
    }

    /// A text without blanks, so that a cut does not look for one.
    private static String output(long job) {
        return ("output-of-" + job + "-")
                .repeat(NudgeMessage.MAX_OUTPUT)
                .substring(0, NudgeMessage.MAX_OUTPUT);
    }

    /// @param length how much of their outputs they have at least
    private static void assertQuoted(List<NudgeMessage> messages, int length, LongStream jobs) {
        jobs.forEach(job -> assertThat(all(messages)).contains(output(job).substring(0, length)));
    }

    private static List<Note> forty(String command, LongPredicate isFailure) {
        return notes(
                40,
                job -> note(job, command, isFailure.test(job) ? FAILURE : SUCCESS, output(job)));
    }

    @Test
    void eachOfFiveFailuresAmongFortyShowsItsOutput() {
        List<NudgeMessage> messages = tellInARow(forty("c".repeat(150), job -> job % 8 == 0));

        assertQuoted(messages, 79, LongStream.rangeClosed(1, 5).map(job -> 8 * job));
        assertThat(messages.getFirst().text()).startsWith("Background commands completed: job 8: ");
        assertThat(messages.getLast().text())
                .containsPattern(
                        "; jobs \\d+-15, 17-23, 25-31, 33-39: exit 0 \\[nudge: \\d+ jobs, ");
    }

    /// Failures are told as such, and their outputs give way.
    @Test
    void twentyFailuresAreAllToldOneByOne() {
        List<Note> notes = notes(20, job -> note(job, "make", FAILURE, output(job)));

        assertQuoted(tellInARow(notes), 19, LongStream.rangeClosed(1, 20));
    }

    /// The summary of the others is in the last message too.
    @ParameterizedTest
    @CsvSource({"1, 12", "2, 12", "2, 16", "3, 13"})
    void failuresThatFillTheRowAreAllToldWithTheirOutputs(int distance, int count) {
        LongPredicate isFailure = job -> job % distance == 0 && job / distance <= count;

        assertQuoted(
                tellInARow(forty("c".repeat(60), isFailure)),
                19,
                LongStream.rangeClosed(1, 40).filter(isFailure));
    }

    /// All their numbers would not even fit into one message.
    @Test
    void manyOthersDoNotCostTheFailuresTheirOutputs() {
        List<Note> notes =
                new ArrayList<>(notes(16, job -> note(job, "c".repeat(60), FAILURE, output(job))));
        notes.addAll(notes(150, job -> note(100 + 2 * job, "true", SUCCESS, output(job))));
        List<NudgeMessage> messages = tellInARow(notes);

        assertQuoted(messages, 19, LongStream.rangeClosed(1, 16));
        assertThat(messages.getLast().text()).containsPattern("\\d+ jobs from \\d+ to 400: exit 0");
    }

    @Test
    void reasonsStayWhereThereIsNoRoomForOutputs() {
        List<NudgeMessage> messages = tell(notes(24, SeveralNotesTest::failure));

        assertThat(messages).hasSize(NudgeMessage.MOST_IN_A_ROW);
        assertThat(all(messages))
                .contains("job 24: ", "(Signal: SIGTERM, timeout of 4 s)", "(Error: no such queue)")
                .doesNotContain(", )", "(Error: )");
    }

    private static Note failure(long job) {
        ExitStatus status =
                job % 2 == 0
                        ? new ExitStatus.Signaled(Signal.TERM)
                        : new ExitStatus.NotStarted("no such queue");
        return EndNotes.of(job, "c".repeat(60), status, "timeout of 4 s", Quote.start(output(job)));
    }

    @Test
    void fiveHundredEndsTakeFourMessages() {
        for (ExitStatus status : List.of(SUCCESS, FAILURE)) {
            List<NudgeMessage> messages =
                    tellInARow(notes(500, job -> note(2 * job, "make", status, output(job))));

            assertThat(messages.getLast().text())
                    .containsPattern("\\d+ jobs from \\d+ to 1000: exit");
            assertThat(messages.stream().mapToInt(m -> m.notes().size()).sum()).isEqualTo(500);
        }
    }

    @Test
    void endsOfAnyKindAreAllToldOnceInTheEnd() {
        LongFunction<ExitStatus> status = job -> new ExitStatus.Exited((int) (job % 200));
        List<Note> notes = notes(300, job -> note(job, "make", status.apply(job), output(job)));

        assertThat(tell(notes).stream().flatMap(m -> m.notes().stream()))
                .containsExactlyInAnyOrderElementsOf(notes);
    }

    @Test
    void commandsGiveWayBeforeOutputs() {
        String output = "o".repeat(100);
        NudgeMessage message =
                NudgeMessage.of(notes(3, job -> note(job, "c".repeat(60), SUCCESS, output)), 4);

        assertThat(message.notes()).hasSize(3);
        assertThat(message.text()).containsPattern("\"c{23}…\"").contains("o".repeat(75));
    }

    @Test
    void ofEachOutputThePartIsToldThatWasAskedFor() {
        Quote end = new Quote("x".repeat(180) + " the error", true);
        Note failed = EndNotes.of(2, "make", FAILURE, "", end);
        List<Note> notes =
                List.of(failed, note(3, "a", SUCCESS, output(3)), note(4, "b", SUCCESS, output(4)));

        assertThat(NudgeMessage.of(notes, 4).text()).contains("x the error]; job 3:");
    }

    /// A message is written anew at each attempt.
    @Test
    void theWorkForAMessageDoesNotGrowWithTheSquareOfWhatWaits() {
        List<Note> some = notes(200, job -> note(job, "make", SUCCESS, output(job)));
        List<Note> many = notes(2_000, job -> note(job, "make", SUCCESS, output(job)));
        tell(many);

        assertThat(allocatedBy(() -> tell(many))).isLessThan(20 * allocatedBy(() -> tell(some)));
        assertThat(allocatedBy(() -> NudgeMessage.each(many)))
                .isLessThan(20 * allocatedBy(() -> NudgeMessage.each(some)));
    }

    private static long allocatedBy(Runnable work) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
