package dev.nudge.console.command;

import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobStarter;
import dev.nudge.console.JobStarter.StartedBlock;
import dev.nudge.console.Usage;
import dev.nudge.exec.JobInput;
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
final class RunBatch {
    private static final int MOST = TextBound.MOST_ELEMENTS;
    private static final int LONGEST = 16 * 1024 * 1024;

    /// A file that the caller has open: the shell names one so for `<(…)`.
    private static final Pattern OPEN = Pattern.compile("/(?:dev|proc/self)/fd/(\\d{1,9})");

    private static final Set<String> STANDARD_INPUTS =
            Set.of("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0");

    private final Invocation call;
    private final String file;
    private final boolean isStandardInput;

    /// @param call whose options hold for each line that does not give its own
    /// @param file as given: a path, or `-`
    RunBatch(Invocation call, String file) {
        this.call = call;
        this.file = file;
        this.isStandardInput = STANDARD_INPUTS.contains(file);
    }

    /// @param refusal what to say before the reason if it cannot be started
    private record Line(String refusal, String text) {}

    int run(boolean isJson) throws IOException {
        JobInput input = isStandardInput ? new JobInput.None() : RunCommand.input(call);
        List<JobStarter.Order> orders = orders();
        print(call, call.services().jobs().starter().start(call.hello(), orders, input), isJson);
        return ExitCodes.OK;
    }

    static void print(Invocation call, StartedBlock started, boolean isJson) throws IOException {
        call.printNumber(isJson ? Wire.writePretty(started.jobs()) : started.range());
        started.complaint().ifPresent(call::complain);
        if (!isJson && call.isOnTerminal()) {
            call.complain(started.words(call.shownZone()));
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
            if (!line.text().startsWith("{")) {
                return RunCommand.order(call, call, line.refusal(), line.text());
            }
            BatchObject object = Usage.valid(() -> BatchObject.read(line.text(), call));
            RunCommand.requireSenseOfOptions(object);
            return RunCommand.order(call, object, line.refusal(), object.commandLine());
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
                .formatted(isStandardInput ? "standard input" : file, line);
    }

    private byte[] bytes() throws IOException {
        if (isStandardInput) {
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
