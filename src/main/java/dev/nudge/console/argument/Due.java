package dev.nudge.console.argument;

import dev.nudge.text.Moment;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a time to come, as [Moment#next] does.
public final class Due implements ITypeConverter<Moment> {
    @Override
    public Moment convert(String word) {
        return Moment.next(word)
                .orElseThrow(() -> new TypeConversionException("expected " + Moment.EXPECTED));
    }
}
