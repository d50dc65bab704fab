package dev.nudge.terminal.emulator;

import java.util.BitSet;

/// The columns at which a tab stops: initially every eighth.
final class TabStops {
    private static final int DISTANCE = 8;

    private final BitSet stops = new BitSet();
    private int columns;

    TabStops(int columns) {
        reset(columns);
    }

    void reset(int newColumns) {
        stops.clear();
        columns = 0;
        resize(newColumns);
    }

    /// Changes the number of columns. The stops stay; new columns have the usual ones.
    void resize(int newColumns) {
        for (int i = Math.ceilDiv(columns, DISTANCE) * DISTANCE; i < newColumns; i += DISTANCE) {
            stops.set(i);
        }
        stops.clear(newColumns, Math.max(newColumns, columns));
        columns = newColumns;
    }

    void set(int column) {
        stops.set(column);
    }

    void clear(int column) {
        stops.clear(column);
    }

    void clear() {
        stops.clear();
    }

    /// Returns the next stop to the right, at most the last column.
    int after(int column) {
        int next = stops.nextSetBit(column + 1);
        return next < 0 ? columns - 1 : Math.min(next, columns - 1);
    }

    /// Returns the next stop to the left, at least column 0.
    int before(int column) {
        return column == 0 ? 0 : Math.max(0, stops.previousSetBit(column - 1));
    }
}
