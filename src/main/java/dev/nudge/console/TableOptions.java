package dev.nudge.console;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
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
    /// A command that is described by a table of options.
    public interface Described {
        /// Returns its options, whose values the call has.
        default List<Option<?>> options() {
            return Option.all(getClass());
        }
    }

    public static void add(CommandSpec spec, List<Option<?>> options) {
        for (Option<?> option : options) {
            if (option.form().isArgument()) {
                spec.addPositional(argument(option, spec.positionalParameters().size()));
            } else if (!option.help().isEmpty()) {
                spec.addOption(option(option));
            }
        }
    }

    private static PositionalParamSpec argument(Option<?> option, int place) {
        boolean isMany = option.form().isMany();
        boolean isNeeded = option.form() == Option.Form.ARGUMENT;
        return PositionalParamSpec.builder()
                .userObject(option)
                .index(place + (isMany ? "..*" : ""))
                .arity(isNeeded ? "1" : isMany ? "0..*" : "0..1")
                .required(isNeeded)
                .paramLabel(option.type().label())
                .description(option.help())
                .type(isMany ? List.class : Object.class)
                .auxiliaryTypes(Object.class)
                .completionCandidates(List.of(option.type().values()))
                .converters(reader(option))
                .build();
    }

    private static OptionSpec option(Option<?> option) {
        OptionSpec.Builder spec =
                OptionSpec.builder(names(option)).userObject(option).description(option.help());
        return option.type().label().isEmpty()
                ? spec.arity("0").type(boolean.class).build()
                : spec.paramLabel(option.type().label())
                        .splitRegex(option.form() == Option.Form.LISTED ? "," : "")
                        .type(option.form().isMany() ? List.class : Object.class)
                        .auxiliaryTypes(Object.class)
                        .completionCandidates(List.of(option.type().values()))
                        .converters(reader(option))
                        .build();
    }

    private static String[] names(Option<?> option) {
        String name = "--" + option.name();
        return option.letter().isEmpty()
                ? new String[] {name}
                : new String[] {"-" + option.letter(), name};
    }

    private static <T> ITypeConverter<T> reader(Option<T> option) {
        return word -> {
            try {
                return option.type().word().read("--" + option.name(), word);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        };
    }

    @Override
    public String name(Option<?> option) {
        return "--" + option.name();
    }

    @Override
    public <T> List<T> all(Option<T> option) {
        for (ArgSpec known : spec.args()) {
            // Comparing all that describes it would take long.
            if (known.userObject() instanceof Option<?> one
                    && one.name().equals(option.name())
                    && one.type().equals(option.type())
                    && known.getValue() != null) {
                T value = known.getValue();
                return option.form().isMany() ? known.getValue() : List.of(value);
            }
        }
        return List.of();
    }
}
