package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Send;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.Usage;
import dev.nudge.protocol.TerminalConnection;
import dev.nudge.protocol.TerminalRequest;
import dev.nudge.protocol.Wire;
import dev.nudge.terminal.keys.KeyNames;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/// The command `nudge send JOB TEXT…`: types into a job's terminal.
@Command(
        name = Send.NAME,
        description = {
            "Types into the terminal of a job that runs on one.",
            "First the text, then the keys, then the end of input. Nothing is added: end a line with"
                    + " the key Enter. The text \"-\" is the standard input."
        },
        footer = {
            "  nudge send 17 yes -k Enter",
            "  nudge send 17 -k C-c",
            "  nudge send 17 - --eof < answers.txt"
        })
public final class SendCommand implements ConsoleCommand {
    private static final int PIECE = 64 * 1024;
    private static final String STANDARD_INPUT = "-";

    @Override
    public List<Option<?>> options() {
        return Send.OPTIONS;
    }

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        Send.Order order = Send.Order.of(call);
        Usage.refuseIf(
                order.isEmpty(),
                "There is nothing to type. Give a text, \"-\" for the standard input, -k KEY or --eof.");
        for (String key : call.all(Send.KEY)) {
            var _ = Usage.valid(() -> KeyNames.read(key));
        }
        JobReports reports = call.reports();
        long number = reports.number(call.require(Send.JOB));
        try (TerminalConnection terminal = reports.terminal(number)) {
            String text = text(call, order);
            for (int from = 0, to; from < text.length(); from = to) {
                to = endOfPiece(text, from);
                terminal.ask(new TerminalRequest.Type(text.substring(from, to), List.of()));
            }
            terminal.ask(new TerminalRequest.Type("", order.keys()));
        }
        if (call.has(Send.JSON)) {
            call.print(Wire.writePretty(reports.of(number)));
        }
        return ExitCodes.OK;
    }

    /// Returns an end that is not between the two halves of a character.
    private static int endOfPiece(String text, int from) {
        int to = Math.min(text.length(), from + PIECE);
        return Character.isHighSurrogate(text.charAt(to - 1)) && to < text.length() ? to - 1 : to;
    }

    private static String text(Invocation call, Send.Order order)
            throws IOException, InterruptedException {
        if (!call.all(Send.TEXT).equals(List.of(STANDARD_INPUT))) {
            return TextBound.INPUT.checked("TEXT", order.text());
        }
        String text =
                StandardInput.text(call.caller().in(), call.err()::println)
                        .orElseThrow(() ->
                                new IOException(
                                        "Nothing came from the standard input within half a second, so nothing has been typed."));
        if (text.isEmpty() && order.keys().isEmpty()) {
            throw new IOException("The standard input is empty, so nothing has been typed.");
        }
        return text;
    }
}
