package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.argument.OneJob;
import dev.nudge.console.argument.Usage;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.Wire;
import dev.nudge.terminal.keys.KeyNames;
import dev.nudge.terminal.keys.KeyReading;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge send JOB TEXT…`: types into a job's terminal.
@Command(
        name = "send",
        description = {
            "Types into the terminal of a job that runs on one.",
            "First the text, then the keys, then the end of input. Nothing is added: end a line with"
                    + " the key Enter. The text \"-\" is the standard input."
        },
        footer = {
            "",
            "Examples:",
            "  nudge send 17 yes -k Enter",
            "  nudge send 17 -k C-c",
            "  nudge send 17 - --eof < answers.txt"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class SendCommand implements ConsoleCommand {
    private static final int PIECE = 64 * 1024;
    private static final String STANDARD_INPUT = "-";
    private static final String END_OF_FILE = "C-d";

    @Spec private CommandSpec spec;

    @Option(
            names = {"-k", "--key"},
            paramLabel = "KEY",
            description =
                    "A key to press after the text, by name: Enter, Tab, Escape, Up, PageUp, F5,"
                            + " C-c, M-x. May be given several times.")
    private List<String> keys = new ArrayList<>();

    @Option(names = "--eof", description = "The end of input (Ctrl+D), after all that.")
    private boolean isEndOfFile;

    @Option(names = "--json", description = "Print the job as a JSON object.")
    private boolean isJson;

    @Mixin private OneJob job;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "TEXT",
            description = "What to type; several words are joined by blanks.")
    private List<String> words = new ArrayList<>();

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        List<String> pressed = new ArrayList<>(keys);
        if (isEndOfFile) {
            pressed.add(END_OF_FILE);
        }
        if (String.join(" ", words).isEmpty() && pressed.isEmpty()) {
            throw Usage.wrong(
                    spec,
                    "There is nothing to type. Give a text, \"-\" for the standard input, -k KEY or --eof.");
        }
        keys.forEach(this::requireKey);
        long number = job.number(invocation);
        try (TerminalConnection terminal =
                invocation.services().jobs().reports().terminal(number)) {
            String text = text(invocation, !pressed.isEmpty());
            for (int from = 0, to; from < text.length(); from = to) {
                to = endOfPiece(text, from);
                terminal.ask(new TerminalRequest.Type(text.substring(from, to), List.of()));
            }
            terminal.ask(new TerminalRequest.Type("", pressed));
        }
        if (isJson) {
            invocation.print(Wire.writePretty(invocation.services().jobs().reports().of(number)));
        }
        return ExitCodes.OK;
    }

    /// Returns an end that is not between the two halves of a character.
    private static int endOfPiece(String text, int from) {
        int to = Math.min(text.length(), from + PIECE);
        return Character.isHighSurrogate(text.charAt(to - 1)) && to < text.length() ? to - 1 : to;
    }

    private void requireKey(String name) {
        if (KeyNames.read(name) instanceof KeyReading.Unknown unknown) {
            throw Usage.wrong(spec, unknown.message());
        }
    }

    /// @param mayBeEmpty whether keys follow
    private String text(Invocation invocation, boolean mayBeEmpty)
            throws IOException, InterruptedException {
        if (!words.equals(List.of(STANDARD_INPUT))) {
            return TextBound.INPUT.checked("TEXT", String.join(" ", words));
        }
        return switch (StandardInput.read(invocation.caller().in())) {
            case StandardInput.Text.Complete(String text) when mayBeEmpty || !text.isEmpty() ->
                    text;
            case StandardInput.Text.Complete _ ->
                    throw new IOException(
                            "The standard input is empty, so nothing has been typed.");
            case StandardInput.Text.Nothing _ ->
                    throw new IOException(
                            "Nothing came from the standard input within half a second, so nothing has been typed.");
            case StandardInput.Text.Truncated truncated -> {
                invocation.err().println(truncated.warning());
                yield truncated.text();
            }
        };
    }
}
