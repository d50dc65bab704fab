package dev.nudge.process;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The kind of program that reads a terminal.
public enum ProgramKind {
    /// A program that asks: its prompt is on the cursor's line.
    QUESTION,
    /// An editor, whose whole screen is there to be typed into.
    EDITOR,
    /// A program that shows a text page by page until somebody quits it.
    PAGER,
    /// A shell, an interpreter or a debugger at its prompt: it is idle and asks nothing.
    REPL;

    private static final Set<String> EDITORS =
            words(
                    "vi vim view vimdiff ex nvim nano rnano pico emacs jed joe jmacs micro hx helix"
                            + " kak ne mcedit ed tilde dte");

    private static final Pattern EDITOR_VARIANT =
            Pattern.compile("(vim\\.|vim-|emacs-|emacs\\d|nvim-).*");

    private static final Set<String> PAGERS = words("less more most pager man lv");

    private static final Set<String> ALWAYS_REPL =
            words(
                    "gdb lldb psql mysql mariadb sqlite3 redis-cli mongosh irb ghci ipython ipython3"
                            + " jshell R octave octave-cli bc dc maxima erl iex ocaml sbcl clisp"
                            + " guile ftp sftp bluetoothctl");

    /// Programs that run a script if they are given one.
    private static final Pattern INTERPRETER =
            Pattern.compile(
                    "(ba|da|z|k|mk|fi|tc|c|a)?sh|r?bash|busybox|python[\\d.]*|pypy[\\d.]*|node|nodejs|deno|bun"
                            + "|lua[\\d.]*|luajit|tclsh[\\d.]*|php[\\d.]*|scala|julia");

    /// Options that are followed by the text of a program.
    private static final Pattern TEXT_OPTION =
            Pattern.compile("-[A-Za-z]*[cempr]|--(eval|print|command|run).*");

    private static Set<String> words(String words) {
        return Set.of(words.split(" "));
    }

    /// @param program the name as the kernel has it
    /// @param arguments the command line, starting with the program; empty if unknown
    static ProgramKind of(String program, List<String> arguments) {
        String name = program.startsWith("-") ? program.substring(1) : program;
        if (EDITORS.contains(name) || EDITOR_VARIANT.matcher(name).matches()) {
            return EDITOR;
        }
        if (PAGERS.contains(name)) {
            return PAGER;
        }
        boolean isRepl =
                ALWAYS_REPL.contains(name)
                        || (INTERPRETER.matcher(name).matches() && hasNoProgram(arguments));
        return isRepl ? REPL : QUESTION;
    }

    private static boolean hasNoProgram(List<String> arguments) {
        List<String> options =
                arguments.stream().skip(1).filter(option -> !option.isEmpty()).toList();
        return options.contains("-i")
                || options.stream()
                        .allMatch(o -> o.startsWith("-") && !TEXT_OPTION.matcher(o).matches());
    }
}
