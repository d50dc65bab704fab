package dev.nudge.outbox;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.Note.EndNote;
import dev.nudge.delivery.message.Note.FoundNote;
import dev.nudge.delivery.message.Note.QuestionNote;
import dev.nudge.job.Job;
import dev.nudge.job.News;
import dev.nudge.job.nudge.NudgeEvent;
import dev.nudge.job.nudge.NudgeState;
import java.util.List;
import java.util.Optional;

/// The key of a job's note: the job, and the number of the news that it reports.
public record NoteKey(long job, long news) {
    private static final char SEPARATOR = '?';

    /// Returns the key of the end of a job's last run, whether it has come or not.
    public static NoteKey ofEnd(Job job) {
        return new NoteKey(job.number(), job.endNumber());
    }

    static NoteKey of(Note note) {
        return switch (note) {
            case EndNote ended -> new NoteKey(ended.job(), ended.end().news());
            case QuestionNote asked -> new NoteKey(asked.job(), asked.question().id());
            case FoundNote found -> new NoteKey(found.job(), found.lines().number());
        };
    }

    static NoteKey of(Job job, News news) {
        return new NoteKey(job.number(), news.number());
    }

    static List<NoteKey> all(List<Note> notes) {
        return notes.stream().map(NoteKey::of).toList();
    }

    public static NoteKey parse(String text) {
        int separator = text.indexOf(SEPARATOR);
        return separator < 0
                ? new NoteKey(Long.parseLong(text), News.END)
                : new NoteKey(
                        Long.parseLong(text.substring(0, separator)),
                        Long.parseLong(text.substring(separator + 1)));
    }

    public boolean isEnd() {
        return news <= News.END;
    }

    /// Returns the state of reporting it; empty if the job has other news since.
    Optional<NudgeState> nudge(Job state) {
        return state.news(news).map(News::nudge);
    }

    boolean isOpen(Job state) {
        return state.news(news).filter(News::isOpen).isPresent();
    }

    /// Returns the job after an event of this note; the same if it has other news since.
    Job after(Job state, NudgeEvent event) {
        return state.after(news, event);
    }

    /// Returns the form used in records: `17`, `17?1`, `17?-1`.
    @Override
    public String toString() {
        return news == News.END ? Long.toString(job) : job + "" + SEPARATOR + news;
    }
}
