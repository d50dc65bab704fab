/// What is said on the daemon's socket: framing, greetings, requests and responses.
@NullMarked
package dev.nudge.protocol;

import org.jspecify.annotations.NullMarked;
