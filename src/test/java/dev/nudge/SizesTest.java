package dev.nudge;

import static dev.nudge.ArchitectureTest.MAIN;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import dev.nudge.daemon.Daemon;
import dev.nudge.jobs.JobControl;
import dev.nudge.web.WebPage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// How large packages and classes may be, and that names are not used twice.
class SizesTest {
    /// Mirrors of a format: their components are its fields.
    private static final Set<String> MIRRORS =
            Set.of(
                    // on the disk and in answers
                    "dev.nudge.job.nudge.NudgeTarget",
                    "dev.nudge.job.record.AttemptRecord",
                    "dev.nudge.job.record.JobRecord",
                    "dev.nudge.job.record.QuestionRecord",
                    "dev.nudge.job.record.QueueRecord",
                    "dev.nudge.store.QueueStore$GroupRecord",
                    "dev.nudge.store.HostRecord$Json",
                    // in answers, on the page and on the socket of a terminal
                    "dev.nudge.console.queue.GroupQueue$GroupJson",
                    "dev.nudge.web.api.PlaceRequests$SeenAgent",
                    "dev.nudge.protocol.TerminalResponse$Shown",
                    // in the file that describes an agent
                    "dev.nudge.agent.kind.AgentKind",
                    "dev.nudge.agent.kind.Registration",
                    "dev.nudge.delivery.screen.ScreenProfile",
                    "dev.nudge.delivery.typing.Pace",
                    // in proc(5)
                    "dev.nudge.process.ProcessTable$Stat",
                    // in the interface of Gemini CLI that the lifecycle service follows
                    "dev.nudge.lifecycle.AnsiOutput$Token",
                    "dev.nudge.lifecycle.ExecutionResult");

    @Test
    void noTwoClassesHaveTheSameName() {
        Map<String, List<String>> named =
                MAIN.stream()
                        .filter(type -> type.isTopLevelClass() && !isPackageInfo(type))
                        .collect(
                                groupingBy(
                                        JavaClass::getSimpleName,
                                        mapping(JavaClass::getName, toList())));
        assertThat(named.values()).filteredOn(names -> names.size() > 1).isEmpty();
    }

    @Test
    void noPackageHasMoreThanThirtyClasses() {
        Map<String, Long> sizes =
                MAIN.stream()
                        .filter(type -> type.isTopLevelClass() && !isPackageInfo(type))
                        .collect(groupingBy(JavaClass::getPackageName, counting()));
        assertThat(sizes)
                .allSatisfy((name, size) -> assertThat(size).as(name).isLessThanOrEqualTo(30));
    }

    @Test
    void constructorsTakeAtMostSevenParameters() {
        assertThat(MAIN.stream())
                .filteredOn(type -> !MIRRORS.contains(type.getName()))
                .flatExtracting(JavaClass::getConstructors)
                .filteredOn(constructor -> parameters(constructor) > 7)
                .extracting(JavaConstructor::getFullName)
                .isEmpty();
    }

    @Test
    void exceptionsAreNeeded() {
        assertThat(MIRRORS)
                .allSatisfy(mirror ->
                        assertThat(MAIN.get(mirror).getConstructors())
                                .anyMatch(constructor -> parameters(constructor) > 7));
    }

    /// Counts the parameters in the source: an inner class is also given its outer instance, and an
    /// enum constant its name and ordinal.
    private static int parameters(JavaConstructor constructor) {
        JavaClass owner = constructor.getOwner();
        boolean isInner = owner.isInnerClass() || owner.isLocalClass() || owner.isAnonymousClass();
        int hidden = owner.isEnum() ? 2 : isInner ? 1 : 0;
        return constructor.getRawParameterTypes().size() - hidden;
    }

    /// Beside the page, which is there only if a person asks for it.
    @Test
    void theDaemonIsComposedOfAtMostTenParts() {
        assertThat(MAIN.get(Daemon.class).getConstructorCallsFromSelf())
                .extracting(call -> call.getTargetOwner().getName())
                .filteredOn(name -> name.startsWith("dev.nudge."))
                .filteredOn(name -> !name.equals(WebPage.class.getName()))
                .contains(JobControl.class.getName())
                .doesNotHaveDuplicates()
                .hasSizeLessThanOrEqualTo(10);
        assertThat(MAIN.get(Daemon.class).getFields())
                .extracting(field -> field.getRawType().getName())
                .filteredOn(name -> name.startsWith("dev.nudge."))
                .hasSizeLessThanOrEqualTo(10);
    }

    private static boolean isPackageInfo(JavaClass type) {
        return type.getSimpleName().equals("package-info");
    }
}
