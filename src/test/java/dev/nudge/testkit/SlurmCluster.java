package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.nudge.process.ProcessTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A real Slurm on this machine: munged, slurmctld and the nodes n1 and n2, each with two
/// processors, in a temporary folder. Partitions `main` (both nodes) and `other` (n2). Where Slurm
/// is not installed, or for a user who is not root, the test is skipped.
///
/// The nodes share the file system; a program on them has neither the home nor the `PATH` of the
/// test. Memory is limited by polls each second (OverMemoryKill), which ends a job as FAILED by
/// SIGKILL; or by control groups, which end it as OUT_OF_MEMORY.
public final class SlurmCluster implements AutoCloseable {
    private static final List<String> NODES = List.of("n1", "n2");

    private final TemporaryFolder folder = TemporaryFolder.create();
    private final Map<String, Process> daemons = new HashMap<>();
    private final Path conf = folder.path().resolve("slurm.conf");

    private Optional<MemoryGroup> memory = Optional.empty();

    /// Starts a cluster that forgets jobs after the five minutes that are usual, and returns once
    /// both nodes are idle.
    public static SlurmCluster start() {
        return start(false);
    }

    /// Starts a cluster that ends jobs for every reason that it has: with a partition `urgent` on
    /// both nodes, for whose jobs those of the others are ended, or put back if they may be
    /// requeued; and with control groups for memory, if this machine has them.
    public static SlurmCluster startWithAllReasons() {
        return start(true);
    }

    /// Skips the test if this cluster has no control groups for memory.
    public void requireControlGroups() {
        assumeTrue(memory.isPresent(), "This machine has no control groups for a cluster");
    }

    private static SlurmCluster start(boolean isWithAllReasons) {
        assumeTrue(isInstalled(), "Slurm is not installed, or this is not root");
        SlurmCluster cluster = new SlurmCluster();
        try {
            cluster.prepare(isWithAllReasons);
            cluster.startController();
            NODES.forEach(cluster::launchNode);
            NODES.forEach(cluster::awaitIdle);
            return cluster;
        } catch (IOException | RuntimeException | Error e) {
            cluster.close();
            throw new AssertionError("The cluster does not start", e);
        }
    }

    private static boolean isInstalled() {
        return System.getProperty("user.name").equals("root")
                && Stream.of("munged", "slurmctld", "slurmd")
                        .allMatch(name -> Files.isExecutable(Path.of("/usr/sbin", name)))
                && Files.isExecutable(Path.of("/usr/bin/sbatch"));
    }

