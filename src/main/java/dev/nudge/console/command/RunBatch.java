package dev.nudge.console.command;

import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobStarter.StartedBlock;
import dev.nudge.console.Usage;
import dev.nudge.exec.JobInput;
import dev.nudge.jobs.Starter;
import dev.nudge.protocol.ClientPath;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Bytes;
import dev.nudge.text.Reasons;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `nudge run --batch`: starts a job for each line of a file, which is a command line or a JSON
/// object. Blank lines and those that begin with `#` are comments. All lines are checked before the
/// first job is made.
///
/// @param call whose options hold for each line that does not give its own
/// @param file as given: a path, or `-`
record RunBatch(Invocation call, String file) {
    private static final int MOST = TextBound.MOST_ELEMENTS;
    private static final int LONGEST = 16 * 1024 * 1024;

    /// A file that the caller has open: the shell names one so for `<(…)`.
    private static final Pattern OPEN = Pattern.compile("/(?:dev|proc/self)/fd/(\\d{1,9})");

    private static final Set<String> STANDARD_INPUTS =
            Set.of("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

    private boolean isStandardInput() {
        return STANDARD_INPUTS.contains(file);
    }

    /// @param refusal what to say before the reason if it cannot be started
    private record Line(String refusal, String text) {}

    int run(boolean isJson) throws IOException {
        JobInput input = isStandardInput() ? new JobInput.None() : RunCommand.input(call);
        List<Line> lines = lines();
        List<Starter.Order> orders = new ArrayList<>();
        int jobs = 0;
        for (Line line : lines) {
            Starter.Order order = order(line, input);
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
        return start(call, orders, lines.stream().map(Line::refusal).toList(), isJson);
    }

    /// Starts commands, and prints the numbers of their jobs.
    ///
    /// @param refusals for each order, what to say before the reason if it cannot be started
    /// @return the exit code
    static int start(
            Invocation call, List<Starter.Order> orders, List<String> refusals, boolean isJson)
            throws IOException {
        StartedBlock started =
                call.services().jobs().starter().start(call.hello(), orders, refusals);
        call.printNumber(isJson ? Wire.writePretty(started.jobs()) : started.range());
        started.complaint().ifPresent(call::complain);
        if (!isJson && call.isOnTerminal()) {
            call.complain(started.words(call.shownZone()));
        }
        return ExitCodes.OK;
    }

    private Starter.Order order(Line line, JobInput input) throws IOException {
        try {
            if (!line.text().startsWith("{")) {
                return RunCommand.order(call, call, line.text(), input);
            }
            BatchObject object = Usage.valid(() -> BatchObject.read(line.text(), call));
            RunCommand.requireSenseOfOptions(object);
            return RunCommand.order(call, object, object.commandLine(), input);
        } catch (Usage.WrongCall e) {
            throw Usage.wrong(line.refusal() + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(line.refusal() + ": " + e.getMessage(), e);
        }
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
        int number = 0;
        for (String line : Bytes.text(bytes).split("\n", -1)) {
            number++;
            String text = line.strip();
            if (!text.isEmpty() && !text.startsWith("#")) {
                lines.add(new Line(refusal(number), text));
            }
        }
        return lines;
    }

    private String refusal(int line) {
        return "Nothing was started, because of %s, line %d"
                .formatted(isStandardInput() ? "standard input" : file, line);
    }

    private byte[] bytes() throws IOException {
        if (isStandardInput()) {
            return call.caller().in().readNBytes(LONGEST + 1);
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
                ? Path.of("/proc", Long.toString(call.hello().pid()), "fd", open.group(1))
                : ClientPath.of(call.hello(), file);
    }
}
