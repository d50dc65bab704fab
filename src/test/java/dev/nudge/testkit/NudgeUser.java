package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;
import static org.awaitility.Awaitility.await;

import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/// A user of nudge with a home, state and runtime directory of its own. Runs nudge as processes of
/// their own: as it is packaged where the build names its launcher (`nudge.launcher`), else from
/// the classes under test.
public final class NudgeUser implements AutoCloseable {
    private final TemporaryFolder folder = TemporaryFolder.create();
    private final Map<String, String> environment;

    private NudgeUser(Map<String, String> more) {
        environment = new TreeMap<>(CleanEnvironment.withHome(folder.folder("home").toString()));
        environment.put("XDG_STATE_HOME", folder.folder("state").toString());
        environment.put("XDG_RUNTIME_DIR", folder.folder("run").toString());
        Optional.ofNullable(System.getProperty("nudge.jvm.options"))
                .ifPresent(options -> environment.put("NUDGE_JVM_OPTIONS", options));
        environment.putAll(more);
    }

    /// Makes a user.
    public static NudgeUser create() {
        return new NudgeUser(Map.of());
    }

    /// Makes a user with further environment variables.
    public static NudgeUser with(Map<String, String> more) {
        return new NudgeUser(more);
    }

    /// Returns the environment of this user's processes.
    public Map<String, String> environment() {
        return environment;
    }

    /// Returns a folder of this user's.
    public Path folder(String name) {
        return folder.folder(name);
    }

    /// Returns the state directory.
    public Path state() {
        return folder.path().resolve("state/nudge");
    }

    /// Returns the directory of a job.
    public Path job(long number) {
        return state().resolve("jobs").resolve(Long.toString(number));
    }

    /// Returns what is on the disk about a job.
    public JsonNode stored(long number) {
        return JsonMapper.shared().readTree(job(number).resolve("job.json"));
    }

    /// Returns the pid of the program that holds the terminal of a job: the child of its host that
    /// is not the job.
    public long terminalHost(long number) {
        JsonNode host = JsonMapper.shared().readTree(job(number).resolve("host.json"));
        return ProcessHandle.of(host.path("host_pid").longValue())
                .orElseThrow()
                .descendants()
                .filter(process -> commandLine(process.pid()).contains(" holder "))
                .findFirst()
                .orElseThrow()
                .pid();
    }

    /// Sends a signal, `STOP`, to a process.
    public static void signal(String name, long pid) {
        new ShortCommand(Patience.LONG, System.getenv())
                .run(List.of("kill", "-" + name, Long.toString(pid)));
    }

    /// Returns what is on the disk about all jobs.
    public List<JsonNode> stored() {
        String[] names = state().resolve("jobs").toFile().list();
        return Stream.of(names == null ? new String[0] : names)
                .filter(name -> name.matches("\\d+"))
                .map(Long::valueOf)
                .filter(number -> Files.exists(job(number).resolve("job.json")))
                .sorted()
                .map(this::stored)
                .toList();
    }

    /// Returns the number of the job that begins next, if none was removed.
    public int next() {
        return stored().size() + 1;
    }

    /// Returns what is on the disk about the telling of a job's end.
    public String nudge(long number) {
        return stored(number).path("nudge").stringValue();
    }

    /// Waits until that is on the disk about the telling of a job's end.
    public void awaitNudge(long number, String word) {
        soon().until(() -> nudge(number), word::equals);
    }

