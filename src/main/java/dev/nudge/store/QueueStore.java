package dev.nudge.store;

import dev.nudge.text.Bytes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// What the queue keeps on disk: the groups, and for each job that waits, what its start needs.
public record QueueStore(StateDirectory state) {
    private static final JsonMapper JSON = JobStore.JSON;

    /// Begins the name of a ticket that has been given to a submission.
    private static final String ASSIGNED = "ticket-";

    /// Begins the name that a ticket gets when a host in a cluster takes it.
    private static final String CLAIM = "claimed-";

    private static final Logger LOG = System.getLogger(QueueStore.class.getName());

    /// A group of the queue as flat data, in `groups.json`. Append only: a released name keeps its
    /// meaning forever.
    ///
    /// @param name as given by a person
    /// @param parallel how many of its jobs run at once; empty for any number
    /// @param paused true if none is started, otherwise empty
    /// @param minFreeMemory bytes that must be available; empty if that does not matter
    /// @param maxLoad the load below which the machine must be; empty if that does not matter
    /// @param engine the name of the engine that runs its jobs; empty for this machine
    /// @param options what is passed on to the cluster, `partition=gpu`; empty for nothing
    /// @param programs the directory of the cluster's programs; empty for none
    /// @param configuration the file that says where the cluster is; empty for the usual one
    public record GroupRecord(
            String name,
            OptionalInt parallel,
            Optional<Boolean> paused,
            OptionalLong minFreeMemory,
            OptionalDouble maxLoad,
            Optional<String> engine,
            Optional<List<String>> options,
            Optional<String> programs,
            Optional<String> configuration) {}

    /// The new place of a job in the queue as flat data, in `places.json`. Append only.
    ///
    /// @param priority -1000 to 1000
    /// @param place the number by which it is started among those of its priority
    public record PlaceRecord(long job, int priority, long place) {}

    /// Reads the groups; none if there never were any.
    public List<GroupRecord> groups() throws IOException {
        return list(state.groups(), GroupRecord.class);
    }

    /// Makes the groups durable.
    public void saveGroups(List<GroupRecord> groups) throws IOException {
        AtomicFile.replace(state.groups(), JSON.writeValueAsBytes(groups));
    }

    /// Reads the new places of jobs, if an earlier daemon was killed while it recorded them; else
    /// none.
    public List<PlaceRecord> places() throws IOException {
        return list(state.places(), PlaceRecord.class);
    }

    /// Makes the new places of jobs durable, until [#removePlaces].
    public void savePlaces(List<PlaceRecord> places) throws IOException {
        AtomicFile.replace(state.places(), JSON.writeValueAsBytes(places));
    }

    /// Forgets the new places, which the records of the jobs have.
    public void removePlaces() throws IOException {
        Files.deleteIfExists(state.places());
    }

