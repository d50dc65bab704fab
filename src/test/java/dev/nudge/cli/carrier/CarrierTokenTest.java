package dev.nudge.cli.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.protocol.Frame;
import dev.nudge.protocol.Frame.Kind;
import org.junit.jupiter.api.Test;

class CarrierTokenTest {
    private final CarrierToken token = new CarrierToken(false);

    private String next() {
        return token.resume().map(Frame::text).orElse("none");
    }

    @Test
    void withoutATokenACommandEndsWithItsDaemon() {
        assertThat(token.survives()).isFalse();
    }

    @Test
    void commandThatReadsMayBeRunAgainUntilItWrites() {
        CarrierToken reading = new CarrierToken(true);
        assertThat(reading.survives()).isTrue();

        reading.written(Kind.ERR);

        assertThat(reading.survives()).isFalse();
    }

    @Test
    void tokenCountsAtOnceOrWithWhatIsWrittenNext() {
        token.keep(Frame.of(Kind.KEEP, "1"));
        assertThat(next()).isEqualTo("1");

        token.keep(Frame.of(Kind.KEEP_WITH_NEXT, "2"));
        assertThat(next()).isEqualTo("1");
        token.written(Kind.OUT);
        assertThat(next()).isEqualTo("2");

        token.written(Kind.OUT);
        assertThat(next()).isEqualTo("2");
    }

    /// It may be written by another thread, between the token and its output.
    @Test
    void messageOnStandardErrorIsNotTheOutputThatATokenCountsWith() {
        token.keep(Frame.of(Kind.KEEP, "1"));
        token.keep(Frame.of(Kind.KEEP_WITH_NEXT, "2"));

        token.written(Kind.ERR);
        assertThat(next()).isEqualTo("1");
        token.written(Kind.COPY);
        assertThat(next()).isEqualTo("2");
    }

    @Test
    void tokenForOutputThatNeverCameIsForgotten() {
        token.keep(Frame.of(Kind.KEEP, "1"));
        token.keep(Frame.of(Kind.KEEP_WITH_NEXT, "2"));

        assertThat(token.survives()).isTrue();
        token.written(Kind.OUT);

        assertThat(next()).isEqualTo("1");
    }

    @Test
    void fiveDaemonsThatDieInARowAreEnough() {
        token.keep(Frame.of(Kind.KEEP, "1"));
        for (int i = 1; i < 5; i++) {
            assertThat(token.survives()).isTrue();
        }
        assertThat(token.survives()).isFalse();

        token.written(Kind.OUT);

        assertThat(token.survives()).isTrue();
    }
}
