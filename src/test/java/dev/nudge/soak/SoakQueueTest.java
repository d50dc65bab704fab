package dev.nudge.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SoakQueueTest {
    private final SoakQueue queue = new SoakQueue();

    @Test
    void allThatWaitsBecomesOnePrompt() throws InterruptedException {
        queue.add("one");
        queue.add("two");

        assertThat(queue.take().prompt()).isEqualTo("one\n\ntwo");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void promptIsNotOvertakenByLaterOnesWithCalls() throws InterruptedException {
        queue.add("typed");
        queue.add("Call it.", List.of("first"));
        queue.add("Call it.", List.of("second"));

        SoakQueue.Turn turn = queue.take();

        assertThat(turn.messages()).containsExactly("typed", "Call it.", "Call it.");
        assertThat(turn.calls()).containsExactly("first", "second");
    }

    @Test
    void turnTakesNothingThatComesAfterIt() throws InterruptedException {
        queue.add("one");
        SoakQueue.Turn turn = queue.take();
        queue.add("two", List.of("call"));

        assertThat(turn.messages()).containsExactly("one");
        assertThat(turn.calls()).isEmpty();
        assertThat(queue.take().calls()).containsExactly("call");
    }
}
