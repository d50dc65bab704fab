package dev.nudge.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `nudge doctor`: what is wrong here, and how to mend it.
@Command(
        name = "doctor",
        description =
                "Looks at everything that nudge needs and says what is wrong and how to mend it.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class DoctorCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        List<Finding> findings = new Checkup().findings();
        var out = spec.commandLine().getOut();
        for (Finding finding : findings) {
            out.println((finding.isGood() ? "ok    " : "WRONG ") + finding.what());
            if (!finding.isGood()) {
                out.println("      To mend it: " + finding.mend());
            }
        }
        out.flush();
        return findings.stream().allMatch(Finding::isGood) ? ExitCodes.OK : ExitCodes.FAILED;
    }
}
