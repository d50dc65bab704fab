package dev.nudge.jobs.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void findsAWrongEnd() {
        assertThat(judge(List.of(failing(1, 0, 1)), Map.of(1L, OK), "1 start, 1 end"))
                .containsExactly("job 1 of group two ended as \"exit code 0\", not exit code 5");
        assertThat(judge(List.of(job(1, "")), Map.of(), "1 start, 1 end"))
                .containsExactly("job 1 of group two ended as \"null\", not exit code 0");
    }

    /// Of three jobs, perhaps the second after the first, or both under one name.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                      |   | 1 start, 1 end, 1 start, 1 end, 2 start, 2 end, 3 start, 3 end | job 1 of group two was started 2 times, not 1
                      |   | 1 start, 1 end, 2 start, 2 end                                 | job 3 of group two was started 0 times, not 1
                      | 1 | 1 start, 2 start, 1 end, 2 end, 3 start, 3 end                 | job 2 of group two was started before the end of job 1
                      |   | 1 start, 2 start, 3 start, 1 end, 2 end, 3 end                 | job 3 of group two was one of 3 that ran at once
                    x |   | 1 start, 2 start, 1 end, 2 end, 3 start, 3 end                 | job 2 of group two ran beside job 1 as x
                      |   | 2 start, 2 end, 3 start, 3 end, 1 start, 1 end                 | job 1 of group two was overtaken by 2 jobs
                    """)
    void findsAWrongOrder(
            @Nullable String name, @Nullable Long before, String diary, String fault) {
        String exclusive = name == null ? "" : name;
        Long[] earlier = before == null ? new Long[0] : new Long[] {before};
        List<TrialJob> jobs = List.of(job(1, exclusive), job(2, exclusive, earlier), job(3, ""));

        assertThat(judge(jobs, Map.of(1L, OK, 2L, OK, 3L, OK), diary)).containsExactly(fault);
    }
}
