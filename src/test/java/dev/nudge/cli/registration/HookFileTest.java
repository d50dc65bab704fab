package dev.nudge.cli.registration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HookFileTest {
    private static final String OURS =
            """
            {"hooks": {
              "SessionStart": [{"hooks": [{"command": "sh \\"{extension}/hooks/hand-over\\" session"}]}],
              "PostToolUse": [
                {"hooks": [{"command": "sh \\"{extension}/hooks/hand-over\\" tool"}]},
                {"matcher": "nudge", "hooks": [{"command": "sh \\"{extension}/hooks/receipt\\""}]}]}}
            """;
    private static final String PERSONS =
            """
            {"note": 1, "hooks": {
              "Stop": [{"hooks": [{"command": "beep"}]}],
              "SessionStart": [{"hooks": [{"command": "sh \\"/home/me/hooks/start\\""}]}]}}
            """;

    @TempDir private Path folder;
    private Path file;

    @BeforeEach
    void manifest() throws IOException {
        file = folder.resolve("agent/hooks.json");
        Files.writeString(folder.resolve("ours.json"), OURS);
    }

    private HookFile hooks(String extension) {
        return new HookFile(
                file, folder.resolve("ours.json"), text -> text.replace("{extension}", extension));
    }

    private HookFile hooks() {
        return hooks("/opt/nudge");
    }

    private void persons(String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private JsonNode event(String name) {
        return JsonMapper.shared().readTree(file).path("hooks").path(name);
    }

    private static String command(JsonNode group) {
        return group.path("hooks").path(0).path("command").asString();
    }

    @Test
    void fileIsMadeAndRemoved() throws IOException {
        assertThat(hooks().isWhole()).isFalse();
        assertThat(hooks().isPresent()).isFalse();

        hooks().add();

        assertThat(hooks().isWhole()).isTrue();
        assertThat(event("PostToolUse")).hasSize(2);
        assertThat(command(event("SessionStart").path(0)))
                .isEqualTo("sh \"/opt/nudge/hooks/hand-over\" session");
        hooks().remove();
        assertThat(file).doesNotExist();
    }

    @Test
    void hooksOfThePersonStayInTheirPlaces() throws IOException {
        persons(PERSONS);

        hooks().add();
        hooks().add();

        assertThat(event("Stop")).hasSize(1);
        assertThat(event("SessionStart")).hasSize(2);
        assertThat(command(event("SessionStart").path(0))).contains("/home/me/");
        hooks().remove();
        assertThat(JsonMapper.shared().readTree(file))
                .isEqualTo(JsonMapper.shared().readTree(PERSONS));
    }

    /// Before and behind those of nudge, in its groups.
    @Test
    void hooksOfAnotherNudgeAreReplacedInTheirPlacesAndThoseThatAPersonHasAddedStay()
            throws IOException {
        hooks("/old").add();
        persons(
                Files.readString(file)
                        .replaceFirst("(?<=\"hooks\" : \\[ )\\{", "{ \"command\" : \"before\" }, {")
                        .replaceFirst(
                                "(?<=session\"\n? {0,8}\\})", ", { \"command\" : \"behind\" }")
                        .replace("\"SessionStart\" : [", "\"SessionStart\" : [{},"));
        assertThat(event("SessionStart").path(1).path("hooks")).hasSize(3);
        assertThat(hooks().isWhole()).isFalse();
        assertThat(hooks().isPresent()).isTrue();

        hooks().add();

        assertThat(hooks().isWhole()).isTrue();
        assertThat(event("SessionStart")).hasSize(2);
        assertThat(Files.readString(file)).contains("before", "behind").doesNotContain("/old");
        assertThat(hooks().hashes()).containsKey("session_start:1:1");

        hooks().remove();

        assertThat(event("SessionStart").findValuesAsString("command"))
                .containsExactly("before", "behind");
        assertThat(event("PostToolUse").isMissingNode()).isTrue();
    }

    @Test
    void fileThatIsNotUnderstoodIsLeftAsItIs() throws IOException {
        for (String text : new String[] {"{\"hooks\": []}", "[1]", "// mine\n{}"}) {
            persons(text);
            assertThat(hooks().isPresent()).isFalse();

            assertThatThrownBy(() -> hooks().add())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Nothing has been changed in it.");

            assertThat(file).hasContent(text);
        }
    }
}
