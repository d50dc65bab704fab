package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeLine;
import dev.nudge.testkit.NudgedGemini;
import dev.nudge.testkit.Patience;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Jobs that end together, in the real agent.
class ManyEndsEndToEndIT {
    private static final int JOBS = 8;

    @Test
    void eightJobsThatEndTogetherAllShowTheirOutput() {
        try (NudgedGemini world = NudgedGemini.startWithoutHooks()) {
            Path gate = world.gate("all");
            for (int job = 1; job <= JOBS; job++) {
                world.ask(
                        world.untilReleased(gate, "echo " + output(job) + "; : " + "x".repeat(80)));
            }

            NudgedGemini.open(gate);

            await().atMost(Patience.LONG)
                    .until(() ->
                            told(world).stream()
                                    .flatMap(line -> NudgeLine.jobsIn(line).stream())
                                    .collect(Collectors.toSet())
                                    .containsAll(LongStream.rangeClosed(1, JOBS).boxed().toList()));
            String all = String.join("\n", told(world));
            for (int job = 1; job <= JOBS; job++) {
                assertThat(all).contains("[" + output(job).substring(0, 39));
            }
        }
    }

    private static String output(int job) {
        return ("output-of-job-" + job + "-").repeat(10);
    }

    private static List<String> told(NudgedGemini world) {
        return world.model().requests().stream()
                .flatMap(request -> request.userTexts().stream())
                .flatMap(String::lines)
                .filter(NudgeLine::isOne)
                .distinct()
                .toList();
    }
}
