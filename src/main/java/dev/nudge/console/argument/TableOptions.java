package dev.nudge.console.argument;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Type;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.TypeConversionException;

/// The options of a verb's table, as the command-line library knows them, and the values that it
/// has read.
///
/// @param spec the command, to which they were [added][#add]
public record TableOptions(CommandSpec spec) implements Given {
    /// Adds the options that the command offers.
    public static void add(CommandSpec spec, List<Option<?>> options) {
        for (Option<?> option : options) {
            if (option.isArgument()) {
                spec.addPositional(
                        described(PositionalParamSpec.builder(), option)
                                .index("0..*")
                                .arity("0..*")
                                .type(List.class)
                                .build());
            } else if (!option.help().isEmpty()) {
                spec.addOption(described(OptionSpec.builder(names(option)), option).build());
            }
        }
    }

    private static <B extends ArgSpec.Builder<B>> B described(B spec, Option<?> option) {
        Type<?> type = option.type();
        spec.description(option.help());
        return type.label().isEmpty()
                ? spec.type(boolean.class)
                : spec.type(Object.class)
                        .auxiliaryTypes(Object.class)
                        .paramLabel(type.label())
                        .completionCandidates(List.of(type.values()))
                        .converters(reader("--" + option.name(), type));
    }

    private static String[] names(Option<?> option) {
        String name = "--" + option.name();
        return option.letter().isEmpty()
                ? new String[] {name}
                : new String[] {"-" + option.letter(), name};
    }

    private static <T> ITypeConverter<T> reader(String name, Type<T> type) {
        return word -> {
            try {
                return type.word().read(name, word);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        };
    }

    @Override
    public <T> List<T> all(Option<T> option) {
        if (option.isArgument()) {
            List<T> values = spec.positionalParameters().getFirst().getValue();
            return values == null ? List.of() : values;
        }
        ArgSpec offered = spec.findOption(option.name());
        T value = offered == null ? null : offered.getValue();
        return value == null ? List.of() : List.of(value);
    }
}