    private static <T> List<T> list(Path file, Class<T> of) throws IOException {
        try {
            // First: most have no such file, and to look at the class takes a new daemon 30 ms.
            byte[] content = Files.readAllBytes(file);
            return JSON.readerForListOf(of).readValue(content);
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (JacksonException e) {
            throw damaged(file, e);
        }
    }

    private static IOException damaged(Path file, JacksonException e) {
        return new IOException(file + " is damaged: " + e.getOriginalMessage(), e);
    }

    /// Makes durable what the start of a job needs.
    public void saveOrder(JobDirectory job, LaunchOrder order) throws IOException {
        AtomicFile.replaceEventually(job.order(), content(order));
    }

    /// Writes the same for a job of a block. Only [JobStore#settle] makes that durable.
    public void writeOrder(JobDirectory job, LaunchOrder order) throws IOException {
        AtomicFile.writeUnsynced(job.order(), content(order));
    }

    private static byte[] content(LaunchOrder order) throws IOException {
        return Bytes.json(JSON.writeValueAsString(order));
    }

    /// Reads what the start of a job needs.
    public LaunchOrder order(JobDirectory job) throws IOException {
        try {
            // As text: from bytes, the library takes no names that stand for bytes.
            String order = new String(Files.readAllBytes(job.order()), StandardCharsets.UTF_8);
            return JSON.readValue(order, LaunchOrder.class);
        } catch (JacksonException e) {
            throw damaged(job.order(), e);
        }
    }

    /// Prepares the records of a job that has ended for another start. Its own record must not say
    /// yet that it is to be started.
    ///
    /// @param attempt the number of the start that has ended, from 1
    public void reopen(JobDirectory job, int attempt) throws IOException {
        Files.deleteIfExists(job.exitOf(attempt));
    }

    /// Makes room for the records of the next host of a job: those of the last one are no longer
    /// its current ones. Its end must be in the job's own record. Done again, it changes nothing,
    /// even if the next host has already written its own.
    ///
    /// @param attempt the number of the start that has ended, from 1
    public void closeAttempt(JobDirectory job, int attempt) throws IOException {
        Path closed = job.exitOf(attempt);
        if (Files.exists(closed)) {
            return;
        }
        // No host of an earlier submission may start the command again.
        remove(job, name -> name.startsWith(CLAIM));
        // The end is moved last, so that what is found here before is always the last host's.
        Files.deleteIfExists(job.host());
        Files.deleteIfExists(job.unfinishedExit());
        if (Files.exists(job.exit())) {
            Files.move(job.exit(), closed, StandardCopyOption.ATOMIC_MOVE);
        } else {
            // It was lost, or never started. What is found here later is the next host's.
            Files.createFile(closed, AtomicFile.PRIVATE_FILE);
        }
        AtomicFile.sync(job.path());
    }

    /// Makes the ticket without which no host starts the command of a job that waited. A host takes
    /// it by removing it, so that of several hosts only one starts the command.
    public void issueTicket(JobDirectory job) throws IOException {
        Files.deleteIfExists(job.settledTicket());
        if (!Files.notExists(job.revokedTicket())) {
            Files.move(job.revokedTicket(), job.ticket(), StandardCopyOption.ATOMIC_MOVE);
        } else if (!Files.exists(job.ticket())) {
            // If it is there, a daemon made it that was killed before it started a host.
            Files.createFile(job.ticket(), AtomicFile.PRIVATE_FILE);
        }
    }

    /// Takes the ticket back. It stays as one that no host can take, so that the next daemon finds
    /// out the same if this one is killed before it has recorded that. Done again, it changes
    /// nothing.
    ///
    /// @return whether it is taken back: then no host has started the command, and none will
    public boolean revokeTicket(JobDirectory job) throws IOException {
        return revoke(job, job.ticket());
    }

    private static boolean revoke(JobDirectory job, Path ticket) throws IOException {
        try {
            Files.move(ticket, job.revokedTicket(), StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (NoSuchFileException _) {
            return Files.exists(job.revokedTicket());
        }
    }

    /// Gives the ticket of a job to one submission to a cluster: no other can take it. What earlier
    /// starts of the job have left is removed.
    ///
    /// @param submission a word that no other submission of this job has
    public void assignTicket(JobDirectory job, String submission) throws IOException {
        remove(job, QueueStore::isOfSubmission);
        Files.move(job.ticket(), assigned(job, submission), StandardCopyOption.ATOMIC_MOVE);
        AtomicFile.sync(job.path());
    }

    /// Returns to which submission the ticket has been given; empty if to none, or if a host has
    /// taken it.
    public Optional<String> assignee(JobDirectory job) throws IOException {
        return suffix(job, ASSIGNED);
    }

    /// Takes the ticket back whether a submission has been given it or not, as [#revokeTicket]
    /// does.
    ///
    /// @return whether it is taken back
    public boolean revokeAnyTicket(JobDirectory job) throws IOException {
        Optional<String> submission = assignee(job);
        return revoke(job, submission.map(of -> assigned(job, of)).orElseGet(job::ticket));
    }

    /// Removes the ticket of a job that has ended, whatever it has become: no host starts the
    /// command any more, not even one that its cluster has put back. What stays is only logged.
    public static void removeTickets(JobDirectory job) {
        Set<Path> whole = Set.of(job.ticket(), job.revokedTicket(), job.settledTicket());
        try {
            remove(job, name -> whole.contains(job.path().resolve(name)) || isOfSubmission(name));
        } catch (NoSuchFileException e) {
            LOG.log(Level.DEBUG, "job {0} has been removed", Long.toString(job.number()));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "job " + job.number() + ": its ticket stays: " + e);
        }
    }

    private static boolean isOfSubmission(String name) {
        return name.startsWith(CLAIM) || name.startsWith(ASSIGNED);
    }

    /// Removes files, and looks again as long as there were any: a host may rename one meanwhile.
    private static void remove(JobDirectory job, Predicate<String> isMeant) throws IOException {
        boolean isRemoved;
        do {
            isRemoved = false;
            for (String name : names(job)) {
                isRemoved |= isMeant.test(name) && Files.deleteIfExists(job.path().resolve(name));
            }
        } while (isRemoved);
    }

    /// Returns by which start in its cluster a host has taken the ticket, as
    /// [dev.nudge.job.ClusterJob#startName]; empty if none has, or if that start is settled.
    public Optional<String> claimant(JobDirectory job) throws IOException {
        return suffix(job, CLAIM);
    }

    /// Uses up the ticket that a host has taken, so that its cluster cannot start the command
    /// again: the end of this start counts. Done again, it changes nothing.
    ///
    /// @param start as the host has named it
    /// @return false if the command has been started again, or is about to be; then nothing has
    ///   changed
    public boolean settle(JobDirectory job, String start) throws IOException {
        try {
            Files.move(
                    job.path().resolve(CLAIM + start),
                    job.settledTicket(),
                    StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (NoSuchFileException _) {
            return Files.exists(job.settledTicket()) || claimant(job).isEmpty();
        }
    }

    /// Returns whether there is a ticket of the job, whatever it has become, but for one that is
    /// used up.
    public boolean hasTicket(JobDirectory job) throws IOException {
        return Files.exists(job.ticket())
                || Files.exists(job.revokedTicket())
                || assignee(job).isPresent()
                || claimant(job).isPresent();
    }

    /// Returns the file that the host of a submission takes, before it starts the command.
    public static Path assigned(JobDirectory job, String submission) {
        return job.path().resolve(ASSIGNED + submission);
    }

    /// Returns what follows this beginning in the name of a file of the job.
    private static Optional<String> suffix(JobDirectory job, String prefix) throws IOException {
        return names(job).stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .findFirst();
    }

    private static List<String> names(JobDirectory job) throws IOException {
        try (Stream<Path> files = Files.list(job.path())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