    private void prepare(boolean isWithAllReasons) throws IOException {
        Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : List.of("munge", "log", "state", "spool", "run")) {
            Files.setPosixFilePermissions(
                    folder.folder(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        byte[] key = new byte[1024];
        new SecureRandom().nextBytes(key);
        Path keyFile = Files.write(folder.path().resolve("munge.key"), key);
        Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("r--------"));
        Files.writeString(conf, isWithAllReasons ? withAllReasons() : configuration());
        Path socket = socket();
        launch(
                "munged",
                "/usr/sbin/munged",
                "--foreground",
                "--force",
                "--key-file=" + keyFile,
                "--socket=" + socket,
                "--pid-file=" + folder.path().resolve("run/munged.pid"),
                "--log-file=" + folder.path().resolve("log/munged.log"),
                "--seed-file=" + folder.path().resolve("run/seed"));
        soon().until(() -> Files.exists(socket));
    }

    private Path socket() {
        return folder.path().resolve("munge/m.sock");
    }

    private String configuration() throws IOException {
        List<String> ports = freePorts();
        return """
        ClusterName=test
        SlurmctldHost=$HOST(127.0.0.1)
        SlurmctldPort=$PORT0
        SlurmUser=root
        SlurmdUser=root
        AuthType=auth/munge
        AuthInfo=socket=$FOLDER/munge/m.sock,cred_expire=5
        SlurmctldPidFile=$FOLDER/run/slurmctld.pid
        SlurmctldLogFile=$FOLDER/log/slurmctld.log
        SlurmdPidFile=$FOLDER/run/%n.pid
        SlurmdLogFile=$FOLDER/log/%n.log
        SlurmdSpoolDir=$FOLDER/spool/%n
        StateSaveLocation=$FOLDER/state
        ProctrackType=proctrack/linuxproc
        TaskPlugin=task/none
        SwitchType=switch/none
        MpiDefault=none
        MailProg=/bin/true
        SelectType=select/cons_tres
        SelectTypeParameters=CR_Core_Memory
        DefMemPerCPU=100
        JobAcctGatherParams=OverMemoryKill
        JobAcctGatherType=jobacct_gather/linux
        JobAcctGatherFrequency=task=1
        JobRequeue=0
        ReturnToService=2
        SlurmdTimeout=5
        MessageTimeout=5
        KillWait=2
        MinJobAge=300
        SchedulerParameters=batch_sched_delay=0,sched_interval=2
        NodeName=n1 NodeHostname=$HOST NodeAddr=127.0.0.1 Port=$PORT1 CPUs=2 RealMemory=2000 State=UNKNOWN
        NodeName=n2 NodeHostname=$HOST NodeAddr=127.0.0.1 Port=$PORT2 CPUs=2 RealMemory=2000 State=UNKNOWN
        PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
        PartitionName=other Nodes=n2 MaxTime=INFINITE State=UP
        """
                .replace("$FOLDER", folder.path().toString())
                .replace("$HOST", InetAddress.getLocalHost().getHostName())
                .replace("$PORT0", ports.get(0))
                .replace("$PORT1", ports.get(1))
                .replace("$PORT2", ports.get(2));
    }

    private static List<String> freePorts() throws IOException {
        try (ServerSocket one = new ServerSocket(0);
                ServerSocket two = new ServerSocket(0);
                ServerSocket three = new ServerSocket(0)) {
            return Stream.of(one, two, three).map(port -> "" + port.getLocalPort()).toList();
        }
    }

    private String withAllReasons() throws IOException {
        String all =
                configuration()
                        + """
                        PartitionName=urgent Nodes=ALL PriorityTier=9 MaxTime=INFINITE State=UP
                        PreemptType=preempt/partition_prio
                        PreemptMode=REQUEUE
                        """;
        Path mount = folder.path().resolve("cg");
        memory = MemoryGroup.make(mount);
        if (memory.isEmpty()) {
            return all;
        }
        Files.writeString(
                conf.resolveSibling("cgroup.conf"),
                """
                CgroupPlugin=cgroup/v1
                CgroupAutomount=no
                CgroupMountpoint=%s
                ConstrainRAMSpace=yes
                """
                        .formatted(mount));
        return all.replace("TaskPlugin=task/none", "TaskPlugin=task/cgroup")
                .replaceAll("JobAcctGather.*\n", "");
    }

    /// Returns the file that `SLURM_CONF` must name.
    public Path conf() {
        return conf;
    }

    /// Returns the environment of its clients, and of its nodes.
    public Map<String, String> environment() {
        return Map.of(
                "PATH", "/usr/bin:/bin", "HOME", "/nonexistent", "SLURM_CONF", conf.toString());
    }

    /// Runs one of Slurm's programs as an administrator does, and returns what it writes.
    public String run(String... command) {
        return new ShortCommand(Patience.LONG, environment()).run(List.of(command));
    }

    /// Starts a node, for the first time or again, and waits until Slurm may use it.
    public void startNode(String node) {
        launchNode(node);
        awaitIdle(node);
    }

    private void launchNode(String node) {
        launch(node, "/usr/sbin/slurmd", "-D", "-N", node, "-f", conf.toString());
    }

    /// Kills a node, and starts it again so that it sees an empty directory in the place of this
    /// one.
    public void blindNode(String node, Path directory) {
        killNode(node);
        String script =
                "mount -t tmpfs none '%s' && exec /usr/sbin/slurmd -D -N %s -f '%s'"
                        .formatted(directory, node, conf);
        launch(node, "/usr/bin/unshare", "--mount", "/bin/sh", "-c", script);
        awaitIdle(node);
    }

    private void awaitIdle(String node) {
        await().atMost(Patience.LONG)
                .ignoreExceptionsMatching(e -> true)
                .until(() -> run("sinfo", "-h", "-N", "-n", node, "-o", "%t").contains("idle"));
    }

    /// Kills a node as if its machine died: its daemon, and with it all that it has started.
    public void killNode(String node) {
        Process daemon = running(node);
        daemons.remove(node);
        List<ProcessHandle> gone =
                Stream.concat(Stream.of(daemon.toHandle()), stepDaemons(node))
                        .flatMap(
                                process -> Stream.concat(Stream.of(process), process.descendants()))
                        .toList();
        gone.forEach(ProcessHandle::destroyForcibly);
        soon().until(() -> gone.stream().noneMatch(ProcessHandle::isAlive));
    }

    /// Finds the processes that hold jobs, which do not descend from the node's daemon: each has a
    /// socket in the node's folder.
    private Stream<ProcessHandle> stepDaemons(String node) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").contains("slurmstepd"))
                .filter(process -> isOfNode(process, node));
    }

