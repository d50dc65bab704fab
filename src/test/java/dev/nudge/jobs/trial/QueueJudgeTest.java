package dev.nudge.jobs.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The judge of the trial finds each kind of fault.
class QueueJudgeTest {
    private static final String OK = "exit code 0";

    private static TrialJob job(long number, String exclusive, Long... before) {
        return new TrialJob(number, "two", 0, List.of(before), true, exclusive, 0, 0, 1, 0);
    }

    private static TrialJob failing(long number, int retries, int failures) {
        return new TrialJob(number, "two", 0, List.of(), true, "", retries, failures, 5, 0);
    }

    private static List<String> judge(List<TrialJob> jobs, Map<Long, String> ends, String diary) {
        return new QueueJudge(jobs).judge(List.of(diary.split(", ", -1)), ends);
    }

    @Test
    void agreesWithWhatIsRight() {
        List<TrialJob> jobs =
                List.of(failing(1, 1, 1), failing(2, 0, 1), job(3, "", 1L), job(4, "", 2L));

        assertThat(
                        judge(
                                jobs,
                                Map.of(1L, OK, 2L, "exit code 5", 3L, OK, 4L, "skipped"),
                                "2 start, 1 start, 1 end, 1 start, 1 end, 3 start, 2 end, 3 end"))
                .isEmpty();
    }

    @Test
    void findsAJobThatWasStartedTwiceOrNever() {
        List<TrialJob> jobs = List.of(job(1, ""), job(2, ""));

        assertThat(judge(jobs, Map.of(1L, OK, 2L, OK), "1 start, 1 end, 1 start, 1 end"))
                .containsExactly(
                        "job 1 of group two was started 2 times, not 1",
                        "job 2 of group two was started 0 times, not 1");
    }

    @Test
    void findsAWrongEnd() {
        assertThat(judge(List.of(failing(1, 0, 1)), Map.of(1L, OK), "1 start, 1 end"))
                .containsExactly("job 1 of group two ended as \"exit code 0\", not exit code 5");
        assertThat(judge(List.of(job(1, "")), Map.of(), "1 start, 1 end"))
                .containsExactly("job 1 of group two ended as \"null\", not exit code 0");
    }

    @Test
    void findsAJobThatDidNotWaitForAnother() {
        assertThat(
                        judge(
                                List.of(job(1, ""), job(2, "", 1L)),
                                Map.of(1L, OK, 2L, OK),
                                "1 start, 2 start, 1 end, 2 end"))
                .containsExactly("job 2 of group two was started before the end of job 1");
    }

    @Test
    void findsMoreJobsThanMayRun() {
        assertThat(
                        judge(
                                List.of(job(1, ""), job(2, ""), job(3, "")),
                                Map.of(1L, OK, 2L, OK, 3L, OK),
                                "1 start, 2 start, 3 start, 1 end, 2 end, 3 end"))
                .containsExactly("job 3 of group two was one of 3 that ran at once");
    }

    @Test
    void findsTwoJobsWithTheNameOfOne() {
        assertThat(
                        judge(
                                List.of(job(1, "x"), job(2, "x")),
                                Map.of(1L, OK, 2L, OK),
                                "1 start, 2 start, 1 end, 2 end"))
                .containsExactly("job 2 of group two ran beside job 1 as x");
    }

    @Test
    void findsAJobThatWasOvertaken() {
        assertThat(
                        judge(
                                List.of(job(1, ""), job(2, ""), job(3, "")),
                                Map.of(1L, OK, 2L, OK, 3L, OK),
                                "2 start, 2 end, 3 start, 3 end, 1 start, 1 end"))
                .containsExactly("job 1 of group two was overtaken by 2 jobs");
    }
}
