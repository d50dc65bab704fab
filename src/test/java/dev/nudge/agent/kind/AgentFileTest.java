package dev.nudge.agent.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nudge.agent.kind.AgentKind.HookRules;
import dev.nudge.delivery.Way;
import dev.nudge.delivery.screen.ScreenProfile;
import dev.nudge.delivery.screen.ScreenProfile.PromptMode;
import dev.nudge.tmux.Key;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentFileTest {
    private static final Path PLACE = Path.of("/home/me/.config/nudge/agents/tiny.toml");

    private static final String TINY =
            """
            title = "Tiny"
            queue_key = "Tab"

            [process]
            programs = ["tiny"]

            [screen]
            commands = ["tiny"]

            [[screen.layouts]]
            above = '─\\n\\z'
            prompt = '(?<mark>>) ?(?<text>.*)'
            indent = 2
            empty = [{ text = "", cursor_column = 2 }]

            [[screen.dialogs]]
            kind = "question"
            found = 'Really\\?'
            """;

    private static AgentKind read(String text) {
        return AgentFile.read("tiny", PLACE.toString(), text);
    }

    @Test
    void fileDescribesAnAgentAndWhatIsLeftOutHasADefault() {
        AgentKind tiny = read(TINY);

        assertThat(tiny.name()).isEqualTo("tiny");
        assertThat(tiny.title()).isEqualTo("Tiny");
        assertThat(tiny.profile().submitKey()).isEqualTo(Key.ENTER);
        assertThat(tiny.profile().queueKey()).contains(Key.TAB);
        assertThat(tiny.process().isProgramOf(List.of("/usr/bin/tiny", "--fast"))).isTrue();
        assertThat(tiny.screen().layouts()).hasSize(1);
        assertThat(tiny.screen().dialogs()).hasSize(1);
        assertThat(tiny.session()).isEqualTo("any");
        assertThat(tiny.ways()).containsExactly(Way.KEYS);
        assertThat(tiny.profile().quietSeconds()).isEqualTo(2);
        assertThat(tiny.screen().working().matcher("anything").find()).isFalse();
        assertThat(read(TINY.replace("queue_key = \"Tab\"\n", "")).profile().queueKey()).isEmpty();
    }

    @Test
    void hooksAndWhatIsRegisteredAreRead() {
        AgentKind tiny =
                read(
                        """
                        ways = ["task", "queue", "hook"]
                        hook_results = 3
                        cancels_calls = true
                        """
                                + TINY
                                + """
                                [registration]
                                program = "tiny"
                                present = 'nudge'

                                [registration.hooks]
                                at = ["${TINY}/hooks.json"]
                                from = "{extension}/tiny/hooks.json"
                                then = "and allow them"
                                trust = "hooks.allowed"

                                [registration.link]
                                at = ["${TINY}/nudge"]
                                to = "{extension}/tiny"

                                [queue]
                                socket = ["${TINY}/s", "/run/tiny"]
                                """);

        assertThat(tiny.hooks()).isEqualTo(new HookRules(3, true));
        assertThat(tiny.ways()).containsExactly(Way.TASK, Way.QUEUE, Way.HOOK);
        assertThat(tiny.profile().isTyped()).isFalse();
        VariablePaths queue = tiny.queue().orElseThrow();
        assertThat(queue.first(Map.of("TINY", "/a$b"))).contains(Path.of("/a$b/s"));
        assertThat(queue.first(Map.of("TINY", ""))).contains(Path.of("/run/tiny"));
        Registration registration = tiny.registration().orElseThrow();
        assertThat(registration.additions(Registration.HookFile.class))
                .containsExactly(
                        new Registration.HookFile(
                                List.of("${TINY}/hooks.json"),
                                "{extension}/tiny/hooks.json",
                                "and allow them",
                                "hooks.allowed"));
        assertThat(registration.additions(Registration.Link.class))
                .containsExactly(
                        new Registration.Link(List.of("${TINY}/nudge"), "{extension}/tiny"));
        assertThat(registration.additions(Registration.Insertion.class)).isEmpty();
    }

    @Test
    void linkMayBeAllThatRegistersNudge() {
        String registration = "[registration]\nprogram = \"tiny\"\n";
        String link = "[registration.link]\nat = [\"/a\"]\nto = \"{extension}/a\"\n";

        assertThat(read(TINY + registration + link).registration())
                .hasValueSatisfying(r -> assertThat(r.present()).isEmpty());
        assertThatThrownBy(() -> read(TINY + registration))
                .hasMessageContaining("registration.present is missing");
    }

    @Test
    void promptBehindABarIsRead() {
        AgentKind tiny = read(TINY.replace("indent = 2", "rows = '┃ (?<text>.*)'\nmode = \"new\""));

        ScreenProfile.Layout layout = tiny.screen().layouts().getFirst();
        assertThat(layout.mode()).isEqualTo(PromptMode.NEW);
        assertThat(layout.rows().pattern()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "queue_key = \"Tab\" | queue_key = \"F1\" | 2 | queue_key is \"F1\"; expected one of Enter, Tab",
                "queue_key = \"Tab\" | quiet_seconds = 0 | 2 | quiet_seconds is 0; expected a whole number, 1 to 60",
                "queue_key = \"Tab\" | quite_seconds = 3 | 2 | there is no key \"quite_seconds\"; the nearest is quiet_seconds",
                "queue_key = \"Tab\" | \"quiet.\" = 3 | 2 | there is no key \"quiet.\"; the nearest is queue",
                "indent = 2 | \"a[b\" = 2 | 13 | there is no key \"screen.layouts[1].a[b\"",
                "queue_key = \"Tab\" | ways = \"keys\" | 2 | ways is \"keys\"; expected a list of texts",
                "queue_key = \"Tab\" | ways = [] | 2 | ways is []; expected some of ",
                "queue_key = \"Tab\" | ways = [\"post\", \"keys\"] | 2 | ways is [post, keys]; expected some of task, monitor, queue, inbox, hook, keys, each once and in this order",
                "queue_key = \"Tab\" | ways = [\"keys\", \"hook\"] | 2 | ways is [keys, hook]; expected some of ",
                "queue_key = \"Tab\" | ways = [\"keys\", \"keys\"] | 2 | ways is [keys, keys]; expected some of ",
                "queue_key = \"Tab\" | ways = [\"inbox\", \"keys\"] | 2 | ways lists \"inbox\", but there is no table [inbox].",
                "queue_key = \"Tab\" | inbox = { socket = \"A\", token = \"B\" } | 2 | [inbox] is described, but ways does not list \"inbox\".",
                "queue_key = \"Tab\" | hook_results = 0 | 2 | hook_results is 0; expected a whole number, 1 to 2147483647",
                "title = \"Tiny\" | # no title | 0 | title is missing; expected a text",
                "programs = [\"tiny\"] | programs = [] | 4 | process names no program, no script and no arguments",
                "commands = [\"tiny\"] | commands = \"tiny\" | 8 | screen.commands is \"tiny\"; expected a list of texts",
                "commands = [\"tiny\"] | comands = [\"tiny\"] | 8 | there is no key \"screen.comands\"; the nearest is commands",
                "empty = [{ text = \"\", cursor_column = 2 }] | `empty = 1\n[[screen.layouts]]\n[[screen.layouts.empty]]` | 14 | screen.layouts[1].empty is 1; expected a list of tables",
                "indent = 2 | indent = -1 | 13 | screen.layouts[1].indent is -1; expected a whole number, 0 to 200",
                "(?<text>.*) | (.*) | 12 | screen.layouts[1].prompt is \"(?<mark>>) ?(.*)\"; expected a pattern with the groups mark, text",
                "indent = 2 | rows = '.*' | 13 | screen.layouts[1].rows is \".*\"; expected a pattern with the groups text",
                "indent = 2 | mode = \"busy\" | 13 | screen.layouts[1].mode is \"busy\"; expected one of idle, new, working, shell",
                "cursor_column = 2 | column = 2 | 14 | screen.layouts[1].empty[1].cursor_column is missing",
                "'Really\\?' | 'Really(' | 18 | screen.dialogs[1].found is \"Really(\"; expected a pattern",
                "kind = \"question\" | kind = question | 17 | this is not TOML: kind = question",
            })
    void mistakeIsNamedWithItsLine(String good, String bad, int line, String complaint) {
        String where = line == 0 ? PLACE + ": " : PLACE + ", line " + line + ": ";

        assertThat(TINY).contains(good);
        assertThatThrownBy(() -> read(TINY.replace(good, bad)))
                .isInstanceOf(TomlTable.MistakeException.class)
                .hasMessageStartingWith(where + complaint);
    }
}
