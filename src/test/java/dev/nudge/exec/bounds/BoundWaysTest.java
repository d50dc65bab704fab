package dev.nudge.exec.bounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.job.Bounds;
import dev.nudge.job.Bounds.BoundWay;
import dev.nudge.job.Bounds.Ways;
import dev.nudge.testkit.agent.AgentProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Finds the ways on systems that consist of a few files.
class BoundWaysTest {
    private static final Bounds MEMORY = bounds(OptionalLong.of(8L << 30), OptionalDouble.empty());
    private static final Bounds CPUS = cpus(2);
    private static final Bounds BOTH = bounds(OptionalLong.of(8L << 30), OptionalDouble.of(1.5));
    private static final Bounds NICE =
            new Bounds(OptionalLong.empty(), OptionalDouble.empty(), OptionalInt.of(10));

    private static final String CONTROLLERS =
            "sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/cgroup.controllers";

    @TempDir private Path root;

    private static Bounds bounds(OptionalLong memory, OptionalDouble cpus) {
        return new Bounds(memory, cpus, OptionalInt.empty());
    }

    private static Bounds cpus(double cpus) {
        return bounds(OptionalLong.empty(), OptionalDouble.of(cpus));
    }

    @BeforeEach
    void describeSystem() {
        file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-2,5\n");
        file("proc/self/cgroup", "0::/\n");
    }

    private void file(String path, String content) {
        AgentProgram.write(root.resolve(path), content);
    }

    private void runManager(String controllers) {
        file("usr/bin/systemd-run", "");
        assertThat(root.resolve("usr/bin/systemd-run").toFile().setExecutable(true)).isTrue();
        file("run/user/1000/systemd/private", "");
        file(CONTROLLERS, controllers + "\n");
    }

    private void delegate(String group, String controllers) {
        file(group + "/cgroup.procs", "");
        file(group + "/cgroup.subtree_control", controllers + "\n");
    }

    private BoundWays of(long user) {
        return new BoundWays(root, user);
    }

    private Ways chosen(Bounds asked) {
        return of(1000).chosen(asked).ways();
    }

    private BoundWay ofMemory(long user) {
        return of(user).chosen(MEMORY).ways().memory().orElseThrow();
    }

    private Map<String, String> orders(Bounds asked, long job) throws IOException {
        return of(1000).orders(of(1000).chosen(asked), job);
    }

