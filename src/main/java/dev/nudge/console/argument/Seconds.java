package dev.nudge.console.argument;

import dev.nudge.text.TimeSpan;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a [TimeSpan] in seconds; also a negative number, which the command itself rejects.
public final class Seconds implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String word) {
        Optional<Duration> span = TimeSpan.parse(word);
        try {
            return span.isPresent()
                    ? Math.toIntExact(span.get().toSeconds())
                    : Integer.parseInt(word);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new TypeConversionException("expected " + TimeSpan.EXPECTED);
        }
    }
}
