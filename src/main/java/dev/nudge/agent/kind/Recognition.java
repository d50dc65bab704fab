package dev.nudge.agent.kind;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Recognizes the process of an agent by its command line.
///
/// @param scripts the names of its script, if the program is an interpreter such as Node.js
/// @param arguments found in its command line, whose words are joined with a blank
/// @param sharedServer found in the command line of a process that serves agents in several panes
public record Recognition(
        List<String> programs,
        List<String> scripts,
        Optional<Pattern> arguments,
        Optional<Pattern> sharedServer) {
    private static final Pattern INTERPRETER =
            Pattern.compile(
                    "node(?:js)?-?[\\d.]*|bun|deno|python[\\d.]*|ruby|perl|sh|dash|bash|zsh");

    /// Options that take the next word as their value.
    private static final List<String> WITH_VALUE =
            List.of("-r", "--require", "--import", "--loader", "--experimental-loader", "-C");

    boolean isProgramOf(List<String> commandLine) {
        if (commandLine.isEmpty()) {
            return false;
        }
        String program = fileName(commandLine.getFirst());
        return programs.contains(program)
                || (INTERPRETER.matcher(program).matches()
                        && scripts.contains(script(commandLine)));
    }

    /// Returns whether the arguments show the agent: weak evidence, as a person may write some.
    boolean isFoundIn(List<String> commandLine) {
        return isFound(arguments, commandLine);
    }

    /// Returns whether a process serves agents in several panes: its programs may belong to any.
    public boolean isSharedServer(List<String> commandLine) {
        return isFound(sharedServer, commandLine);
    }

    private static boolean isFound(Optional<Pattern> pattern, List<String> commandLine) {
        return pattern.filter(p -> p.matcher(String.join(" ", commandLine)).find()).isPresent();
    }

    /// Returns the name of a program for people, or of its script; empty if the process is gone.
    public static String nameOf(List<String> commandLine) {
        String program = commandLine.isEmpty() ? "" : fileName(commandLine.getFirst());
        String script = INTERPRETER.matcher(program).matches() ? script(commandLine) : "";
        return script.isEmpty() ? program : script;
    }

    boolean isEmpty() {
        return programs.isEmpty() && scripts.isEmpty() && arguments.isEmpty();
    }

    /// Returns the name of the first word that is not an option; empty if there is none.
    private static String script(List<String> commandLine) {
        for (int word = 1; word < commandLine.size(); word++) {
            String given = commandLine.get(word);
            if (WITH_VALUE.contains(given)) {
                word++;
            } else if (!given.startsWith("-")) {
                return fileName(given);
            }
        }
        return "";
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
