package dev.nudge.output.search.regex;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/// Says whether a regular expression is found in a line, with one look into a table for each byte:
/// a deterministic automaton, whose states are made when they are first needed (Cox, "Regular
/// Expression Matching in the Wild", 2010). For one thread.
public final class LineAutomaton {
    /// Some expressions have very many states. Half a megabyte is enough for others.
    private static final int MOST_STATES = 512;

    private static final int BYTES = 256;
    private static final int START = 1;

    /// What a table says instead of a state; not known yet is 0.
    private static final int FOUND = -1;

    private static final int DEAD = -2;
    private static final int FULL = -3;

    private final ByteProgram program;
    private final Map<BitSet, Integer> states = new HashMap<>();
    private final List<BitSet> nodes = new ArrayList<>();
    private final BitSet endings = new BitSet();
    private int[] table = new int[BYTES * 8];
    private final int start;
    private boolean isFull;

    /// Whether an expression is found in a line.
    public enum Answer {
        YES,
        NO,

        /// The line is not UTF-8, or the expression has too many states.
        UNKNOWN
    }

    private LineAutomaton(ByteProgram program) {
        this.program = program;
        BitSet none = new BitSet();
        nodes.add(none); // no state has the number 0
        BitSet first = reached(List.of(program.start()), true, false);
        start = first.get(ByteProgram.MATCH) ? FOUND : START;
        nodes.add(first);
        endings.set(START, reached(List.of(program.start()), true, true).get(ByteProgram.MATCH));
    }

    /// Returns the automaton of an expression; empty if it has parts that this does not know, such
    /// as a place between words, or is large. Takes at most some milliseconds.
    public static Optional<LineAutomaton> of(Regex regex) {
        try {
            return Optional.of(new LineAutomaton(ByteProgram.of(regex)));
        } catch (NoSuchElementException _) {
            return Optional.empty();
        }
    }

    /// Returns what to begin a line with.
    public int start() {
        return start;
    }

    /// Reads bytes of a line.
    ///
    /// @param state what was returned for the bytes before them
    /// @return a state; negative if the answer no longer changes
    public int read(int state, byte[] line, int from, int to) {
        if (state < 0) {
            return state;
        }
        int[] known = table;
        int at = state;
        for (int i = from; i < to; i++) {
            int next = known[at << 8 | (line[i] & 0xff)];
            if (next <= 0) {
                next = next == 0 ? made(at, line[i] & 0xff) : next;
                if (next < 0) {
                    return next;
                }
                known = table;
            }
            at = next;
        }
        return at;
    }

    /// Returns what is known at the end of a line.
    ///
    /// @param state what was returned for its last bytes
    public Answer answer(int state) {
        return switch (state) {
            case FOUND -> Answer.YES;
            case DEAD, FULL -> Answer.UNKNOWN;
            default -> {
                if (!isWhole(state)) {
                    yield Answer.UNKNOWN;
                }
                yield endings.get(state) ? Answer.YES : Answer.NO;
            }
        };
    }

    /// Returns whether the expression is found, whatever follows.
    ///
    /// @param state what was returned for the bytes so far
    public boolean isFound(int state) {
        return state == FOUND;
    }

    /// Returns whether the bytes so far do not end inside a character.
    ///
    /// @param state what was returned for them
    public boolean isWhole(int state) {
        return state < 0 || nodes.get(state).get(program.start());
    }

    /// Makes the state to which a byte leads.
    private int made(int from, int b) {
        if (isFull) {
            return FULL;
        }
        List<Integer> next = new ArrayList<>();
        for (int node : nodes.get(from).stream().toArray()) {
            if (program.node(node) instanceof ByteProgram.Node.OneByte(BitSet bytes, int behind)
                    && bytes.get(b)) {
                next.add(behind);
            }
        }
        int state = next.isEmpty() ? DEAD : state(next);
        isFull = state == FULL;
        if (!isFull) {
            table[from << 8 | b] = state;
        }
        return state;
    }

    private int state(List<Integer> behind) {
        BitSet reached = reached(behind, false, false);
        if (reached.get(ByteProgram.MATCH)) {
            return FOUND;
        }
        Integer known = states.get(reached);
        if (known != null) {
            return known;
        }
        int state = nodes.size();
        if (state == MOST_STATES) {
            return FULL;
        }
        states.put(reached, state);
        nodes.add(reached);
        endings.set(state, reached(behind, false, true).get(ByteProgram.MATCH));
        if (nodes.size() * BYTES > table.length) {
            table = Arrays.copyOf(table, 2 * table.length);
        }
        return state;
    }

    /// Returns these nodes, and those to which they lead without a byte.
    private BitSet reached(List<Integer> from, boolean isAtStart, boolean isAtEnd) {
        BitSet reached = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(from);
        while (!open.isEmpty()) {
            int node = open.pop();
            if (reached.get(node)) {
                continue;
            }
            reached.set(node);
            switch (program.node(node)) {
                case ByteProgram.Node.Free(List<Integer> next) -> next.forEach(open::push);
                case ByteProgram.Node.At(Regex.Place place, int next) -> {
                    if (place == Regex.Place.START ? isAtStart : isAtEnd) {
                        open.push(next);
                    }
                }
                case ByteProgram.Node.OneByte _, ByteProgram.Node.Match _ -> {
                    // They need a byte, or nothing.
                }
            }
        }
        return reached;
    }
}
