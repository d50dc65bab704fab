package dev.nudge.exec;

import dev.nudge.job.JobSpec;
import dev.nudge.process.Inherited;
import dev.nudge.text.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a host is to do, byte for byte: fields of the form `name=value`, with a NUL behind each.
/// `order.c` reads them, and `nudge.h` says what each is. Not arguments, so that `pkill -f` with a
/// word of the command does not match the host.
///
/// A local host gets it in memory, with the environment. That on a node of a cluster reads it in
/// the job's directory, and has its environment from the cluster.
public final class HostOrder {
    private final ByteArrayOutputStream fields = new ByteArrayOutputStream();

    /// Begins an order with what each host needs.
    ///
    /// @param inherited of which only the umask is meant
    /// @param input the file opened as its standard input; empty for `/dev/null`
    /// @param shells the folders in which the shell is looked for first, separated by colons
    public HostOrder(JobSpec spec, Inherited inherited, Optional<Path> input, String shells) {
        add("command", spec.command());
        add("cwd", spec.cwd());
        add("umask", inherited.umask());
        add("path", shells);
        input.ifPresent(file -> add("input", file.toString()));
    }

    /// Adds a field, in front of those that are there to be read after it.
    HostOrder add(String name, String value) {
        fields.writeBytes(Bytes.of(name + "=" + value));
        fields.write(0);
        return this;
    }

    public HostOrder with(Inherited inherited) {
        inherited.limits().forEach((name, bounds) -> add("limit", name + " " + bounds));
        inherited.nice().ifPresent(nice -> add("niceness", Integer.toString(nice)));
        return inherited.processors().isEmpty() ? this : add("affinity", inherited.processors());
    }

    /// Adds what bounds the job.
    ///
    /// @param bounds fields, of which `scope` has words that are separated by blanks
    public HostOrder with(Map<String, String> bounds) {
        bounds.forEach((name, value) -> {
            for (String word : name.equals("scope") ? value.split(" ") : new String[] {value}) {
                add(name, word);
            }
        });
        return this;
    }

    /// Adds the words of the program that gives the job its terminal: it reports where the terminal
    /// is, drains it and ends.
    public HostOrder holder(List<String> program) {
        program.forEach(word -> add("holder", word));
        return this;
    }

    /// Adds why the job, which should have a terminal, does not get one. It says so in its log.
    ///
    /// @param reason one line without a full stop
    public HostOrder noTerminal(String reason) {
        return add("no_terminal", reason);
    }

    /// Adds the ticket that the host has to remove before it starts the command.
    public HostOrder ticket(Path file) {
        return add("ticket", file.toString());
    }

    /// Adds an environment.
    ///
    /// @param name `env` for that of the command, `daemon` for that of a daemon which the host
    ///   starts
    HostOrder with(String name, Map<String, String> environment) {
        environment.forEach((variable, value) -> add(name, variable + "=" + value));
        return this;
    }

    public byte[] bytes() {
        return fields.toByteArray();
    }
}
