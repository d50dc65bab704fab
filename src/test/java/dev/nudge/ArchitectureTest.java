package dev.nudge;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.nudge.calls.WaitingCalls;
import dev.nudge.console.JobSnapshot;
import dev.nudge.daemon.Daemon;
import dev.nudge.engine.local.JobProcesses;
import dev.nudge.exec.Signals;
import dev.nudge.job.JobEvent;
import dev.nudge.job.record.JobJson;
import dev.nudge.job.record.JobRecord;
import dev.nudge.jobs.Executions;
import dev.nudge.jobs.JobControl;
import dev.nudge.jobs.JobKiller;
import dev.nudge.jobs.Jobs;
import dev.nudge.lifecycle.ExecutionLifecycleService;
import dev.nudge.protocol.Wire;
import dev.nudge.store.JobStore;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Which package may know which.
class ArchitectureTest {
    static final JavaClasses MAIN =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.nudge");

    private static final List<String> LEAVES = List.of("lifecycle", "text");

    @Test
    void purePackagesKnowNoOther() {
        LEAVES.forEach(leaf -> mayKnow(leaf));
    }

    @Test
    void thePartsDoNotKnowEachOther() {
        mayKnow("process", "text");
        mayKnow("job", "text");
        mayKnow("exec", "job", "process", "text");
        mayKnow("terminal", "text");
        mayKnow("settings", "process", "text");
        mayKnow("store", "job", "process", "text");
        mayKnow("tmux", "process");
        mayKnow("protocol", "job", "process", "text");
        mayKnow("delivery", "job", "process", "text", "tmux");
        mayKnow("output", "store", "terminal", "text");
        mayKnow("app", "job", "jobs", "output", "protocol", "store", "text", "watch");
        mayKnow("mcp", "app", "job", "protocol", "text");
        mayKnow("notify", "exec", "job", "process", "protocol", "settings", "text", "tmux");
        mayKnow(
                "agent",
                "delivery",
                "exec",
                "job",
                "process",
                "protocol",
                "settings",
                "text",
                "tmux");
        mayKnow("engine", "exec", "job", "process", "protocol", "settings", "store", "text");
        mayKnow(
                "jobs",
                "engine",
                "exec",
                "job",
                "lifecycle",
                "process",
                "protocol",
                "settings",
                "store",
                "text");
        mayKnow(
                "upkeep",
                "agent",
                "job",
                "jobs",
                "output",
                "process",
                "settings",
                "store",
                "terminal",
                "text");
        mayKnow("watch", "job", "jobs", "output", "protocol", "store", "terminal", "text");
        mayKnow(
                "outbox",
                "agent",
                "delivery",
                "job",
                "jobs",
                "output",
                "process",
                "store",
                "terminal",
                "text",
                "tmux");
        mayKnow(
                "calls",
                "agent",
                "app",
                "exec",
                "job",
                "jobs",
                "lifecycle",
                "mcp",
                "outbox",
                "output",
                "process",
                "protocol",
                "store",
                "terminal",
                "text",
                "watch");
        mayKnow(
                "console",
                "agent",
                "app",
                "calls",
                "delivery",
                "engine",
                "exec",
                "job",
                "jobs",
                "outbox",
                "output",
                "process",
                "protocol",
                "settings",
                "store",
                "terminal",
                "text",
                "tmux",
                "upkeep");
        mayKnow("host", "exec", "job", "process", "protocol", "store", "terminal", "text");
    }

    @Test
    void thePageUsesWhatCommandsUse() {
        mayKnow(
                "web",
                "app",
                "console",
                "exec",
                "job",
                "output",
                "process",
                "protocol",
                "settings",
                "store",
                "text",
                "upkeep");
    }

    @Test
    void thePartsOfAPackageKnowOneDirection() {
        doesNotKnow("web.api", "web", "web.live");
        doesNotKnow("web.live", "web", "web.api");
        doesNotKnow("terminal.grid", "terminal.emulator", "terminal.keys", "terminal.text");
        doesNotKnow("terminal.emulator", "terminal.keys", "terminal.text");
        doesNotKnow("terminal.keys", "terminal.grid", "terminal.emulator", "terminal.text");
        doesNotKnow("terminal.text", "terminal.grid", "terminal.keys");
        doesNotKnow("delivery.message", "delivery.inbox", "delivery.screen", "delivery.typing");
        doesNotKnow("delivery.screen", "delivery.inbox", "delivery.message", "delivery.typing");
        doesNotKnow("delivery.inbox", "delivery.message", "delivery.screen", "delivery.typing");
        doesNotKnow("job", "job.record");
        doesNotKnow("job.nudge", "job", "job.record");
        doesNotKnow("jobs", "mcp");
        doesNotKnow("watch", "mcp");
        doesNotKnow("cli.registration", "cli", "cli.command");
        doesNotKnow("cli.command", "cli");
        doesNotKnow("console..", "mcp");
        doesNotKnow("console", "console.command", "console.log", "console.view");
        doesNotKnow("console.caller", "console", "console.command", "console.log", "console.view");
        doesNotKnow("output.search", "output");
        doesNotKnow("console.view", "console.command", "console.log");
        doesNotKnow("console.log", "console.command");
    }

