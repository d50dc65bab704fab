package dev.nudge.cli.command;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/// The manual page nudge(1), in the language of man(7), made from the same description of the
/// commands as the help. The build calls it.
public final class ManPage {
    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");

    private final StringBuilder page = new StringBuilder();

    private ManPage() {}

    public static void main(String[] args) {
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(of(NudgeCommand.line()));
    }

    static String of(CommandLine nudge) {
        ManPage man = new ManPage();
        UsageMessageSpec usage = nudge.getCommandSpec().usageMessage();
        man.macro("TH NUDGE 1 \"\" \"nudge " + Installation.version() + "\" \"nudge\"");
        man.macro("SH NAME");
        man.text("nudge - " + String.join(" ", usage.description()));
        man.macro("SH SYNOPSIS");
        man.text("nudge COMMAND [OPTION]... [ARGUMENT]...");
        man.macro("SH COMMANDS");
        nudge.getSubcommands().values().forEach(line -> man.command(line.getCommandSpec()));
        man.macro("SH EXIT STATUS");
        usage.exitCodeList().forEach(man::item);
        man.footer(usage.footer());
        return man.page.toString();
    }

    private void command(CommandSpec spec) {
        UsageMessageSpec usage = spec.usageMessage();
        if (usage.hidden()) {
            return;
        }
        String synopsis = spec.commandLine().getHelp().synopsis(0).replaceAll("\\s+", " ").strip();
        macro("SS " + synopsis);
        for (String paragraph : usage.description()) {
            text(paragraph);
            macro("PP");
        }
        spec.positionalParameters()
                .forEach(p -> item(p.paramLabel(), String.join(" ", p.description())));
        spec.options().stream()
                .filter(o -> !o.usageHelp() && !o.versionHelp())
                .forEach(this::option);
        examples(usage.footer());
    }

    private void option(OptionSpec option) {
        String names = String.join(", ", option.names());
        item(
                option.arity().max() == 0 ? names : names + " " + option.paramLabel(),
                String.join(" ", option.description()));
    }

    private void examples(String... footer) {
        macro("PP");
        macro("nf");
        for (String line : footer) {
            if (line.startsWith("  ")) {
                text(line);
            }
        }
        macro("fi");
    }

    private void footer(String... footer) {
        macro("SH NOTES");
        Stream.of(footer).filter(line -> line.startsWith("A JOB")).forEach(this::text);
        macro("SH EXAMPLES");
        examples(footer);
    }

    private void item(String term, String description) {
        macro("TP");
        page.append("\\fB").append(escaped(term)).append("\\fR\n");
        text(description);
    }

    private void macro(String line) {
        page.append('.').append(line.replace("-", "\\-")).append('\n');
    }

    private void text(String text) {
        page.append(escaped(text)).append('\n');
    }

    /// Escapes a full stop or a quote at the beginning of a line, which would start a macro.
    private static String escaped(String text) {
        String plain = Ansi.OFF.text(text.replace("%%", "%")).toString();
        String safe = plain.replace("\\", "\\e").replace("-", "\\-");
        String ascii =
                NOT_ASCII
                        .matcher(safe)
                        .replaceAll(c -> "\\\\[u%04X]".formatted(c.group().codePointAt(0)));
        return ascii.startsWith(".") || ascii.startsWith("'") ? "\\&" + ascii : ascii;
    }
}
