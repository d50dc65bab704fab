package dev.nudge.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AtOnceTest {
    @Test
    void stepsWaitTogether() throws IOException {
        CountDownLatch all = new CountDownLatch(20);
        List<Integer> things = IntStream.range(0, 20).boxed().toList();

        AtOnce.forEach(
                things,
                _ -> {
                    all.countDown();
                    Unchecked.run(all::await);
                });
        assertThat(all.getCount()).isZero();
    }

    @Test
    void failureOfOneIsReportedAndKeepsNoneOfTheOthersBack() {
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        List<Integer> things = IntStream.range(0, 500).boxed().toList();

        assertThatThrownBy(() ->
                        AtOnce.forEach(
                                things,
                                thing -> {
                                    if (thing == 7) {
                                        throw new IOException("disk full");
                                    }
                                    done.add(thing);
                                }))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
        assertThat(done).hasSize(499);
    }
}
