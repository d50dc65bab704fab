package dev.nudge.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// The daemon's answer to [Hello].
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Greeting.Welcome.class, name = "welcome"),
    @JsonSubTypes.Type(value = Greeting.Refused.class, name = "refused")
})
public sealed interface Greeting {
    /// Go on.
    ///
    /// @param version the daemon's version
    /// @param pid the daemon's process
    record Welcome(String version, long pid) implements Greeting {}

    /// The connection ends here.
    ///
    /// @param reason what was wrong and what to do, for a person
    record Refused(String reason) implements Greeting {}
}
