package dev.nudge.console.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Run;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ConsoleCommand.Carriage;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.JobStarter;
import dev.nudge.console.Usage;
import dev.nudge.console.caller.Caller;
import dev.nudge.exec.JobInput;
import dev.nudge.job.ArrayIndices;
import dev.nudge.job.JobSelector;
import dev.nudge.job.RunRequest;
import dev.nudge.job.WindowSize;
import dev.nudge.jobs.Starter;
import dev.nudge.protocol.ClientPath;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Setting;
import dev.nudge.text.Bytes;
import dev.nudge.text.Moment;
import dev.nudge.text.ShellWords;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// The command `nudge run CMD…`: starts a job for the person at the terminal.
@Command(
        name = Run.NAME,
        description = {
            "Starts a command in the background.",
            "It runs in this directory, as a job whose number is printed. One word is a command line for bash, unless it is the path of a program; several words are a command and its arguments."
        },
        footer = {
            "  nudge run -- make -j8 test",
            "  nudge run 'make && make install'",
            "  nudge run --wait --label build -- mvn verify",
            "  git diff | nudge run --stdin -- ./review",
            "  nudge run --array 1-100%%8 -- './simulate --seed $NUDGE_ARRAY_TASK'",
            "  seq 1000 | sed 's/^/.\\/simulate --seed /' | nudge run --group many --batch -",
            "  nudge run --agent gemini-cli --notify on_failure -- mvn verify"
        })
public final class RunCommand implements ConsoleCommand {
    static final Option<Boolean> WAIT =
            Option.flag("wait")
                    .help(
                            "Show the output, and exit with the job's exit code (128+n if signal n ended"
                                    + " it). Ctrl+C sends the job SIGINT, a second one SIGTERM; a third"
                                    + " one leaves it alone (exit code 130), as does Ctrl+\\ (131). With --pty, attach"
                                    + " to it: keys go to the job, and Ctrl+\\ detaches (131).");
    private static final Option<ArrayIndices> ARRAY =
            Option.of("array", Type.named("INDICES", "", Type.STRING, ArrayIndices::parse))
                    .help(
                            "Start it once for each of these indices, as an array of jobs with consecutive"
                                    + " numbers, and print these as a range: 1-100, 1,3,5, 0-30:10; with %%8 behind"
                                    + " them, at most 8 at a time. The command sees its index as"
                                    + " NUDGE_ARRAY_TASK.");
    private static final Option<String> BATCH =
            Option.of("batch", Type.word("FILE", "@file"))
                    .help(
                            "Start a job for each line of this file, or of the standard input (-), and print"
                                    + " their numbers as a range. A line is a command line, or a JSON object with"
                                    + " options: {\"command\": \"make\", \"group\": \"builds\", \"env\": {\"A\": \"1\"}}."
                                    + " Blank lines, and those that begin with #, are left out. The other"
                                    + " options hold for each line that does not give its own. If one line is wrong, nothing"
                                    + " is started. At most 10,000 jobs and 16 MiB.");
    private static final Option<Boolean> PTY =
            Option.flag("pty")
                    .help("Run it on a terminal of its own: see nudge send and nudge attach.");
    private static final Option<Boolean> STDIN =
            Option.flag("stdin")
                    .help(
                            "Pass the standard input on to the job, at most 8 MiB, which are kept with its"
                                    + " output; with --wait and a pipe, any amount, which is not kept.");
    private static final Option<WindowSize> SIZE =
            Option.of("size", Run.TERMINAL.type().offering("80x24 120x30 200x50"))
                    .help(
                            "The size of that terminal; default 120x30, with --wait the size of yours.");
    private static final Option<Boolean> JSON =
            Option.flag("json")
                    .help(
                            "Print the job as a JSON object, not its number only; with --wait when it has"
                                    + " ended, and not its output.");
    private static final Option<String> COMMAND =
            Option.of("command", Type.word("CMD", "@command"), Form.ARGUMENTS).help("The command.");

    static final List<Option<?>> OPTIONS =
            Stream.concat(Option.all(RunCommand.class).stream(), Run.OPTIONS.stream()).toList();

    @Override
    public List<Option<?>> options() {
        return OPTIONS;
    }

