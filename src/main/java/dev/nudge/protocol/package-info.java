/// The daemon's socket protocol: framing, greetings, requests and responses.
@NullMarked
package dev.nudge.protocol;

import org.jspecify.annotations.NullMarked;
