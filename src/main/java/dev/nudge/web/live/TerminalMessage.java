package dev.nudge.web.live;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// A message about a terminal, to the page or from it. What is written and typed comes as bytes.
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
    /// The page asks for another window size.
    record Resize(int columns, int rows) implements TerminalMessage {}

    /// The page asks for the whole screen again.
    record Redraw() implements TerminalMessage {}

    /// The page has shown more bytes.
    ///
    /// @param bytes how many since the last message of this kind
    record Taken(long bytes) implements TerminalMessage {}

    /// The terminal has this size; the bytes that draw its screen follow.
    record Attached(int columns, int rows) implements TerminalMessage {}

    /// The terminal has this size from now on: a page or `nudge attach` has changed it, or left.
    record Resized(int columns, int rows) implements TerminalMessage {}

    /// The job has ended.
    record Ended() implements TerminalMessage {}

    /// Something could not be done.
    record Broken(String message) implements TerminalMessage {}
}