    @Override
    public Carriage carriage() {
        return Carriage.STARTS;
    }

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        boolean isJson = call.has(JSON);
        Optional<String> token = call.caller().resumed();
        if (token.isPresent()) {
            return RunWait.resume(call, isJson, token.get());
        }
        requireSense(call);
        Optional<String> batch = call.get(BATCH);
        if (batch.isPresent()) {
            return new RunBatch(call, batch.get()).run(isJson);
        }
        RunRequest order = request(call, call, commandLine(call));
        if (isAttached(call, call)) {
            // Before the job exists, which would otherwise continue with nobody to watch it.
            var _ = call.settings().requiring(Setting.DETACH_KEY);
        }
        JobStarter starter = call.services().jobs().starter();
        if (call.get(ARRAY).isPresent()) {
            JobInput input = input(call);
            Starter.Order tasks;
            try {
                tasks = order(call, call, order.command(), input);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        JobStarter.NOT_STARTED + ": " + e.getMessage(), e);
            }
            return RunBatch.start(call, List.of(tasks), List.of(JobStarter.NOT_STARTED), isJson);
        }
        FoundJob started = starter.start(call.hello(), order, call.get(Run.AGENT), input(call));
        if (call.has(WAIT)) {
            call.complain(awaited(call, started.number(), queued(call, started)));
            return RunWait.begin(call, isJson, started);
        }
        call.printNumber(isJson ? Wire.writePretty(started.snapshot()) : started.number());
        if (!isJson && call.isOnTerminal()) {
            call.complain(next(started, queued(call, started)));
        }
        return ExitCodes.OK;
    }

    private static Optional<String> queued(Invocation call, FoundJob started) {
        return started.snapshot().waiting().map(why -> why.words(call.shownZone()));
    }

    private static String next(FoundJob started, Optional<String> queued) {
        if (queued.isPresent()) {
            return "Job %d is queued (%s). To see the queue: nudge ps"
                    .formatted(started.number(), queued.get());
        }
        String how =
                started.terminal().isPresent()
                        ? "To use its terminal: nudge attach"
                        : "To follow its output: nudge logs -f";
        return "Job %d runs. %s %1$d".formatted(started.number(), how);
    }

    private static String awaited(Invocation call, long number, Optional<String> queued) {
        String job =
                "job %d%s".formatted(number, queued.map(" is queued (%s)"::formatted).orElse(""));
        if (call.caller().kind(Caller.Stream.ERR) != Caller.Kind.TERMINAL) {
            return job;
        }
        if (queued.isEmpty() && isAttached(call, call)) {
            return "%s; %s detaches from it".formatted(job, call.settings().detachKeyName());
        }
        return "%s; Ctrl+\\ leaves it, Ctrl+C %s it"
                .formatted(job, queued.isPresent() ? "cancels" : "interrupts");
    }

    static JobInput input(Invocation call) throws IOException {
        return call.has(STDIN)
                ? StandardInput.passed(call.caller(), call.has(WAIT))
                : StandardInput.none(call.caller());
    }

    /// Returns the command line. A single word is one already, unless it is the path of a program
    /// whose name has a blank or another character that a shell takes for its own.
    private static String commandLine(Invocation call) {
        List<String> words = call.all(COMMAND);
        boolean isPath = words.size() == 1 && words.getFirst().contains("/");
        return isPath && isProgram(call, words.getFirst())
                ? ShellWords.quote(words.getFirst())
                : ShellWords.join(words);
    }

    private static boolean isProgram(Invocation call, String word) {
        try {
            String folder = ClientPath.text(call.hello(), call.get(Run.CWD).orElse(""));
            Path program = Bytes.path(word.startsWith("/") ? word : folder + "/" + word);
            return Files.isRegularFile(program) && Files.isExecutable(program);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// Returns the order for a command that is started with others, by these options.
    static Starter.Order order(Invocation call, Given given, String commandLine, JobInput input)
            throws IOException {
        return new Starter.Order(
                request(call, given, commandLine),
                given.get(ARRAY),
                given.get(Run.AGENT)
                        .map(pane -> call.services().jobs().starter().agent(call.hello(), pane)),
                input);
    }

    private static RunRequest request(Invocation call, Given given, String commandLine)
            throws IOException {
        Optional<WindowSize> terminal = Optional.empty();
        if (given.has(PTY)) {
            WindowSize usual = isAttached(call, given) ? call.caller().size() : WindowSize.DEFAULT;
            terminal = given.get(SIZE).or(() -> Optional.of(usual));
        }
        return Run.request(
                given,
                commandLine,
                terminal,
                option -> numbers(call, given, option),
                due(call, given),
                Optional.empty());
    }

    private static List<Long> numbers(Invocation call, Given given, Option<JobSelector> option) {
        List<JobSelector> words = given.all(option);
        if (words.isEmpty()) {
            return List.of();
        }
        JobReports reports = call.reports();
        List<Long> numbers = TextBound.checked(given.name(option), reports.numbers(words));
        long last = reports.number(new JobSelector.Last());
        words.forEach(word -> requireStarted(given.name(option), word, last));
        return numbers;
    }

    /// A range selects the jobs that there are: it would not wait for those that are still to come.
    private static void requireStarted(String option, JobSelector word, long last) {
        if (word instanceof JobSelector.Range range && range.to() > last) {
            throw new IllegalArgumentException(
                    "%s %s goes beyond the last job, which is job %d; name a range that ends there, or earlier."
                            .formatted(option, word.word(), last));
        }
    }

    /// Returns the time of the start.
    ///
    /// @throws IllegalArgumentException if it is over: with a wrong year, the job would be started
    ///   at once
    private static Optional<Instant> due(Invocation call, Given given) throws IOException {
        Optional<Moment> at = given.get(Run.AT);
        if (at.isEmpty()) {
            return Optional.empty();
        }
        Instant time = at.get().in(call::zone);
        if (time.isBefore(Instant.now())) {
            throw new IllegalArgumentException(
                    "--at is in the past: %s. To start it now, leave --at out."
                            .formatted(call.shownZone().time(time)));
        }
        return Optional.of(time);
    }

    private static void requireSense(Given given) {
        List<String> command = given.all(COMMAND);
        if (given.get(BATCH).isEmpty()) {
            Usage.refuseIf(command.isEmpty(), "CMD is missing.");
            Usage.refuseIf(
                    ShellWords.join(command).isBlank(),
                    "The command is blank; expected a command line or a program.");
        } else if (command.isEmpty()) {
            requireAlone(given, "--batch", "commands");
        } else {
            throw Usage.wrong(
                    "--batch has the commands in its file: leave \"%s\" out."
                            .formatted(command.getFirst()));
        }
        requireSenseOfOptions(given);
    }

    /// Rejects what is possible for a single job only.
    private static void requireAlone(Given given, String option, String commands) {
        Usage.refuseIf(
                given.has(WAIT),
                option
                        + " and --wait do not go together: leave --wait out, and wait for the range of jobs with nudge wait.");
        Usage.refuseIf(
                given.has(STDIN),
                "%s and --stdin do not go together: put the input into a file, and let the %s read it."
                        .formatted(option, commands));
    }

    static void requireSenseOfOptions(Given options) {
        Given given = Usage.valid(() -> Run.checked(options));
        for (Option<?> option : List.of(Run.TELLING, Run.EXCERPT, Run.LIFE_SPAN)) {
            Usage.refuseIf(
                    given.get(Run.AGENT).isEmpty() && given.get(option).isPresent(),
                    given.name(option) + " needs an agent: add --agent PANE.");
        }
        boolean isOnTerminal = given.has(PTY);
        Usage.refuseIf(
                isOnTerminal && given.get(Run.RETRY).orElse(0) > 0,
                "--retry is for a job without a terminal, since nobody would type the same"
                        + " input again: leave --pty out.");
        if (given.get(ARRAY).isPresent()) {
            requireAlone(given, "--array", "command");
        }
        Usage.refuseIf(
                given.has(STDIN) && isOnTerminal,
                "--stdin is for a job without a terminal: leave --pty out, or type with nudge send.");
        Usage.refuseIf(
                given.get(SIZE).isPresent() && !isOnTerminal,
                "--size needs a job with a terminal: add --pty.");
    }

    /// Returns whether the caller will be attached to the job's terminal.
    private static boolean isAttached(Invocation call, Given given) {
        return given.has(PTY) && given.has(WAIT) && call.isOnTerminal();
    }
}
