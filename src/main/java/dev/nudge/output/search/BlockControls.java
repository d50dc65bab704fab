package dev.nudge.output.search;

/// Which control characters are in the lines of a block, other than tabs and the ends of lines. It
/// costs little to find out, and saves looking for them in each line.
enum BlockControls {
    /// None: the lines read as they were written. Nor do any lines end with a return.
    NONE,

    /// Those with which escape sequences begin: nothing takes away what was written.
    ESCAPES,

    /// Perhaps others too.
    ANY
}
