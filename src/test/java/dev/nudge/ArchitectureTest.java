package dev.nudge;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Which package may know which.
class ArchitectureTest {
    static final JavaClasses MAIN =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.nudge");

    /// Each package, and those that it may know besides. The others may know all.
    private static final String MAY_KNOW =
            """
            lifecycle:
            text:
            process: text
            job: text
            exec: job process text
            terminal: text
            settings: process text
            store: job process text
            tmux: process
            protocol: job process text
            delivery: job process text tmux
            output: store terminal text
            app: job jobs output protocol store text watch
            mcp: app job protocol text
            notify: exec job process protocol settings text tmux
            agent: delivery exec job process protocol settings text tmux
            engine: exec job process protocol settings store text
            jobs: engine exec job lifecycle process protocol settings store text
            upkeep: agent job jobs output process settings store terminal text
            watch: job jobs output protocol store terminal text
            outbox: agent delivery job jobs output process store terminal text tmux
            calls: agent app exec job jobs lifecycle mcp outbox output process protocol store terminal text watch
            console: agent app calls delivery engine exec job jobs outbox output process protocol settings store terminal text tmux upkeep
            host: exec job process protocol store terminal text
            web: app console exec job output process protocol settings store text upkeep
            daemon: *
            cli: *
            """;

    @TestFactory
    Stream<DynamicTest> packagesKnowOnlyThese() {
        List<String> all = MAY_KNOW.lines().map(line -> line.split(":", -1)[0]).toList();
        return MAY_KNOW.lines()
                .filter(line -> !line.endsWith("*"))
                .map(line -> line.split("[: ]+"))
                .map(line -> dynamicTest(line[0], () -> mayKnow(all, List.of(line))));
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
        isKnownOnlyTo("dev.nudge.cli..", "dev.nudge.cli..");
    }

    @Test
    void onlyTheirOwnPackagesKnowTheSdkAndTheServer() {
        isKnownOnlyTo("dev.nudge.mcp", "io.modelcontextprotocol..", "reactor..");
        isKnownOnlyTo("dev.nudge.web", "org.eclipse.jetty..");
    }

    private static void isKnownOnlyTo(String user, String... known) {
        noClasses()
                .that()
                .resideOutsideOfPackage(user)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(known)
                .check(MAIN);
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

    /// @param own the package, and those that it may know
    private static void mayKnow(List<String> all, List<String> own) {
        String[] others =
                all.stream()
                        .filter(name -> !own.contains(name))
                        .map(name -> "dev.nudge." + name + "..")
                        .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage("dev.nudge." + own.getFirst() + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages(others)
                .check(MAIN);
    }
}
