package dev.nudge.store;

import dev.nudge.job.Question;
import dev.nudge.job.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/// The place where the program that holds a job's terminal leaves the job's question, with its
/// bell. The file has five lines (number, kind, program, prompt, and whether what is typed is
/// shown) and is not JSON: the program is small and loads no library for this.
public record QuestionBox(JobDirectory directory) {
    private static final String MASKED = "masked";
    private static final String SHOWN = "shown";

    /// Leaves the question and rings.
    public void put(Question question) throws IOException {
        String text =
                "%d\n%s\n%s\n%s\n%s\n"
                        .formatted(
                                question.id(),
                                Words.of(question.kind()),
                                oneLine(question.program()),
                                oneLine(question.prompt()),
                                question.isMasked() ? MASKED : SHOWN);
        AtomicFile.replaceUnsynced(directory.question(), text.getBytes(StandardCharsets.UTF_8));
        ring();
    }

    /// Removes the question and rings.
    public void clear() throws IOException {
        if (Files.deleteIfExists(directory.question())) {
            ring();
        }
    }

    /// Rings. A bell that is still rung serves as well: it is silenced before the question is read.
    private void ring() throws IOException {
        try {
            Files.createFile(directory.questionBell(), AtomicFile.PRIVATE_FILE);
        } catch (FileAlreadyExistsException isRung) {
            return;
        }
    }

    /// Reads the question; empty if there is none.
    Optional<Question> read() {
        try {
            List<String> lines = Files.readAllLines(directory.question());
            return lines.size() < 5
                    ? Optional.empty()
                    : Optional.of(
                            new Question(
                                    Long.parseLong(lines.get(0)),
                                    Words.named(Question.Kind.class, "kind", lines.get(1)),
                                    lines.get(2),
                                    lines.get(3),
                                    lines.get(4).equals(MASKED)));
        } catch (IOException | IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\R|\\p{Cntrl}", "?");
    }
}
