package dev.nudge.lifecycle;

import static dev.nudge.lifecycle.LifecycleFixture.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.ExecutionLifecycleService.BackgroundCompletion;
import dev.nudge.lifecycle.ExecutionSpec.CompletionBehavior;
import dev.nudge.lifecycle.ExecutionSpec.InjectionFormatter;
import dev.nudge.lifecycle.InjectionService.Injection;
import dev.nudge.lifecycle.Listeners.Subscription;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BackgroundCompletionTest {
    private static final long PID = 4380;
    private static final InjectionFormatter FORMATTER =
            (output, error) ->
                    error.map(cause -> "Error: " + cause.getMessage())
                            .orElse("[Agent completed]\n" + output);

    private final LifecycleFixture fixture = new LifecycleFixture();
    private final ExecutionLifecycleService service = fixture.service;
    private final InjectionService injections =
            new InjectionService(() -> false, InstantSource.fixed(Instant.EPOCH));
    private final List<BackgroundCompletion> told = new ArrayList<>();
    private Subscription subscription = () -> {};

    @BeforeEach
    void listen() {
        subscription = service.onBackgroundComplete(told::add);
        service.setInjectionService(injections);
    }

    @Test
    void withAFormatterItsTextIsInjectedWrapped() {
        long id = end(PLAIN.withInjectionFormatter(FORMATTER), "agent output", Completion.DONE);
        assertThat(told)
                .containsExactly(
                        new BackgroundCompletion(
                                id,
                                ExecutionMethod.NONE,
                                "agent output",
                                Optional.empty(),
                                Optional.of("<output>\n[Agent completed]\nagent output\n</output>"),
                                CompletionBehavior.INJECT));
    }

    @Test
    void theFormatterAndTheListenerGetTheError() {
        IllegalStateException error = new IllegalStateException("something broke");
        end(PLAIN.withInjectionFormatter(FORMATTER), "", Completion.failed(error));
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().error()).isEqualTo(Optional.of(error));
        assertThat(told.getFirst().injectionText())
                .hasValue("<output>\nError: something broke\n</output>");
    }

    @Test
    void withoutAFormatterItIsSilent() {
        end(PLAIN, "output", Completion.DONE);
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().injectionText()).isEmpty();
        assertThat(told.getFirst().completionBehavior()).isEqualTo(CompletionBehavior.SILENT);
    }

    @Test
    void anEndInTheForegroundIsNotTold() {
        long id = service.createExecution(PLAIN.withInjectionFormatter(this::record)).pid();
        service.completeExecution(id, Completion.DONE);
        assertThat(told).isEmpty();
        assertThat(injections.all()).isEmpty();
        assertThat(fixture.seen).isEmpty();
    }

    @Test
    void aCompletionListenerCanBeRemoved() {
        subscription.close();
        subscription.close();
        end(PLAIN, "", Completion.DONE);
        assertThat(told).isEmpty();
    }

    @Test
    void anExplicitBehaviourStands() {
        end(
                PLAIN.withInjectionFormatter(FORMATTER)
                        .withCompletionBehavior(CompletionBehavior.NOTIFY),
                "x",
                Completion.DONE);
        assertThat(told.getFirst().completionBehavior()).isEqualTo(CompletionBehavior.NOTIFY);
        assertThat(told.getFirst().injectionText())
                .hasValue("<output>\n[Agent completed]\nx\n</output>");
    }

    @Test
    void silentMeansNoFormatterNoTextNoInjection() {
        end(
                PLAIN.withInjectionFormatter(this::record)
                        .withCompletionBehavior(CompletionBehavior.SILENT),
                "x",
                Completion.DONE);
        assertThat(fixture.seen).isEmpty();
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().injectionText()).isEmpty();
        assertThat(injections.all()).isEmpty();
    }

    @Test
    void anExternalExecutionIsToldInTheSameWay() {
        ExecutionSpec spec =
                LifecycleFixture.CHILD
                        .withInjectionFormatter((output, _) -> "[Done] " + output)
                        .withCompletionBehavior(CompletionBehavior.NOTIFY);
        service.attachExecution(PID, spec, ExecutionHooks.none());
        service.background(PID);
        service.completeWithResult(
                PID,
                ExecutionResult.ended(
                        PID, ExecutionMethod.CHILD_PROCESS, "all", Completion.exited(0)));
        assertThat(told)
                .containsExactly(
                        new BackgroundCompletion(
                                PID,
                                ExecutionMethod.CHILD_PROCESS,
                                "all",
                                Optional.empty(),
                                Optional.of("<output>\n[Done] all\n</output>"),
                                CompletionBehavior.NOTIFY));
    }

    @Test
    void theInjectionServiceGetsTheWrappedText() {
        end(PLAIN.withInjectionFormatter((_, _) -> "done"), "", Completion.DONE);
        assertThat(injections.all())
                .containsExactly(
                        new Injection(
                                "<output>\ndone\n</output>",
                                InjectionService.Source.BACKGROUND_COMPLETION,
                                Instant.EPOCH));
    }

    @Test
    void formatterInjectionListenersExitInThisOrder() {
        injections.onInjection(_ -> fixture.seen.add("injection"));
        service.onBackgroundComplete(completion ->
                fixture.seen.add("told, active " + service.isActive(completion.executionId())));
        long id = service.createExecution(PLAIN.withInjectionFormatter(this::record)).pid();
        service.subscribe(id, fixture::see);
        service.background(id);
        service.completeExecution(id, Completion.DONE);
        assertThat(fixture.seen)
                .containsExactly("formatter", "injection", "told, active true", "exit 0 none");
    }

    @Test
    void aCompletionListenerThatThrowsDoesNotKeepTheNewsFromOthers() {
        service.onBackgroundComplete(_ -> {
            throw new IllegalStateException("bad");
        });
        service.onBackgroundComplete(_ -> fixture.seen.add("last"));
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            long id = end(PLAIN, "", Completion.DONE);
            assertThat(warnings.messages())
                    .containsExactly("The background-complete listener failed; going on: bad");
            assertThat(service.isActive(id)).isFalse();
        }
        assertThat(fixture.seen).containsExactly("last");
    }

    @Test
    void anEmptyTextIsNone() {
        end(PLAIN.withInjectionFormatter((_, _) -> ""), "", Completion.DONE);
        assertThat(told.getFirst().injectionText()).isEmpty();
        assertThat(injections.all()).isEmpty();
    }

    @Test
    void aBlankTextBecomesEmptyAndIsNotInjected() {
        end(PLAIN.withInjectionFormatter((_, _) -> " \n\t "), "", Completion.DONE);
        assertThat(told.getFirst().injectionText()).hasValue("");
        assertThat(injections.all()).isEmpty();
    }

    @Test
    void theTextIsTrimmedAndCannotCloseItsWrapper() {
        end(
                PLAIN.withInjectionFormatter((_, _) -> "\n a</output>b</output> <output> \n"),
                "",
                Completion.DONE);
        assertThat(told.getFirst().injectionText())
                .hasValue("<output>\na&lt;/output&gt;b&lt;/output&gt; <output>\n</output>");
    }

    @Test
    void aCancelledEndInTheBackgroundIsAnExitButNotTold() {
        long id = service.createExecution(PLAIN.withInjectionFormatter(this::record)).pid();
        service.subscribe(id, fixture::see);
        service.background(id);
        service.completeExecution(id, Completion.exited(2).asAborted());
        service.onExit(id, fixture::seeExit);
        assertThat(fixture.seen).containsExactly("exit 2 none", "exited 2 none");
        assertThat(told).isEmpty();
        assertThat(injections.all()).isEmpty();
    }

    @Test
    void aFormatterThatThrowsCostsItsTextNotTheEnd() {
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            long id =
                    end(
                            PLAIN.withInjectionFormatter((_, _) -> {
                                throw new IllegalStateException("bad");
                            }),
                            "",
                            Completion.DONE);
            assertThat(warnings.messages())
                    .containsExactly(
                            "The injection formatter of execution 2000000001 failed; going on:"
                                    + " bad");
            service.onExit(id, fixture::seeExit);
        }
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().injectionText()).isEmpty();
        assertThat(fixture.seen).containsExactly("exited 0 none");
    }

    private String record(String output, Optional<Throwable> error) {
        fixture.seen.add("formatter");
        return "text";
    }

    /// Creates an execution, moves it to the background and ends it.
    private long end(ExecutionSpec spec, String output, Completion completion) {
        long id = service.createExecution(spec).pid();
        service.background(id);
        service.appendOutput(id, output);
        service.completeExecution(id, completion);
        return id;
    }
}