    @Test
    void managerOfTheUserIsTheBestWay() throws IOException {
        runManager("cpu io memory pids");
        delegate("sys/fs/cgroup", "cpu memory");

        assertThat(chosen(BOTH).memory()).contains(BoundWay.SYSTEMD);
        assertThat(chosen(BOTH).cpus()).contains(BoundWay.SYSTEMD);
        assertThat(orders(BOTH, 17))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "scope",
                                root.resolve("usr/bin/systemd-run")
                                        + " --user --scope --quiet --property=MemoryMax=8589934592"
                                        + " --property=MemorySwapMax=0 --property=CPUQuota=150%",
                                "unit",
                                "nudge-job-17",
                                "runtime",
                                root.resolve("run/user/1000").toString()));
    }

    @Test
    void boundThatTheManagerCannotSeeToIsSeenToOtherwise() throws IOException {
        runManager("memory pids");

        Ways ways = chosen(bounds(MEMORY.memory(), CPUS.cpus()));
        assertThat(ways.memory()).contains(BoundWay.SYSTEMD);
        assertThat(ways.cpus()).contains(BoundWay.TASKSET);
        assertThat(orders(CPUS, 1)).isEqualTo(Map.of("cores", "2,5"));
    }

    @Test
    void managerOfAnotherUserOrThatMayBoundNothingIsNotAsked() throws IOException {
        runManager("cpu memory");
        assertThat(ofMemory(1001)).isEqualTo(BoundWay.ULIMIT);
        runManager("pids");
        assertThat(ofMemory(1000)).isEqualTo(BoundWay.ULIMIT);
        Files.delete(root.resolve(CONTROLLERS));
        assertThat(ofMemory(1000)).isEqualTo(BoundWay.ULIMIT);
    }

    @Test
    void groupAboveOnesOwnThatWasDelegatedAndCanBoundWhatIsAskedForIsTheNextBest()
            throws IOException {
        file("proc/self/cgroup", "1:name=systemd:/x\n0::/apps/agents/one\n");
        delegate("sys/fs/cgroup/apps/agents/one", "pids");
        delegate("sys/fs/cgroup/apps/agents", "cpu memory");
        delegate("sys/fs/cgroup", "cpu memory");

        assertThat(chosen(BOTH).memory()).contains(BoundWay.CGROUP);
        String group = root.resolve("sys/fs/cgroup/apps/agents/nudge-job-17").toString();
        assertThat(orders(BOTH, 17))
                .isEqualTo(Map.of("group", group, "memory", "8589934592", "cpu", "150000 100000"));
        assertThat(orders(MEMORY, 17)).doesNotContainKey("cpu");
        assertThat(orders(CPUS, 17)).containsEntry("cpu", "200000 100000");

        delegate("sys/fs/cgroup/apps/agents", "cpu");
        assertThat(orders(CPUS, 1)).containsEntry("group", group.replace("job-17", "job-1"));
        assertThat(orders(MEMORY, 1).get("group")).contains("cgroup/nudge-job-1");
    }

    @Test
    void treeThatBelongsToSystemdOrIsNotVisibleIsLeftAlone() throws IOException {
        delegate("sys/fs/cgroup", "cpu memory");
        assertThat(ofMemory(0)).isEqualTo(BoundWay.CGROUP);
        file("proc/self/cgroup", "0::/../../other\n");
        delegate("sys/fs", "cpu memory");
        assertThat(ofMemory(0)).isEqualTo(BoundWay.ULIMIT);

        describeSystem();
        Files.createDirectories(root.resolve("run/systemd/system"));

        assertThat(ofMemory(0)).isEqualTo(BoundWay.ULIMIT);
    }

    @Test
    void withoutAnyOfThemEachProcessIsBounded() throws IOException {
        assertThat(orders(MEMORY, 3)).isEqualTo(Map.of("address_space", "8589934592"));
        assertThat(orders(NICE, 3)).isEqualTo(Map.of("nice", "10"));
        assertThat(chosen(NICE).nice()).contains(BoundWay.RENICE);
    }

    @Test
    void jobsThatFollowEachOtherGetDifferentCores() throws IOException {
        assertThat(orders(CPUS, 1)).containsEntry("cores", "2,5");
        assertThat(orders(CPUS, 2)).containsEntry("cores", "0,1");
        assertThat(orders(cpus(3), 1)).containsEntry("cores", "0,1,5");
        assertThat(orders(cpus(64), 7)).containsEntry("cores", "0,1,2,5");
    }

    @Test
    void boundThatCannotBeHadIsAnObstacle() throws IOException {
        assertThat(of(1000).chosen(Bounds.NONE)).isSameAs(Bounds.NONE);
        assertThat(orders(Bounds.NONE, 1)).isEmpty();
        assertThat(of(1000).obstacle(BOTH).orElseThrow())
                .isEqualTo(
                        "cpus is 1.5, but this system can only give a job whole processors: there is neither a systemd"
                                + " manager of yours nor a control group that could bound its share; ask for 2");
        assertThatThrownBy(() -> orders(BOTH, 1)).isInstanceOf(IOException.class);
        assertThat(List.of(CPUS, NICE, MEMORY, Bounds.NONE))
                .allMatch(bounds -> of(1000).obstacle(bounds).isEmpty());
    }

    @Test
    void groupsWhoseHostHasEndedAreRemovedOnceTheyAreEmpty() throws IOException {
        of(1000).sweep();
        new BoundWays(root.resolve("nowhere"), 0).sweep();
        delegate("sys/fs/cgroup", "memory");
        Path parent = root.resolve("sys/fs/cgroup");
        Path left = Files.createDirectory(parent.resolve("nudge-job-17-4711"));
        Path hosted = Files.createDirectory(parent.resolve("nudge-job-18-4712"));
        Path other = Files.createDirectory(parent.resolve("other-17-4711"));
        Path used = parent.resolve("nudge-job-19-4713");
        file("sys/fs/cgroup/nudge-job-19-4713/process", "");
        Files.createDirectories(root.resolve("proc/4712"));

        of(1000).sweep();

        assertThat(left).doesNotExist();
        assertThat(List.of(hosted, other, used)).allMatch(Files::exists);
        Files.delete(used.resolve("process"));
        of(1000).sweep();
        assertThat(used).doesNotExist();
    }

    @Test
    void wayThatHasDisappearedSinceItWasChosenIsNotLeftOut() throws IOException {
        runManager("cpu memory");
        Bounds before = of(1000).chosen(MEMORY);
        Files.delete(root.resolve("run/user/1000/systemd/private"));

        assertThatThrownBy(() -> of(1000).orders(before, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has just disappeared (systemd)");
    }
}
