package dev.nudge.console.command;

import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobStarter;
import dev.nudge.console.JobStarter.StartedBlock;
import dev.nudge.console.TableOptions;
import dev.nudge.console.Usage;
import dev.nudge.exec.JobInput;
import dev.nudge.protocol.ClientPath;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Bytes;
import dev.nudge.text.Reasons;
import dev.nudge.text.ShellWords;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/// `nudge run --batch`: starts a job for each line of a file, which is a command line or a JSON
/// object. Blank lines and those that begin with `#` are comments. All lines are checked before the
/// first job is made.
final class RunBatch {
    private static final int MOST = TextBound.MOST_ELEMENTS;
    private static final int LONGEST = 16 * 1024 * 1024;

    /// A file that the caller has open: the shell names one so for `<(…)`.
    private static final Pattern OPEN = Pattern.compile("/(?:dev|proc/self)/fd/(\\d{1,9})");

    private static final Set<String> STANDARD_INPUTS =
            Set.of("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

    private final Invocation invocation;
    private final String file;
    private final boolean isStandardInput;

    /// Parses the options of one line; used again for each.
    private final CommandLine parser = new CommandLine(new RunCommand());

    /// The options that were parsed last: most objects of a batch have the same.
    private Optional<List<String>> parsed = Optional.empty();

    /// @param invocation its options hold for each line that does not give its own
    /// @param file as given: a path, or `-`
    RunBatch(Invocation invocation, String file) {
        this.invocation = invocation;
        this.file = file;
        this.isStandardInput = STANDARD_INPUTS.contains(file);
        TableOptions.add(parser.getCommandSpec(), RunCommand.OPTIONS);
    }

    /// A line that is not a comment.
    ///
    /// @param refusal what to say before the reason if it cannot be started
    /// @param text without its line end, and without blanks around it
    private record Line(String refusal, String text) {}

    int run(boolean isJson) throws IOException {
        JobInput input = isStandardInput ? new JobInput.None() : RunCommand.input(invocation);
        JobStarter starter = invocation.services().jobs().starter();
        print(invocation, starter.start(invocation.hello(), orders(), input), isJson);
        return ExitCodes.OK;
    }

    /// Prints the numbers of jobs that have been started at once.
    static void print(Invocation invocation, StartedBlock started, boolean isJson)
            throws IOException {
        invocation.printNumber(isJson ? Wire.writePretty(started.jobs()) : started.range());
        started.complaint().ifPresent(invocation::complain);
        if (!isJson && invocation.isOnTerminal()) {
            invocation.complain(started.words(invocation.shownZone()));
        }
    }

    private List<JobStarter.Order> orders() throws IOException {
        List<JobStarter.Order> orders = new ArrayList<>();
        int jobs = 0;
        for (Line line : lines()) {
            JobStarter.Order order = order(line);
            jobs += order.indices().map(array -> array.all().size()).orElse(1);
            if (jobs > MOST) {
                throw Usage.wrong(
                        "%s: these are more than %,d jobs; split the batch into several."
                                .formatted(line.refusal(), MOST));
            }
            orders.add(order);
        }
        if (orders.isEmpty()) {
            throw new IllegalArgumentException("Nothing was started: the batch holds no command.");
        }
        return orders;
    }

    private JobStarter.Order order(Line line) throws IOException {
        try {
            return line.text().startsWith("{")
                    ? ofObject(line)
                    : RunCommand.order(invocation, invocation.given(), line.refusal(), line.text());
        } catch (ParameterException e) {
            throw Usage.wrong(line.refusal() + ": " + Usage.complaint(e));
        } catch (Usage.WrongCall e) {
            throw Usage.wrong(line.refusal() + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(line.refusal() + ": " + e.getMessage(), e);
        }
    }

    private JobStarter.Order ofObject(Line line) throws IOException {
        TableOptions own = new TableOptions(parser.getCommandSpec());
        BatchObject.Words words = Usage.valid(() -> BatchObject.read(line.text(), own.spec()));
        if (!parsed.equals(Optional.of(words.options()))) {
            parsed = Optional.empty();
            parser.parseArgs(withDefaults(words.options()));
            RunCommand.requireSenseOfOptions(own);
            parsed = Optional.of(words.options());
        }
        String command =
                words.command().size() == 1
                        ? words.command().getFirst()
                        : ShellWords.join(words.command());
        return RunCommand.order(invocation, own, line.refusal(), command);
    }

    /// Returns the options of a line behind those of the call that it does not give itself.
    /// Variables are added to those of the call.
    private String[] withDefaults(List<String> own) {
        CommandLine called = invocation.given().spec().commandLine();
        Stream<String> defaults =
                called.getParseResult().matchedOptions().stream()
                        .distinct()
                        .filter(option -> !BatchObject.OF_THE_CALL.contains(option.longestName()))
                        .filter(option ->
                                (option.isMultiValue() && option.splitRegex().isEmpty())
                                        || own.stream().noneMatch(word -> isOf(option, word)))
                        .flatMap(option -> words(option).stream());
        return Stream.concat(defaults, own.stream()).toArray(String[]::new);
    }

    private static boolean isOf(OptionSpec option, String word) {
        return option.longestName().equals(word.split("=", 2)[0]);
    }

    private static List<String> words(OptionSpec option) {
        return option.arity().max() == 0
                ? List.of(option.longestName())
                : option.originalStringValues().stream()
                        .map(value -> option.longestName() + "=" + value)
                        .toList();
    }

    /// Reads the lines. Blocks as long as the writer of a pipe takes.
    ///
    /// @throws IOException if they cannot be read; the message names the file
    private List<Line> lines() throws IOException {
        byte[] bytes = bytes();
        if (bytes.length > LONGEST) {
            throw Usage.wrong(
                    "The batch is longer than %,d bytes; split it into several."
                            .formatted(LONGEST));
        }
        List<Line> lines = new ArrayList<>();
        int number = 1;
        int begin = 0;
        for (int at = 0; at <= bytes.length; at++) {
            if (at == bytes.length || bytes[at] == '\n') {
                String text = Bytes.text(bytes, begin, at).strip();
                if (!text.isEmpty() && !text.startsWith("#")) {
                    lines.add(new Line(refusal(number), text));
                }
                begin = at + 1;
                number++;
            }
        }
        return lines;
    }

    private String refusal(int line) {
        return "Nothing was started, because of %s, line %d"
                .formatted(isStandardInput ? "standard input" : file, line);
    }

    private byte[] bytes() throws IOException {
        if (isStandardInput) {
            return invocation.caller().in().readNBytes(LONGEST + 1);
        }
        try (InputStream source = Files.newInputStream(path())) {
            return source.readNBytes(LONGEST + 1);
        } catch (InvalidPathException e) {
            throw new IOException(
                    "--batch is \"%s\", which is not a path: %s".formatted(file, e.getReason()), e);
        } catch (IOException e) {
            throw new IOException("%s cannot be read: %s".formatted(file, Reasons.of(e)), e);
        }
    }

    private Path path() {
        Matcher open = OPEN.matcher(file);
        return open.matches()
                ? Path.of("/proc", Long.toString(invocation.hello().pid()), "fd", open.group(1))
                : ClientPath.of(invocation.hello(), file);
    }
}
