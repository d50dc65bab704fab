package dev.nudge.cli.command;

import dev.nudge.console.ExitCodes;
import dev.nudge.console.view.Cells;
import dev.nudge.console.view.Finding;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Printable;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge doctor`: says what is wrong here, and how to fix it.
@Command(
        name = "doctor",
        description =
                "Says what is wrong here, and how to fix it. It looks at everything that nudge needs.",
        footer = {
            "",
            "Examples:",
            "  nudge doctor",
            "  nudge doctor --report   a text to put into a report of a fault"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class DoctorCommand implements Callable<Integer> {
    private static final int STATE = 6;

    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "As a JSON array, one object per finding.")
    private boolean isJson;

    @Option(
            names = "--report",
            description =
                    "As a text for a report of a fault: with the versions of nudge and of the system, without your name, your home directory, the name of the machine, and the values of settings.")
    private boolean isReport;

    @Override
    public Integer call() {
        List<Finding> findings = new Checkup().findings();
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            out.print(Wire.writePretty(findings) + "\n");
        } else {
            String words = words(findings);
            out.print(Printable.escaped(isReport ? FaultReport.of(words) : words));
        }
        out.flush();
        return findings.stream().noneMatch(Finding::isWrong) ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private static String words(List<Finding> findings) {
        StringBuilder words = new StringBuilder();
        for (Finding finding : findings) {
            Cells.pad(words, finding.state(), STATE);
            words.append(finding.what()).append('\n');
            if (!finding.fix().isEmpty()) {
                words.repeat(' ', STATE)
                        .append(finding.isWrong() ? "Fix: " : "")
                        .append(finding.fix())
                        .append('\n');
            }
        }
        return words.toString();
    }
}
