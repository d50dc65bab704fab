package dev.nudge.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

class ManPageTest {
    @Test
    void describesEveryCommandWithItsOptionsAndEveryExitCode() {
        CommandLine nudge = NudgeCommand.line();
        String page = ManPage.of(nudge);

        assertThat(page).isASCII();
        assertThat(page.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
                .allMatch(line -> line.matches("\\.(TH|SH|SS|PP|TP|nf|fi)( .*)?"));
        assertThat(nudge.getSubcommands())
                .allSatisfy((name, line) -> {
                    CommandSpec command = line.getCommandSpec();
                    String head = "\n.SS nudge " + name.replace("-", "\\-") + " ";
                    int begin = page.indexOf(head);
                    assertThat(begin < 0).isEqualTo(command.usageMessage().hidden());
                    String section =
                            begin < 0 ? "" : page.substring(begin, page.indexOf("\n.S", begin + 1));
                    assertThat(command.options())
                            .filteredOn(o -> begin > 0 && !o.usageHelp() && !o.versionHelp())
                            .allSatisfy(o ->
                                    assertThat(section)
                                            .contains(
                                                    "\n.TP\n\\fB"
                                                            + String.join(", ", o.names())
                                                                    .replace("-", "\\-")));
                });
        assertThat(nudge.getCommandSpec().usageMessage().exitCodeList().keySet())
                .allSatisfy(code -> assertThat(page).contains("\n.TP\n\\fB" + code + "\\fR\n"));
    }

    @Test
    void textIsWrittenInTheLanguageOfManualPages() {
        CommandSpec odd =
                CommandSpec.create()
                        .addPositional(
                                PositionalParamSpec.builder()
                                        .paramLabel("JOB")
                                        .description("'The' job.")
                                        .build())
                        .addOption(
                                OptionSpec.builder("-x", "--ex-tra")
                                        .paramLabel("N")
                                        .type(int.class)
                                        .description(".5 or more.")
                                        .build());
        odd.usageMessage()
                .description(".profile is 100%% read.", "Ctrl+\\ – or 'not'.")
                .footer("Examples:", "  nudge odd -x 1");
        CommandSpec nudge = CommandSpec.create().name("nudge").addSubcommand("odd", odd);
        nudge.usageMessage()
                .description("A stand-in.")
                .exitCodeList(Map.of("0", "done"))
                .footer("A JOB is a number.", "  nudge odd");

        assertThat(ManPage.of(new CommandLine(nudge)))
                .isEqualTo(
                        """
                        .TH NUDGE 1 "" "nudge %s" "nudge"
                        .SH NAME
                        nudge \\- A stand\\-in.
                        .SH SYNOPSIS
                        nudge COMMAND [OPTION]... [ARGUMENT]...
                        .SH COMMANDS
                        .SS nudge odd [\\-x=N] JOB
                        \\&.profile is 100%% read.
                        .PP
                        Ctrl+\\e \\[u2013] or 'not'.
                        .PP
                        .TP
                        \\fBJOB\\fR
                        \\&'The' job.
                        .TP
                        \\fB\\-x, \\-\\-ex\\-tra N\\fR
                        \\&.5 or more.
                        .PP
                        .nf
                          nudge odd \\-x 1
                        .fi
                        .SH EXIT STATUS
                        .TP
                        \\fB0\\fR
                        done
                        .SH NOTES
                        A JOB is a number.
                        .SH EXAMPLES
                        .PP
                        .nf
                          nudge odd
                        .fi
                        """
                                .formatted(Installation.version()));
    }
}
