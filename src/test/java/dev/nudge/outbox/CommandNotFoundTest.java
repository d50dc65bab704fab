package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandNotFoundTest {
    private static final String COMPLAINT = "bash: line 1: cargo: command not found";

    @Test
    void namesTheMissingProgram() {
        assertThat(NoteWriter.notFound("cargo build", 127, COMPLAINT))
                .contains("cargo: command not found");
        assertThat(NoteWriter.notFound("A=1 cargo build | tee x", 127, COMPLAINT)).isPresent();
        assertThat(
                        NoteWriter.notFound(
                                "./run", 127, "bash: line 1: ./run: No such file or directory"))
                .contains("./run: No such file or directory");
        assertThat(NoteWriter.notFound("cargo", 127, "sh: 1: cargo: not found")).isPresent();
        assertThat(NoteWriter.notFound("cargo", 127, "bash: Zeile 1: cargo: Befehl nicht da"))
                .as("in another language")
                .isPresent();
    }

    @Test
    void isNotFooledByACommandThatDidRun() {
        assertThat(NoteWriter.notFound("cargo build", 1, COMPLAINT)).isEmpty();
        assertThat(NoteWriter.notFound("make && cargo", 127, COMPLAINT)).isEmpty();
        assertThat(NoteWriter.notFound("cargo build", 127, "Compiling … " + COMPLAINT)).isEmpty();
        assertThat(NoteWriter.notFound("cargo build", 127, COMPLAINT + " " + COMPLAINT)).isEmpty();
        assertThat(NoteWriter.notFound("cargo build", 127, "")).isEmpty();
    }
}
