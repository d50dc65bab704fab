package dev.nudge.console.command;

import dev.nudge.app.Kill;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.Services;
import dev.nudge.console.argument.JobWord;
import dev.nudge.console.argument.Usage;
import dev.nudge.console.tmux.CallerTmux;
import dev.nudge.console.tmux.Popup;
import dev.nudge.console.tmux.TmuxMenu;
import dev.nudge.console.tmux.TmuxWords;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `nudge tmux ACTION [JOB]`: jobs inside tmux, for key bindings.
@Command(
        name = "tmux",
        description = {
            "Shows jobs in the tmux that you are in.",
            "Made for key bindings; scripts/nudge.tmux makes them.",
            "  menu [JOB]    a menu of the jobs, or of what can be done with one",
            "  log [JOB]     the output of a job in a popup; by default, of the last one",
            "  attach [JOB]  the terminal of a job in a popup; by default, of the last that has one",
            "  kill JOB      ends a job and says so in the status line",
            "  restart JOB   starts a new job like one that has ended, in the environment of tmux"
        },
        footer = {"", "Examples:", "  nudge tmux menu", "  nudge tmux log 17"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class TmuxCommand implements ConsoleCommand {
    private static final int COLUMNS = 80;
    private static final int ROWS = 24;
    private static final int READING_MS = 4000;
    private static final String NO_TERMINAL =
            "No job runs on a terminal. Start one: nudge run --pty -- COMMAND";

    @Parameters(
            index = "0",
            paramLabel = "ACTION",
            description = "menu, log, attach, kill or restart.")
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
    public int run(Invocation invocation) throws IOException, InterruptedException {
        try {
            return show(invocation, command(invocation));
        } catch (IOException | IllegalArgumentException e) {
            if (client.isEmpty()) {
                throw e;
            }
            return show(invocation, message(invocation, "nudge: " + e.getMessage()));
        }
    }

    private int show(Invocation invocation, List<String> command)
            throws IOException, InterruptedException {
        Optional<String> complaint = new CallerTmux(invocation).show(command);
        if (complaint.isPresent()) {
            String hint = client.isEmpty() ? ". It needs a terminal that is attached to tmux." : "";
            throw new IOException("tmux cannot show it: " + complaint.get() + hint);
        }
        return ExitCodes.OK;
    }

    private List<String> command(Invocation invocation) throws IOException {
        JobReports reports = invocation.services().jobs().reports();
        TmuxMenu menu = menu(invocation);
        return switch (action) {
            case "menu" -> menu(invocation, menu);
            case "log" -> {
                FoundJob found = job(reports, _ -> true, "No job has been started yet.");
                yield shown(menu.log(found.job(), found.output().toString()));
            }
            case "attach" ->
                    shown(menu.attach(job(reports, TmuxMenu::isOnTerminal, NO_TERMINAL).job()));
            case "kill" -> kill(invocation);
            case "restart" -> restart(invocation);
            default ->
                    throw Usage.wrong(
                            "\"%s\" is not an action; expected menu, log, attach, kill or restart."
                                    .formatted(action));
        };
    }

    private TmuxMenu menu(Invocation invocation) {
        String[] parts = size.split("x", 2);
        return new TmuxMenu(
                new Popup(invocation), client, number(parts, 0, COLUMNS), number(parts, 1, ROWS));
    }

    private List<String> menu(Invocation invocation, TmuxMenu menu) throws IOException {
        JobReports reports = invocation.services().jobs().reports();
        if (job != null) {
            FoundJob found = reports.find(reports.number(job));
            return menu.ofJob(found.job(), found.output().toString());
        }
        List<Job> jobs = reports.list(true).stream().map(JobSnapshot::job).toList();
        return jobs.isEmpty() ? message(invocation, "nudge: no jobs") : menu.ofJobs(jobs);
    }

    private static int number(String[] parts, int index, int otherwise) {
        return parts.length == 2 && parts[index].matches("\\d{1,4}")
                ? Integer.parseInt(parts[index])
                : otherwise;
    }

    private long named(Services services) {
        if (job == null) {
            throw Usage.wrong("JOB is missing.");
        }
        return services.jobs().reports().number(job);
    }

    private List<String> restart(Invocation invocation) throws IOException {
        Services services = invocation.services();
        long number = named(services);
        FoundJob started = services.jobs().starter().restart(invocation.hello(), number);
        return message(
                invocation,
                "job %d has been started, like job %d".formatted(started.number(), number));
    }

    private List<String> kill(Invocation invocation) throws IOException {
        Services services = invocation.services();
        long number = named(services);
        Kill.Ended killed = services.jobs().kill().end(number, Kill.Order.USUAL);
        return message(invocation, "job %d %s".formatted(number, done(killed)));
    }

    private static String done(Kill.Ended killed) {
        if (killed.wasEnded()) {
            return "had ended already";
        }
        return killed.job().spec().virtual().isEmpty() ? "was killed" : "was cancelled";
    }

    /// Returns the job that is named, or the last of these.
    private FoundJob job(JobReports reports, Predicate<Job> wanted, String otherwise) {
        if (job != null) {
            return reports.find(reports.number(job));
        }
        long last =
                reports.list(true).stream()
                        .map(JobSnapshot::job)
                        .filter(wanted)
                        .mapToLong(Job::number)
                        .max()
                        .orElseThrow(() -> new IllegalArgumentException(otherwise));
        return reports.find(last);
    }

    private List<String> shown(List<String> popup) {
        List<String> command = new ArrayList<>(popup.stream().map(TmuxWords::argument).toList());
        addClient(command);
        return command;
    }

    /// Returns the command that shows a message. Here `%` is special in formats, too.
    private List<String> message(Invocation invocation, String text) throws IOException {
        String line = text.lines().findFirst().orElse("");
        List<String> message =
                new ArrayList<>(List.of("display-message", "-d", messageTime(invocation)));
        message.add(TmuxWords.argument(TmuxWords.format(line).replace("%", "%%")));
        addClient(message);
        return message;
    }

    /// Returns for how many milliseconds a message stays: as long as the user has set, 0 for until
    /// a key is pressed, but at least the time it takes to read it, as by default.
    private static String messageTime(Invocation invocation) throws IOException {
        CallerTmux tmux = new CallerTmux(invocation);
        String set = tmux.ask("show-options", "-gqv", "display-time").strip();
        long time = set.matches("\\d{1,9}") ? Long.parseLong(set) : READING_MS;
        return Long.toString(time == 0 ? 0 : Math.max(time, READING_MS));
    }

    private void addClient(List<String> command) {
        if (!client.isEmpty()) {
            command.addAll(1, List.of("-c", client));
        }
    }
}
