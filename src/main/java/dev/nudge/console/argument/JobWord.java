package dev.nudge.console.argument;

import dev.nudge.job.JobSelector;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a JOB argument of the command line.
public final class JobWord implements ITypeConverter<JobSelector> {
    @Override
    public JobSelector convert(String word) {
        try {
            return JobSelector.parse(word);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
