package dev.nudge.cli.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.view.Cells;
import dev.nudge.console.view.Finding;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;

/// The command `nudge doctor`: says what is wrong here, and how to fix it.
@Command(
        name = "doctor",
        description =
                "Says what is wrong here, and how to fix it. It looks at everything that nudge needs.",
        footer = {
            "  nudge doctor",
            "  nudge doctor --report   a text to put into a report of a fault"
        })
final class DoctorCommand extends OwnCommand {
    private static final int STATE = 6;
    private static final Pattern NAME = Pattern.compile("(?m)^PRETTY_NAME=\"?([^\"\n]*)");

    /// The value of a setting, which may be a secret, and may have several lines.
    private static final Pattern VALUE =
            Pattern.compile("(?<= is \")(?s:.*?)(?=\"; expected (?![^\n]*\"; expected ))");

    private static final Pattern ADDRESS = Pattern.compile("(?i)(?<=https?://)[^\\s\"]+");

    private static final Option<Boolean> JSON =
            Option.flag("json").help("As a JSON array, one object per finding.");
    private static final Option<Boolean> REPORT =
            Option.flag("report")
                    .help(
                            "As a text for a report of a fault: with the versions of nudge and of the system, without your name, your home directory, the name of the machine, and the values of settings.");

    @Override
    int run(Given given) {
        List<Finding> findings = Checkup.findings();
        String words = words(findings);
        out().print(
                        given.has(JSON)
                                ? Wire.writePretty(findings) + "\n"
                                : Printable.escaped(given.has(REPORT) ? report(words) : words));
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

    /// Returns the doctor's words as a text that can be shown to others. It says nothing of this
    /// user's name and home; of other users' it knows nothing.
    private static String report(String words) {
        Matcher name = NAME.matcher(read("/etc/os-release"));
        String system =
                "nudge %s\n%s, Linux %s, %s\n\n"
                        .formatted(
                                (Installation.version() + " " + Installation.release().build())
                                        .strip(),
                                name.find() ? name.group(1) : "unknown system",
                                System.getProperty("os.version"),
                                System.getProperty("os.arch"));
        String text = VALUE.matcher(system + words).replaceAll("…");
        text = ADDRESS.matcher(text).replaceAll("…");
        String home = System.getenv().getOrDefault("HOME", "");
        for (String folder : List.of(home, System.getProperty("user.home"))) {
            text = folder.length() > 1 ? text.replace(folder, "~") : text;
        }
        text = without(text, System.getProperty("user.name"), "USER");
        return without(text, read("/proc/sys/kernel/hostname").strip(), "HOST");
    }

    /// Replaces a word; not that of the superuser, whom texts mean when they name him.
    private static String without(String text, String word, String other) {
        return List.of("", "root", "localhost").contains(word)
                ? text
                : text.replaceAll(
                        "(?<![\\w-])" + Pattern.quote(word) + "(?![\\w-])",
                        Matcher.quoteReplacement(other));
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            return "";
        }
    }
}