    private boolean isOfNode(ProcessHandle process, String node) {
        return process.descendants()
                .map(child -> new ProcessTable().environment(child.pid()))
                .anyMatch(its ->
                        node.equals(its.get("SLURMD_NODENAME"))
                                && conf.toString().equals(its.get("SLURM_CONF")));
    }

    /// Puts a job that runs back into the queue, and has it start again about two seconds later: a
    /// node refuses one that comes back within the same second, and then the job has failed.
    public void requeue(String id) {
        run("scontrol", "requeue", id);
        await().atMost(Patience.LONG)
                .until(() -> run("squeue", "-h", "-j", id, "-o", "%T").strip().equals("PENDING"));
        run("scontrol", "update", "JobId=" + id, "StartTime=now+2");
    }

    /// Starts the controller, for the first time or again, and waits until it answers. It has kept
    /// its jobs.
    public void startController() {
        launch("slurmctld", "/usr/sbin/slurmctld", "-D", "-f", conf.toString());
        await().atMost(Patience.LONG).until(() -> succeeds("sinfo", "-h"));
    }

    private boolean succeeds(String... command) {
        try {
            run(command);
            return true;
        } catch (AssertionError refused) {
            return false;
        }
    }

    /// Ends the controller; jobs continue.
    public void stopController() {
        Process process = running("slurmctld");
        process.destroy();
        Unchecked.run(() -> {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        });
    }

    /// Lets the controller hang: its port is open, and it does not answer.
    public void freezeController() {
        NudgeUser.signal("STOP", running("slurmctld").pid());
    }

    /// Lets a controller that hangs continue.
    public void thawController() {
        NudgeUser.signal("CONT", running("slurmctld").pid());
    }

    private Process running(String name) {
        return Objects.requireNonNull(daemons.get(name), name + " does not run");
    }

    private void launch(String name, String... command) {
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(folder.path().resolve("log/" + name + ".out").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment());
        daemons.put(name, Unchecked.get(builder::start));
    }

    private static void kill(Process daemon) {
        daemon.descendants().forEach(ProcessHandle::destroyForcibly);
        daemon.destroyForcibly();
    }

    @Override
    public void close() {
        try {
            NODES.stream().filter(daemons::containsKey).forEach(this::killNode);
        } finally {
            daemons.values().forEach(SlurmCluster::kill);
            memory.ifPresent(MemoryGroup::close);
            folder.close();
        }
    }
}
