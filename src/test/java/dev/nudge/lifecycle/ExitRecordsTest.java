package dev.nudge.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExitRecordsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final ExitRecords records = new ExitRecords(nanos::get);

    @Test
    @DisplayName("Each record ages by itself, even a second one of the same id")
    void eachRecordAgesByItself() {
        put(1);
        passMinutes(2);
        put(2);
        passMinutes(1);
        put(1);
        passMinutes(4);
        assertThat(records.find(2)).isEmpty();
        assertThat(records.find(1)).isPresent();
        passMinutes(1);
        assertThat(records.find(1)).isEmpty();
    }

    @Test
    @DisplayName("Each use drops all records that are too old")
    void eachUseDropsAllRecordsThatAreTooOld() {
        put(1);
        put(2);
        passMinutes(5);
        put(3);
        assertThat(records.size()).isEqualTo(1);
        passMinutes(5);
        records.discard(4);
        assertThat(records.size()).isZero();
    }

    private void put(long id) {
        records.put(id, new ExitInfo(0, OptionalInt.empty()));
    }

    private void passMinutes(int minutes) {
        nanos.addAndGet(Duration.ofMinutes(minutes).toNanos());
    }
}
