package dev.nudge.web.live;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// A message about a terminal, beside the bytes that are written and typed: of the page, or to it.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = TerminalMessage.Resize.class, name = "resize"),
    @JsonSubTypes.Type(value = TerminalMessage.Redraw.class, name = "redraw"),
    @JsonSubTypes.Type(value = TerminalMessage.Taken.class, name = "taken"),
    @JsonSubTypes.Type(value = TerminalMessage.Attached.class, name = "attached"),
    @JsonSubTypes.Type(value = TerminalMessage.Resized.class, name = "resized"),
    @JsonSubTypes.Type(value = TerminalMessage.Ended.class, name = "ended"),
    @JsonSubTypes.Type(value = TerminalMessage.Broken.class, name = "error")
})
sealed interface TerminalMessage {
    /// The page wants another window size.
    record Resize(int columns, int rows) implements TerminalMessage {}

    /// The page wants the whole screen again.
    record Redraw() implements TerminalMessage {}

    /// The page has shown more bytes.
    ///
    /// @param bytes how many since the last message of this kind
    record Taken(long bytes) implements TerminalMessage {}

    /// The terminal has this size; what draws its screen follows.
    record Attached(int columns, int rows) implements TerminalMessage {}

    /// The terminal has this size from here on: a page or `nudge attach` has changed it, or left.
    record Resized(int columns, int rows) implements TerminalMessage {}

    /// The job has ended.
    record Ended() implements TerminalMessage {}

    /// Something could not be done.
    record Broken(String message) implements TerminalMessage {}
}
