package dev.nudge.app;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/// An option of a verb: a row of its table. The command line, the schema of the tool and the body
/// of the page's request are made from it.
///
/// @param <T> the type of a value
/// @param name in kebab case: `grace` is `--grace` on the command line, `grace_seconds` in JSON
/// @param help for people; empty if the command does not offer it
/// @param toolHelp for models; empty if the tool does not offer it
/// @param letter its short name on the command line: `s` for `-s`; empty for none
/// @param form how it is given on the command line
/// @param expected what is said if it is missing in JSON; empty if it may be
public record Option<T>(
        String name,
        Type<T> type,
        String help,
        String toolHelp,
        String letter,
        Form form,
        String expected) {
    /// How an option is given on the command line.
    public enum Form {
        /// By its name, once.
        NAMED,
        /// By its name, any number of times.
        REPEATED,
        /// As [#REPEATED], also several at once with commas between them.
        LISTED,
        /// As a word without a name, which must be there.
        ARGUMENT,
        /// As a word without a name, which may be left out.
        OPTIONAL,
        /// As all further words.
        ARGUMENTS;

        public boolean isArgument() {
            return this == ARGUMENT || this == OPTIONAL || this == ARGUMENTS;
        }

        public boolean isMany() {
            return this == REPEATED || this == LISTED || this == ARGUMENTS;
        }
    }

    /// Returns the options of a verb or a command: those constants of its class that are options,
    /// in the order of the source.
    public static List<Option<?>> all(Class<?> verb) {
        List<Option<?>> all = new ArrayList<>();
        for (Field constant : verb.getDeclaredFields()) {
            if (constant.getType() == Option.class) {
                constant.setAccessible(true);
                try {
                    all.add((Option<?>) constant.get(null));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return all;
    }

    public static Option<Boolean> flag(String name) {
        return of(name, Type.FLAG);
    }

    public static <T> Option<T> of(String name, Type<T> type) {
        return of(name, type, Form.NAMED);
    }

    public static <T> Option<T> of(String name, Type<T> type, Form form) {
        return new Option<>(name, type, "", "", "", form, "");
    }

    public Option<T> help(String text) {
        return new Option<>(name, type, text, toolHelp, letter, form, expected);
    }

    public Option<T> toolHelp(String text) {
        return new Option<>(name, type, help, text, letter, form, expected);
    }

    public Option<T> letter(String its) {
        return new Option<>(name, type, help, toolHelp, its, form, expected);
    }

    /// Returns it as one that must be given in JSON; `what` is expected, the message says.
    public Option<T> required(String what) {
        return new Option<>(name, type, help, toolHelp, letter, form, what);
    }

    public boolean isRequired() {
        return !expected.isEmpty();
    }

    public String key() {
        return name.replace('-', '_') + type.unit();
    }
}
