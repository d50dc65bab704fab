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
    /// Accepts the client; the conversation follows.
    ///
    /// @param version the daemon's version
    /// @param build the daemon's build, as in [Release]
    /// @param pid the daemon's process
    record Welcome(String version, String build, long pid) implements Greeting {
        /// Returns the daemon's release.
        public Release release() {
            return new Release(version, build);
        }
    }

    /// Refuses the client; the connection ends.
    ///
    /// @param reason what was wrong and what to do, for a person
    record Refused(String reason) implements Greeting {}
}
