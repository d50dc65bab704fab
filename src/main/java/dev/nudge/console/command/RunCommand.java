package dev.nudge.console.command;

import dev.nudge.app.Given;
import dev.nudge.app.Run;
import dev.nudge.console.Carriage;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.JobStarter;
import dev.nudge.console.argument.TableOptions;
import dev.nudge.console.argument.Usage;
import dev.nudge.console.caller.Caller;
import dev.nudge.exec.JobInput;
import dev.nudge.job.JobSelector;
import dev.nudge.job.RunRequest;
import dev.nudge.job.WindowSize;
import dev.nudge.job.queue.ArrayIndices;
import dev.nudge.job.queue.Queueing.Dependency;
import dev.nudge.jobs.queue.WaitReason;
import dev.nudge.protocol.ClientPath;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.text.Bytes;
import dev.nudge.text.ClockTime;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge run CMD…`: starts a job for the person at the terminal.
@Command(
        name = Run.NAME,
        description = {
            "Starts a command in the background.",
            "It runs in this directory, as a job whose number is printed. One word is a command line for bash, unless it is the path of a program; several words are a command and its arguments."
        },
        footer = {
            "",
            "Examples:",
            "  nudge run -- make -j8 test",
            "  nudge run 'make && make install'",
            "  nudge run --wait --label build -- mvn verify",
            "  git diff | nudge run --stdin -- ./review",
            "  nudge run --array 1-100%%8 -- './simulate --seed $NUDGE_ARRAY_TASK'",
            "  seq 1000 | sed 's/^/.\\/simulate --seed /' | nudge run --group many --batch -",
            "  nudge run --agent gemini-cli --notify on_failure -- mvn verify"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class RunCommand implements ConsoleCommand {
    @Spec private CommandSpec spec;

    @Option(
            names = "--wait",
            description =
                    "Show the output, and exit with the job's exit code (128+n if signal n ended"
                            + " it). Ctrl+C sends the job SIGINT, a second one SIGTERM; a third"
                            + " one leaves it alone (exit code 130), as does Ctrl+\\ (131). With --pty, attach"
                            + " to it: keys go to the job, and Ctrl+\\ detaches (131).")
    private boolean isAwaited;

    @Option(
            names = "--array",
            paramLabel = "INDICES",
            description =
                    "Start it once for each of these indices, as an array of jobs with consecutive"
                            + " numbers, and print these as a range: 1-100, 1,3,5, 0-30:10; with %%8 behind"
                            + " them, at most 8 at a time. The command sees its index as"
                            + " NUDGE_ARRAY_TASK.")
    private @Nullable String array;

    @Option(
            names = "--batch",
            paramLabel = "FILE",
            description =
                    "Start a job for each line of this file, or of the standard input (-), and print"
                            + " their numbers as a range. A line is a command line, or a JSON object with"
                            + " options: {\"command\": \"make\", \"group\": \"builds\", \"env\": {\"A\": \"1\"}}."
                            + " Blank lines, and those that begin with #, are left out. The other"
                            + " options hold for each line that does not give its own. If one line is wrong, nothing"
                            + " is started. At most 10,000 jobs and 16 MiB.")
    private @Nullable String batch;

    @Option(
            names = "--pty",
            description = "Run it on a terminal of its own: see nudge send and nudge attach.")
    private boolean isOnTerminal;

    @Option(
            names = "--stdin",
            description =
                    "Pass the standard input on to the job, at most 8 MiB, which are kept with its"
                            + " output; with --wait and a pipe, any amount, which is not kept.")
    private boolean isFed;

    @Option(
            names = "--size",
            paramLabel = "COLSxROWS",
            description =
                    "The size of that terminal; default 120x30, with --wait the size of yours.")
    private @Nullable String size;

    @Option(
            names = "--json",
            description =
                    "Print the job as a JSON object, not its number only; with --wait when it has"
                            + " ended, and not its output.")
    private boolean isJson;

    @Parameters(arity = "0..*", paramLabel = "CMD", description = "The command.")
    private List<String> command = List.of();

    @Override
    public List<dev.nudge.app.Option<?>> options() {
        return Run.OPTIONS;
    }

    @Override
    public Carriage carriage() {
        return Carriage.STARTS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Optional<String> token = invocation.caller().resumed();
        if (token.isPresent()) {
            return RunWait.resume(invocation, isJson, token.get());
        }
        requireSense();
        String lines = batch;
        if (lines != null) {
            BatchFile file = new BatchFile(lines);
            JobInput input = file.isStandardInput() ? new JobInput.None() : input(invocation);
            return new RunBatch(spec, this, file).run(invocation, input, isJson);
        }
        RunRequest order = request(invocation, commandLine(invocation));
        if (isOnTerminal && isAttached(invocation)) {
            // Before the job exists, which would otherwise continue with nobody to watch it.
            var _ = Settings.of(invocation.hello().environment()).requiring(Setting.DETACH_KEY);
        }
        JobStarter starter = invocation.services().jobs().starter();
        if (array != null) {
            List<JobStarter.Order> tasks =
                    List.of(order(invocation, JobStarter.NOT_STARTED, order.command()));
            RunBatch.print(
                    invocation,
                    starter.start(invocation.hello(), tasks, input(invocation)),
                    isJson);
            return ExitCodes.OK;
        }
        FoundJob started =
                starter.start(invocation.hello(), order, given().get(Run.AGENT), input(invocation));
        if (!isAwaited) {
            return said(invocation, started);
        }
        invocation.complain(awaited(invocation, started));
        return RunWait.begin(invocation, isJson, started);
    }

    private int said(Invocation invocation, FoundJob started) throws IOException {
        invocation.printNumber(isJson ? Wire.writePretty(started.snapshot()) : started.number());
        if (!isJson && invocation.isOnTerminal()) {
            invocation.complain(
                    started.snapshot()
                            .waiting()
                            .map(why -> waits(invocation, started.number(), why))
                            .orElseGet(() -> runs(started)));
        }
        return ExitCodes.OK;
    }

    /// Returns its number, and on a terminal how to leave it.
    private String awaited(Invocation invocation, FoundJob started) {
        String job = "job %d".formatted(started.number());
        Optional<String> why =
                started.snapshot().waiting().map(w -> w.words(invocation.shownZone()));
        String how = why.map(reason -> job + " is queued (%s)".formatted(reason)).orElse(job);
        if (invocation.caller().kind(Caller.Stream.ERR) != Caller.Kind.TERMINAL) {
            return how;
        }
        if (why.isEmpty() && isOnTerminal && isAttached(invocation)) {
            String key = Settings.of(invocation.hello().environment()).detachKeyName();
            return "%s; %s detaches from it".formatted(how, key);
        }
        return "%s; Ctrl+\\ leaves it, Ctrl+C %s it"
                .formatted(how, why.isPresent() ? "cancels" : "interrupts");
    }

    private static String waits(Invocation invocation, long number, WaitReason why) {
        return "Job %d is queued (%s). To see the queue: nudge ps"
                .formatted(number, why.words(invocation.shownZone()));
    }

    private static String runs(FoundJob started) {
        return started.terminal().isPresent()
                ? "Job %d runs. To use its terminal: nudge attach %1$d".formatted(started.number())
                : "Job %d runs. To follow its output: nudge logs -f %1$d"
                        .formatted(started.number());
    }

    private JobInput input(Invocation invocation) throws IOException {
        return isFed
                ? RunInput.passed(invocation.caller(), isAwaited)
                : RunInput.none(invocation.caller());
    }

    /// Returns the command line. A single word is one already, unless it is the path of a program
    /// whose name has a blank or another character that a shell takes for its own.
    private String commandLine(Invocation invocation) {
        boolean isPath = command.size() == 1 && command.getFirst().contains("/");
        return isPath && isProgram(invocation, command.getFirst())
                ? ShellWords.quote(command.getFirst())
                : ShellWords.join(command);
    }

    private boolean isProgram(Invocation invocation, String word) {
        try {
            String folder = ClientPath.text(invocation.hello(), given().get(Run.CWD).orElse(""));
            Path program = Bytes.path(word.startsWith("/") ? word : folder + "/" + word);
            return Files.isRegularFile(program) && Files.isExecutable(program);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// Returns the order for a command that is started with others, by these options.
    ///
    /// @param refusal what to say before the reason if it cannot be started
    JobStarter.Order order(Invocation invocation, String refusal, String commandLine)
            throws IOException {
        return new JobStarter.Order(
                refusal, request(invocation, commandLine), indices(), given().get(Run.AGENT));
    }

    private Optional<ArrayIndices> indices() {
        return Optional.ofNullable(array).map(given -> ArrayIndices.parse("--array", given));
    }

    private RunRequest request(Invocation invocation, String commandLine) throws IOException {
        Given given = given();
        return Run.request(
                given,
                commandLine,
                isOnTerminal ? Optional.of(terminal(invocation)) : Optional.empty(),
                Stream.concat(
                                dependencies(invocation, given, Run.AFTER, true),
                                dependencies(invocation, given, Run.AFTER_ANY, false))
                        .toList(),
                due(invocation, given),
                Optional.empty());
    }

    private Given given() {
        return new TableOptions(spec);
    }

    private static Stream<Dependency> dependencies(
            Invocation invocation,
            Given given,
            dev.nudge.app.Option<JobSelector> option,
            boolean mustSucceed) {
        List<JobSelector> words = given.all(option);
        if (words.isEmpty()) {
            return Stream.empty();
        }
        JobReports reports = invocation.reports();
        List<Long> numbers = TextBound.checked(given.name(option), reports.numbers(words));
        long last = reports.number(new JobSelector.Last());
        words.forEach(word -> requireStarted(given.name(option), word, last));
        return numbers.stream().map(number -> new Dependency(number, mustSucceed));
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
    private static Optional<Instant> due(Invocation invocation, Given given) throws IOException {
        Optional<Moment> at = given.get(Run.AT);
        if (at.isEmpty()) {
            return Optional.empty();
        }
        Instant time = at.get().in(invocation::zone);
        if (time.isBefore(Instant.now())) {
            throw new IllegalArgumentException(
                    "--at is in the past: %s. To start it now, leave --at out."
                            .formatted(ClockTime.of(time, invocation.shownZone())));
        }
        return Optional.of(time);
    }

    private void requireSense() {
        if (batch != null) {
            requireSenseOfBatch();
        } else if (command.isEmpty()) {
            throw Usage.wrong("CMD is missing.");
        } else if (ShellWords.join(command).isBlank()) {
            throw Usage.wrong("The command is blank; expected a command line or a program.");
        }
        requireSenseOfOptions();
    }

    private void requireSenseOfBatch() {
        if (!command.isEmpty()) {
            throw Usage.wrong(
                    "--batch has the commands in its file: leave \"%s\" out."
                            .formatted(command.getFirst()));
        }
        if (isAwaited || isFed) {
            throw Usage.wrong(
                    isAwaited
                            ? "--batch and --wait do not go together: leave --wait out, and wait for the range of jobs with nudge wait."
                            : "--batch and --stdin do not go together: put the input into a file, and let the commands read it.");
        }
    }

    /// Rejects values and combinations of options that make no sense.
    void requireSenseOfOptions() {
        Given given = Usage.valid(() -> Run.checked(given()));
        var _ = Usage.valid(this::indices);
        if (given.get(Run.AGENT).isEmpty()) {
            Stream.of(Run.TELLING, Run.EXCERPT, Run.LIFE_SPAN)
                    .filter(option -> given.get(option).isPresent())
                    .findFirst()
                    .ifPresent(option -> {
                        throw Usage.wrong(
                                given.name(option) + " needs an agent: add --agent PANE.");
                    });
        }
        if (given.get(Run.RETRY).filter(times -> times > 0).isPresent() && isOnTerminal) {
            throw Usage.wrong(
                    "--retry is for a job without a terminal, since nobody would type the same input again: leave --pty out.");
        }
        if (array != null && (isAwaited || isFed)) {
            throw Usage.wrong(
                    isAwaited
                            ? "--array and --wait do not go together: leave --wait out, and wait for the range of jobs with nudge wait."
                            : "--array and --stdin do not go together: put the input into a file, and let the command read it.");
        }
        if (isFed && isOnTerminal) {
            throw Usage.wrong(
                    "--stdin is for a job without a terminal: leave --pty out, or type with nudge send.");
        }
        if (size != null && !isOnTerminal) {
            throw Usage.wrong("--size needs a job with a terminal: add --pty.");
        }
    }

    private WindowSize terminal(Invocation invocation) throws IOException {
        String given = size;
        if (given != null) {
            return Usage.valid(() -> WindowSize.parse(given));
        }
        return isAttached(invocation) ? invocation.size() : WindowSize.DEFAULT;
    }

    private boolean isAttached(Invocation invocation) {
        return isAwaited && invocation.isOnTerminal();
    }
}
