package dev.nudge.terminal.emulator;

import java.util.Arrays;

/// A control sequence: `CSI`, a prefix, parameters with sub-parameters, an intermediate, a final.
/// One object is reused for all sequences.
final class ControlSequence {
    private static final int MAX_PARAMETERS = 32;
    private static final int MAX_VALUE = 65_535;

    private final int[] values = new int[MAX_PARAMETERS];
    private int subParameters;
    private int count;

    /// 0 if there is none.
    int intermediate;

    /// The character that comes before all parameters; 0 if there is none.
    int prefix;

    int last;

    void start() {
        count = 0;
        subParameters = 0;
        prefix = 0;
        intermediate = 0;
        Arrays.fill(values, 0);
    }

    void intermediate(int c) {
        // No known sequence has two: 1 matches none of the characters looked for.
        intermediate = intermediate == 0 ? c : 1;
    }

    void digit(int digit) {
        int i = begun();
        if (i < MAX_PARAMETERS) {
            values[i] = Math.min(MAX_VALUE, values[i] * 10 + digit);
        }
    }

    /// Begins the next parameter, or the next sub-parameter of this one.
    void separator(boolean isColon) {
        int next = begun() + 1;
        if (next < MAX_PARAMETERS && isColon) {
            subParameters |= 1 << next;
        }
        count = Math.min(MAX_PARAMETERS + 1, next + 1);
    }

    private int begun() {
        count = Math.max(1, count);
        return count - 1;
    }

    /// Returns the number of parameters and sub-parameters, at most 32.
    int count() {
        return Math.min(count, MAX_PARAMETERS);
    }

    boolean isSub(int index) {
        return index < MAX_PARAMETERS && (subParameters & (1 << index)) != 0;
    }

    /// Returns the value at this place; 0 if it is empty or missing.
    int value(int index) {
        return index < MAX_PARAMETERS ? values[index] : 0;
    }

    /// Returns the value at this place, where 0, empty and missing mean 1, as in most movements.
    int amount(int index) {
        return Math.max(1, value(index));
    }
}
