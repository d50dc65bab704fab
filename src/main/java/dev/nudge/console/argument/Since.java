package dev.nudge.console.argument;

import dev.nudge.text.Moment;
import dev.nudge.text.TimeSpan;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a time that is over: how long ago (a [TimeSpan]), or when (a [Moment]).
public final class Since implements ITypeConverter<Moment> {
    @Override
    public Moment convert(String word) {
        return TimeSpan.parse(word)
                .map(Instant.now()::minus)
                .<Moment>map(time -> _ -> time)
                .or(() -> Moment.parse(word))
                .orElseThrow(() ->
                        new TypeConversionException(
                                "expected how long ago, in %s, or when: %s"
                                        .formatted(TimeSpan.EXPECTED, Moment.EXPECTED)));
    }
}
