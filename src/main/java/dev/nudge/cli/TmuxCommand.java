package dev.nudge.cli;

import dev.nudge.job.JobSelector;
import dev.nudge.job.record.JobRecord;
import dev.nudge.process.ShortProgram;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge tmux ACTION [JOB]`: jobs inside tmux, for key bindings.
@Command(
        name = "tmux",
        description = {
            "Shows jobs in the tmux that you are in.",
            "Made for key bindings; scripts/nudge.tmux makes them.",
            "  menu [JOB]    a menu of the jobs, or of what can be done with one",
            "  log [JOB]     the output of a job in a popup; by default, of the last one",
            "  attach [JOB]  the terminal of a job in a popup; by default, of the last that has one",
            "  kill JOB      ends a job and says so in the status line"
        },
        footer = {"", "Examples:", "  nudge tmux menu", "  nudge tmux log 17"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class TmuxCommand implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final int COLUMNS = 80;
    private static final int ROWS = 24;
    private static final int READING_MS = 4000;
    private static final String NO_TERMINAL =
            "No job runs on a terminal. Start one: nudge run --pty -- COMMAND";

    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "ACTION", description = "menu, log, attach or kill.")
    private String action;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "The job: its number, @last, or its label (then the newest).")
    private @Nullable JobSelector job;

    @Option(
            names = "--client",
            paramLabel = "CLIENT",
            description = "The tmux client to show it to; default: the one that tmux chooses.")
    private String client = "";

    @Option(
            names = "--size",
            paramLabel = "WxH",
            description = "The size of that client, for menus; default: 80x24.")
    private String size = COLUMNS + "x" + ROWS;

    /// Runs the action. Errors are shown to the client if there is one: the output of a key binding
    /// would open copy mode, in which no nudge is typed.
    @Override
    public Integer call() throws IOException {
        try {
            return Tmux.run(command());
        } catch (IOException | IllegalArgumentException e) {
            if (client.isEmpty()) {
                throw e;
            }
            return Tmux.run(message("nudge: " + e.getMessage()));
        }
    }

    private List<String> command() throws IOException {
        return switch (action) {
            case "menu" -> menu();
            case "log" -> log(job(_ -> true, "No job has been started yet."));
            case "attach" ->
                    shown(TmuxMenu.attach(job(TmuxCommand::isOnTerminal, NO_TERMINAL).job()));
            case "kill" -> kill();
            default ->
                    throw new ParameterException(
                            spec.commandLine(),
                            "\"%s\" is not an action; expected menu, log, attach or kill."
                                    .formatted(action));
        };
    }

    private static boolean isOnTerminal(JobRecord job) {
        return job.terminal() != null && !TmuxMenu.isOver(job);
    }

    private List<String> log(Response.JobFound found) {
        return shown(TmuxMenu.log(found.job(), found.output()));
    }

    private List<String> menu() throws IOException {
        String[] parts = size.split("x", 2);
        TmuxMenu menu = new TmuxMenu(client, number(parts, 0, COLUMNS), number(parts, 1, ROWS));
        if (job != null) {
            Response.JobFound found = SelectedJobs.found(job);
            return menu.ofJob(found.job(), found.output());
        }
        List<JobRecord> jobs = jobs();
        return jobs.isEmpty() ? message("nudge: no jobs") : menu.ofJobs(jobs);
    }

    private static int number(String[] parts, int index, int otherwise) {
        return parts.length == 2 && parts[index].matches("\\d{1,4}")
                ? Integer.parseInt(parts[index])
                : otherwise;
    }

    private List<String> kill() throws IOException {
        if (job == null) {
            throw new ParameterException(spec.commandLine(), "JOB is missing.");
        }
        long number = SelectedJobs.one(job);
        Response.Killed killed = Answers.ask(new Request.Kill(number, null), Response.Killed.class);
        return message(
                "job %d %s"
                        .formatted(number, killed.wasEnded() ? "had ended already" : "was killed"));
    }

    /// Returns the job that is named, or the last of these.
    private Response.JobFound job(Predicate<JobRecord> wanted, String otherwise)
            throws IOException {
        if (job != null) {
            return SelectedJobs.found(job);
        }
        long last =
                jobs().stream()
                        .filter(wanted)
                        .mapToLong(JobRecord::job)
                        .max()
                        .orElseThrow(() -> new IllegalArgumentException(otherwise));
        return SelectedJobs.found(last);
    }

    private static List<JobRecord> jobs() throws IOException {
        return Answers.ask(new Request.ListJobs(true), Response.Jobs.class).jobs();
    }

    private List<String> shown(List<String> popup) {
        List<String> command = new ArrayList<>(popup.stream().map(TmuxWords::argument).toList());
        addClient(command);
        return command;
    }

    /// Returns the command that shows a message. Here `%` is special in formats, too.
    private List<String> message(String text) throws IOException {
        String line = text.lines().findFirst().orElse("");
        List<String> message = new ArrayList<>(List.of("display-message", "-d", messageTime()));
        message.add(TmuxWords.argument(TmuxWords.format(line).replace("%", "%%")));
        addClient(message);
        return message;
    }

    /// Returns for how many milliseconds a message stays: as long as the user has set, 0 for until
    /// a key is pressed, but at least the time it takes to read it, as by default.
    private static String messageTime() throws IOException {
        String set = Tmux.ask("show-options", "-gqv", "display-time").strip();
        long time = set.matches("\\d{1,9}") ? Long.parseLong(set) : READING_MS;
        return Long.toString(time == 0 ? 0 : Math.max(time, READING_MS));
    }

    private void addClient(List<String> command) {
        if (!client.isEmpty()) {
            command.addAll(1, List.of("-c", client));
        }
    }

    /// The tmux around this process.
    private static final class Tmux {
        static String ask(String... command) throws IOException {
            List<String> words = new ArrayList<>(List.of("tmux", "-u"));
            words.addAll(List.of(command));
            return new ShortProgram(LIMIT, words.toArray(String[]::new)).run("").out();
        }

        static int run(List<String> command) throws IOException {
            Popup.requireTrustedTmux();
            List<String> words = new ArrayList<>(List.of("tmux", "-u"));
            words.addAll(command);
            Process tmux = new ProcessBuilder(words).redirectErrorStream(true).start();
            try (BufferedReader said = tmux.inputReader(StandardCharsets.UTF_8)) {
                String complaint = said.lines().collect(Collectors.joining(" "));
                // The status of a popup is that of its command.
                if (tmux.waitFor() != 0 && !complaint.isBlank()) {
                    throw new IOException("tmux cannot show it: " + complaint);
                }
                return ExitCodes.OK;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return ExitCodes.FAILED;
            }
        }
    }
}