    /// Returns the figure of this name that the kernel has about the memory of a process, in KiB.
    public static long kibibytes(long pid, String name) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }

    /// Returns the daemon's socket.
    public Path socket() {
        return folder.path().resolve("run/nudge/daemon.sock");
    }

    /// Returns the folder of the program that is tested, as `scripts/assemble` lays it out.
    public static Path extension() {
        String launcher = System.getProperty("nudge.launcher", "target/extension/bin/nudge");
        return Path.of(launcher).toAbsolutePath().resolve("../..").normalize();
    }

    /// Returns the words that start nudge with these arguments.
    public static List<String> command(String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(extension().resolve("bin/nudge").toString());
        words.addAll(List.of(arguments));
        return words;
    }

    /// Starts nudge; its standard streams are pipes. It heeds Ctrl+C as in a terminal, even if
    /// those who run the tests have them ignore it.
    public Process start(String... arguments) {
        return Unchecked.get(program(words(arguments))::start);
    }

    private static List<String> words(String... arguments) {
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT"));
        words.addAll(command(arguments));
        return words;
    }

    /// Returns how to start a program in this user's home and environment.
    public ProcessBuilder program(List<String> words) {
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(folder.path().resolve("home").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    /// Writes a shell script that can be run.
    public static void writeProgram(Path file, String script) {
        Unchecked.run(() -> {
            Files.writeString(file, "#!/bin/sh\n" + script + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        });
    }

    /// Runs nudge and returns what it printed.
    ///
    /// @throws AssertionError if it fails
    public String run(String... arguments) {
        return new ShortCommand(Patience.LONG, environment).run(command(arguments));
    }

    /// Runs another program in this user's environment and returns what it printed.
    ///
    /// @throws AssertionError if it fails
    public String tool(String... words) {
        return new ShortCommand(Patience.LONG, environment).run(List.of(words));
    }

    /// Runs nudge and returns what it printed on its standard output, also if it fails.
    public String said(String... arguments) {
        return text(program(words(arguments)));
    }

    /// Runs a program without input, and returns what it printed on its standard output.
    public static String text(ProcessBuilder program) {
        program.redirectInput(Path.of("/dev/null").toFile());
        return Unchecked.get(() -> text(program.start().getInputStream()));
    }

    private static String text(InputStream from) throws IOException {
        try (from) {
            return new String(from.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Starts a job, with these words behind `run`, and returns its number.
    public long runJob(String... words) {
        String[] all = Stream.concat(Stream.of("run"), Stream.of(words)).toArray(String[]::new);
        return Long.parseLong(run(all).strip());
    }

    /// Runs nudge, which must fail with exit code 1, and returns what it complained.
    public String fail(String... arguments) {
        return complaint(1, arguments);
    }

    /// Runs nudge, which must say by exit code 2 that this is wrong usage, and returns its
    /// complaint.
    public String misuse(String... arguments) {
        return complaint(2, arguments);
    }

    private String complaint(int exitCode, String... arguments) {
        Process nudge = start(arguments);
        return Unchecked.get(() -> {
            String text = text(nudge.getErrorStream());
            if (nudge.waitFor() != exitCode) {
                throw new AssertionError("exit code " + nudge.exitValue() + ": " + text);
            }
            return text;
        });
    }

    /// Returns what `nudge ps` knows of a job.
    public JsonNode record(long number) {
        JsonNode jobs = JsonMapper.shared().readTree(run("ps", "--all", "--json"));
        return jobs.valueStream()
                .filter(j -> j.path("job").longValue() == number)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no job " + number + " in " + jobs));
    }

    /// Returns the text that `nudge ps` has for a job under this name; empty for none.
    public String value(long number, String name) {
        return record(number).path(name).stringValue("");
    }

    /// Waits for a state of a job.
    public void awaitState(long number, String state) {
        var _ = awaitState(number, state, Patience.LONG);
    }

    /// Waits until nudge says so. It is asked at once, since that starts a daemon, when the disk
    /// says so, and else each second: each answer takes ten milliseconds of processor time.
    private JsonNode awaitState(long number, String state, Duration patience) {
        AtomicInteger looks = new AtomicInteger();
        return await().atMost(patience)
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () ->
                                looks.getAndIncrement() % 20 == 0 || isStored(number, state)
                                        ? record(number)
                                        : MissingNode.getInstance(),
                        job -> isIn(job, state));
    }

    private boolean isStored(long number, String state) {
        return Files.exists(job(number).resolve("job.json")) && isIn(stored(number), state);
    }

    private static boolean isIn(JsonNode job, String state) {
        return job.path("state").stringValue("").equals(state);
    }

    /// Waits until a job has ended and returns its exit code, -1 if it has none.
    public int exitCode(long number) {
        return awaitEnd(number).path("exit_code").intValue(-1);
    }

    /// Returns what a job has written so far.
    public String output(long number) {
        Path log = job(number).resolve("output.log");
        return Unchecked.get(() -> Files.exists(log) ? Files.readString(log) : "");
    }

    /// Waits until a job has ended and returns all that it has written.
    public String wholeOutput(long number) {
        awaitEnd(number);
        return output(number);
    }

    /// Waits until a job has written this.
    public void awaitOutput(long number, String text) {
        soon().until(() -> output(number), all -> all.contains(text));
    }

    /// Waits until a job has ended and returns what `nudge ps` knows of it.
    public JsonNode awaitEnd(long number) {
        return awaitEnd(number, Patience.LONG);
    }

    /// Waits until a job has ended and returns the text that `nudge ps` has for it under this name.
    public String valueAtEnd(long number, String name) {
        return awaitEnd(number).path(name).stringValue("");
    }

    /// Returns the exit codes of the earlier attempts of a job, -1 for those that have none.
    public static List<Integer> attemptCodes(JsonNode job) {
        return job.path("attempts")
                .valueStream()
                .map(attempt -> attempt.path("exit_code").intValue(-1))
                .toList();
    }

    /// Waits no longer than this until a job has ended, and returns what `nudge ps` knows of it.
    public JsonNode awaitEnd(long number, Duration patience) {
        return awaitState(number, "ended", patience);
    }

    /// Whether a process runs with this user's settings. A pid may belong to somebody else by now.
    public boolean owns(long pid) {
        return isOf(new ProcessTable().environment(pid));
    }

    private boolean isOf(Map<String, String> settings) {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        return state.equals(settings.get("XDG_STATE_HOME"));
    }

    /// Returns this user's processes whose command lines contain these words.
    public List<ProcessHandle> running(String words) {
        return ProcessHandle.allProcesses()
                .filter(p -> owns(p.pid()))
                .filter(p -> commandLine(p.pid()).contains(words))
                .toList();
    }

    /// Returns the command line of a process; empty if it has ended.
    public static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException goneMeanwhile) {
            return "";
        }
    }

    /// Kills processes with SIGKILL, at least one, and waits until they are gone.
    public void kill(List<ProcessHandle> processes) {
        if (processes.isEmpty()) {
            throw new AssertionError("There is no such process.");
        }
        processes.forEach(ProcessHandle::destroyForcibly);
        ProcessTable table = new ProcessTable();
        soon().until(() -> processes.stream().noneMatch(p -> table.identify(p.pid()).isPresent()));
    }

    /// Sends a signal to the daemon.
    public void signalDaemon(String name) {
        signal(name, daemonPid());
    }

    /// Waits until so many clients have connected to the daemon, whether it has noticed or not.
    public void awaitClients(int clients) {
        Path sockets = Path.of("/proc/net/unix");
        String ours = socket().toString();
        soon().until(() ->
                Files.readString(sockets).lines().filter(l -> l.endsWith(ours)).count() > clients);
    }

    /// Starts the daemon if there is none.
    public void startDaemon() {
        run("ps");
    }

    /// Returns the process id of the daemon that was started last.
    public long daemonPid() {
        return JsonMapper.shared().readTree(state().resolve("daemon.json")).path("pid").longValue();
    }

    /// Returns the log of the daemon.
    public String log() {
        try {
            return Files.readString(state().resolve("daemon.log"));
        } catch (IOException e) {
            return "(none: " + e + ")";
        }
    }

    /// Kills the daemon with SIGKILL and waits until it is gone. Whoever started it may be stopped
    /// and leave a zombie, which counts as gone.
    public void killDaemon() {
        long pid = daemonPid();
        if (owns(pid)) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        soon().until(() -> hasEnded(pid));
    }

    /// The connections of a process are closed by the last of its threads, which may end after the
    /// first one has become a zombie.
    private static boolean hasEnded(long pid) {
        String[] threads = Path.of("/proc", Long.toString(pid), "task").toFile().list();
        return new ProcessTable().identify(pid).isEmpty()
                && (threads == null || threads.length < 2);
    }

    /// Ends all that runs for this user, as a restart of the machine does: no host can record an
    /// end. What is on the disk names another start of the machine then.
    public void reboot() throws IOException {
        String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        for (JsonNode job : stored()) {
            Path host = job(job.path("job").longValue()).resolve("host.json");
            if (Files.exists(host)) {
                String record = Files.readString(host);
                JsonNode json = JsonMapper.shared().readTree(record);
                long pid = json.path("host_pid").longValue();
                // The pid of one that has ended may belong to somebody else by now.
                var itself = new ProcessId(pid, json.path("host_start").longValue());
                if (new ProcessTable().identify(pid).filter(itself::equals).isPresent()) {
                    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
                }
                Files.writeString(host, record.replace(boot, "0-1-2-3"));
            }
        }
        soon().until(this::isNothingLeft);
    }

    /// Ends all that runs for this user: agents and pumps, which would start another daemon, the
    /// daemon, and the jobs with their hosts, which would outlive it.
    @Override
    public void close() {
        soon().until(this::isNothingLeft);
        folder.close();
    }

    private boolean isNothingLeft() {
        List<ProcessHandle> left = ProcessHandle.allProcesses().filter(this::isOurs).toList();
        left.forEach(ProcessHandle::destroyForcibly);
        return left.isEmpty();
    }

    private boolean isOurs(ProcessHandle process) {
        Map<String, String> settings = new ProcessTable().environment(process.pid());
        return isOf(settings)
                || settings.getOrDefault("NUDGE_JOB_DIR", "").startsWith(state().toString());
    }
}