    /// What happens to a job or to a waiting call happens through the lifecycle service.
    @Test
    void theLifecycleServiceIsNotBypassed() {
        isUsedBy(
                ExecutionLifecycleService.class,
                Executions.class,
                JobKiller.class,
                JobControl.class,
                WaitingCalls.class,
                Daemon.class);
        methods()
                .that()
                .areDeclaredIn(ExecutionLifecycleService.class)
                .and()
                .haveNameMatching("(create|attach|complete).*")
                .should()
                .onlyBeCalled()
                .byClassesThat()
                .belongToAnyOf(Executions.class, WaitingCalls.class)
                .check(MAIN);
        isUsedBy(Signals.class, JobProcesses.class);
        // A record that cannot be read is of a job that has ended.
        isUsedBy(
                JobEvent.EndSeen.class,
                resideInAPackage("dev.nudge.store").or(belongToAnyOf(Jobs.class)));
    }

    /// Everybody else asks the job itself.
    @Test
    void aJobIsFlattenedOnlyForTheDiskAndForAnswers() {
        isUsedBy(JobRecord.class, JobStore.class, Wire.class);
        isUsedBy(
                JobJson.class,
                resideInAPackage("dev.nudge.notify").or(belongToAnyOf(JobSnapshot.class)));
    }

    /// @param users the only classes outside its package that may use it
    private static void isUsedBy(Class<?> used, Class<?>... users) {
        isUsedBy(used, belongToAnyOf(users));
    }

    private static void isUsedBy(Class<?> used, DescribedPredicate<JavaClass> isUser) {
        classes()
                .that()
                .belongToAnyOf(used)
                .should()
                .onlyHaveDependentClassesThat(resideInAPackage(used.getPackageName()).or(isUser))
                .check(MAIN);
    }

    @Test
    void noTwoPackagesKnowEachOther() {
        slices().matching("dev.nudge.(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void nothingKnowsTheCommandLine() {
        ArchRule rule =
                noClasses()
                        .that()
                        .resideOutsideOfPackage("dev.nudge.cli..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.nudge.cli..");
        rule.check(MAIN);
    }

    @Test
    void onlyTheMcpPackageKnowsTheSdk() {
        ArchRule rule =
                noClasses()
                        .that()
                        .resideOutsideOfPackage("dev.nudge.mcp")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("io.modelcontextprotocol..", "reactor..");
        rule.check(MAIN);
    }

    /// One after the other: see [dev.nudge.process.ProgramStart]. The processes of `cli` start one
    /// program each.
    @Test
    void programsAreStartedInOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.nudge.cli..")
                .should()
                .callMethod(ProcessBuilder.class, "start")
                .orShould()
                .callMethod(Runtime.class, "exec", String[].class)
                .check(MAIN);
    }

    @Test
    void onlyTheWebPackageKnowsTheServer() {
        ArchRule rule =
                noClasses()
                        .that()
                        .resideOutsideOfPackage("dev.nudge.web")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("org.eclipse.jetty..");
        rule.check(MAIN);
    }

    @Test
    void noTwoClassesHaveTheSameName() {
        assertThat(MAIN.stream())
                .filteredOn(JavaClass::isTopLevelClass)
                .extracting(JavaClass::getSimpleName)
                .filteredOn(name -> !name.equals("package-info"))
                .doesNotHaveDuplicates();
    }

    private static void doesNotKnow(String from, String... unknown) {
        noClasses()
                .that()
                .resideInAPackage("dev.nudge." + from)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        Arrays.stream(unknown)
                                .map(name -> "dev.nudge." + name)
                                .toArray(String[]::new))
                .check(MAIN);
    }

    private static void mayKnow(String from, String... known) {
        String[] allowed =
                Stream.concat(Stream.of(from), Arrays.stream(known))
                        .map(name -> "dev.nudge." + name + "..")
                        .toArray(String[]::new);
        String[] others =
                Stream.of(
                                "lifecycle",
                                "job",
                                "text",
                                "process",
                                "settings",
                                "exec",
                                "terminal",
                                "output",
                                "store",
                                "engine",
                                "agent",
                                "jobs",
                                "upkeep",
                                "watch",
                                "outbox",
                                "tmux",
                                "delivery",
                                "notify",
                                "app",
                                "mcp",
                                "protocol",
                                "host",
                                "calls",
                                "console",
                                "web",
                                "daemon",
                                "cli")
                        .map(name -> "dev.nudge." + name + "..")
                        .filter(name -> !Arrays.asList(allowed).contains(name))
                        .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage("dev.nudge." + from + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages(others)
                .check(MAIN);
    }
}
