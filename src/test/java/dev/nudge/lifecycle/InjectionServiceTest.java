package dev.nudge.lifecycle;

import static dev.nudge.lifecycle.InjectionService.Source.BACKGROUND_COMPLETION;
import static dev.nudge.lifecycle.InjectionService.Source.USER_STEERING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.lifecycle.InjectionService.Injection;
import dev.nudge.lifecycle.Listeners.Subscription;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class InjectionServiceTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final AtomicBoolean isSteeringEnabled = new AtomicBoolean(true);
    private final InjectionService service =
            new InjectionService(isSteeringEnabled::get, InstantSource.fixed(NOW));
    private final List<String> told = new ArrayList<>();

    @Test
    void aTextIsKeptTrimmedWithSourceAndTime() {
        service.add("  look here\n", USER_STEERING);
        assertThat(service.all()).containsExactly(new Injection("look here", USER_STEERING, NOW));
    }

    @Test
    void withoutModelSteeringTheUsersTextsAreDropped() {
        isSteeringEnabled.set(false);
        service.add("user", USER_STEERING);
        service.add("done", BACKGROUND_COMPLETION);
        assertThat(service.all()).extracting(Injection::text).containsExactly("done");
    }

    @Test
    void aBlankTextIsDropped() {
        service.onInjection(injection -> told.add(injection.text()));
        service.add(" \n", BACKGROUND_COMPLETION);
        assertThat(service.all()).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void listenersAreToldUntilTheyLeave() {
        Consumer<Injection> listener =
                injection -> told.add(injection.text() + " " + injection.source().wireName());
        service.onInjection(listener);
        Subscription subscription = service.onInjection(listener);
        service.add(" a ", BACKGROUND_COMPLETION);
        subscription.close();
        service.add("b", BACKGROUND_COMPLETION);
        assertThat(told).containsExactly("a background_completion");
    }

    @Test
    void aListenerThatThrowsKeepsTheNewsFromNobody() {
        service.onInjection(_ -> {
            throw new IllegalStateException("bad");
        });
        service.onInjection(injection -> told.add(injection.text()));
        try (CapturedWarnings warnings = new CapturedWarnings()) {
            service.add("a", USER_STEERING);
            assertThat(warnings.messages())
                    .containsExactly("The injection listener failed; going on: bad");
        }
        assertThat(told).containsExactly("a");
    }

    @Test
    void textsAreListedBySourceAndBehindAnIndex() {
        assertThat(service.latestIndex()).isEqualTo(-1);
        service.add("a", USER_STEERING);
        service.add("b", BACKGROUND_COMPLETION);
        service.add("c", USER_STEERING);
        assertThat(texts(service.from(USER_STEERING))).containsExactly("a", "c");
        assertThat(service.latestIndex()).isEqualTo(2);
        assertThat(texts(service.after(-1))).containsExactly("a", "b", "c");
        assertThat(texts(service.after(Integer.MIN_VALUE))).containsExactly("a", "b", "c");
        assertThat(texts(service.after(0))).containsExactly("b", "c");
        assertThat(service.after(2)).isEmpty();
        assertThat(service.after(Integer.MAX_VALUE)).isEmpty();
        service.clear();
        assertThat(service.all()).isEmpty();
        assertThat(service.latestIndex()).isEqualTo(-1);
    }

    private static List<String> texts(List<Injection> injections) {
        return injections.stream().map(Injection::text).toList();
    }
}
