package dev.nudge.console;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.console.caller.Caller;
import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Hello;
import dev.nudge.settings.Settings;
import dev.nudge.text.Bytes;
import dev.nudge.text.CallerZone;
import dev.nudge.text.Printable;
import dev.nudge.text.Reasons;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One call of a command: who calls it, the values of its options, what it can use, and its text,
/// which is in UTF-8.
public final class Invocation implements Given {
    private final Caller caller;
    private final Services services;
    private final PageControl page;
    private final PrintWriter out;
    private final PrintWriter err;
    private Given given = Given.json(Map.of(), List.of());
    private Optional<CallerZone> shownZone = Optional.empty();

    public Invocation(Caller caller, Services services, PageControl page) {
        this.caller = caller;
        this.services = services;
        this.page = page;
        this.out = new PrintWriter(caller.out(), false, StandardCharsets.UTF_8);
        this.err =
                new PrintWriter(
                        new Printable.EscapingWriter(
                                new OutputStreamWriter(caller.err(), StandardCharsets.UTF_8)),
                        true);
    }

    public Caller caller() {
        return caller;
    }

    public Services services() {
        return services;
    }

    public JobReports reports() {
        return services.jobs().reports();
    }

    /// Begins to wait for jobs. What keeps them from continuing is said on standard error.
    ///
    /// @throws IllegalArgumentException if there is no such job
    public JobWait waitFor(List<Long> numbers) {
        return services.jobs().waits().begin(numbers, this::complain);
    }

    public PageControl page() {
        return page;
    }

    public void give(Given values) {
        given = values;
    }

    @Override
    public <T> List<T> all(Option<T> option) {
        return given.all(option);
    }

    @Override
    public String name(Option<?> option) {
        return given.name(option);
    }

    /// Returns the number of the job that is named; without one, of that which was started last. A
    /// number is returned unchanged, whether there is such a job or not.
    ///
    /// @throws IllegalArgumentException if the word selects several jobs, or none
    public long job(Option<JobSelector> named) {
        return reports().number(get(named).orElse(new JobSelector.Last()));
    }

    public Hello hello() {
        return caller.hello();
    }

    /// Returns the settings of the caller, of which none has been checked.
    public Settings settings() {
        return Settings.of(hello().environment());
    }

    /// Returns a writer for the library's help, which has to be flushed.
    public PrintWriter out() {
        return out;
    }

    /// Returns standard error, flushed with every line. What is written there is
    /// [escaped][Printable.EscapingWriter].
    public PrintWriter err() {
        return err;
    }

    /// Returns how to start a program in the caller's directory and environment, without input.
    public ProcessBuilder program(List<String> words) {
        File directory = new File(hello().cwd());
        ProcessBuilder program =
                new ProcessBuilder(words)
                        .directory(directory.isDirectory() ? directory : null)
                        .redirectInput(new File("/dev/null"));
        program.environment().clear();
        program.environment().putAll(hello().environment());
        return program;
    }

    /// Prints a line, or several, in one write; [escaped][Printable#escaped], since it may quote
    /// what others have written.
    public void print(Object line) throws IOException {
        printText(Printable.escaped(line.toString()) + "\n");
    }

    /// Prints the number of a job that has been started, or what tells it. If standard output
    /// cannot be written, standard error gets it: else the job would run without anyone knowing its
    /// number.
    public void printNumber(Object line) throws IOException {
        caller.ifUnwritten("The job has been started, but standard output cannot be written");
        print(line);
    }

    /// Prints text as it is, but for [bytes][Bytes#shown], in one write.
    public void printText(String text) throws IOException {
        caller.out().write(Bytes.shown(text).getBytes(StandardCharsets.UTF_8));
    }

    public void complain(String message) {
        err.println(Reasons.complaint(message));
    }

    /// Waits for this long, or until the caller leaves.
    public void pause(Duration time) throws IOException, InterruptedException {
        boolean _ =
                caller.awaiting(() -> {
                    Thread.sleep(time);
                    return true;
                });
    }

    /// Returns a variable of the caller's environment; empty if it is unset.
    public String variable(String name) {
        return hello().environment().getOrDefault(name, "");
    }

    /// @throws IOException unless standard input and output are a terminal
    public void requireTerminal() throws IOException {
        if (!isOnTerminal()) {
            throw new IOException("Standard input or output is not a terminal. Run this in one.");
        }
    }

    public boolean isOnTerminal() {
        return caller.kind(Caller.Stream.IN) == Caller.Kind.TERMINAL
                && caller.kind(Caller.Stream.OUT) == Caller.Kind.TERMINAL;
    }

    /// Asks a question and returns the line given as the answer; empty at the end of the input.
    public String ask(String question) throws IOException {
        printText(question);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = caller.in().read(); b >= 0 && b != '\n'; b = caller.in().read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    /// Returns whether to use colours: on a terminal that has some, unless NO_COLOR is set
    /// (no-color.org).
    public boolean hasColour() {
        String terminal = variable("TERM");
        return isOnTerminal()
                && variable("NO_COLOR").isEmpty()
                && !terminal.isEmpty()
                && !terminal.equals("dumb");
    }

    /// Returns how wide a line may be: as wide as the terminal; without a limit if the output goes
    /// elsewhere.
    public int columns() throws IOException {
        return isOnTerminal() ? caller.size().columns() : Integer.MAX_VALUE;
    }

    /// Returns the caller's time zone, to read a time that the caller has given.
    ///
    /// @throws IllegalArgumentException if the caller's TZ is not the name of a zone; the message
    ///   says what was expected
    public CallerZone zone() {
        return CallerZone.of(hello().environment());
    }

    /// Returns the caller's time zone, to show times: that of UTC if TZ is not the name of a zone,
    /// with a complaint about that.
    public CallerZone shownZone() {
        if (shownZone.isEmpty()) {
            try {
                shownZone = Optional.of(zone());
            } catch (IllegalArgumentException e) {
                complain(e.getMessage() + ". Times are shown in UTC.");
                shownZone = Optional.of(CallerZone.UTC);
            }
        }
        return shownZone.get();
    }

    /// Opens and closes the page for browsers, which the daemon serves.
    public interface PageControl {
        /// Serves the page, unless it is served already, and returns a URL that lets one browser
        /// in. Jobs that are started from the page get this caller's directory and environment.
        ///
        /// @throws IOException if it cannot be served; the message says why, and what to do
        String open(Hello caller) throws IOException;

        /// Ends the page: every browser that was let in needs a new URL.
        ///
        /// @return whether it was served
        /// @throws IOException if that cannot be recorded, so that the next daemon would serve it
        ///   again
        boolean close() throws IOException;
    }
}
