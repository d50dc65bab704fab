package dev.nudge.cli.carrier;

import dev.nudge.console.ExitCodes;
import dev.nudge.protocol.Frame;
import dev.nudge.protocol.Frame.Kind;
import java.util.function.Consumer;
import org.jline.utils.Signals;

/// Ctrl+C, which a carrier catches and passes on if its command says so. It ends the carrier
/// nevertheless if nothing has come from the daemon since the last two: the daemon may be stopped,
/// or the reader of standard output may not read. Between two daemons, the second one ends it.
/// Thread-safe.
final class CarriedInterrupts {
    private static final Frame INTERRUPT = Frame.of(Kind.SIGNAL, "INT");
    private static final int MOST_UNHEARD = 2;

    private final Consumer<Frame> daemon;
    private final boolean isEarly;
    private boolean isRegistered;
    private boolean isCaught;
    private boolean isBetweenDaemons;
    private int presses;

    /// @param isEarly whether Ctrl+C is caught from the beginning: the command starts a job, which
    ///   would otherwise continue with nobody to watch it
    /// @param daemon takes what is passed on
    CarriedInterrupts(boolean isEarly, Consumer<Frame> daemon) {
        this.isEarly = isEarly;
        this.daemon = daemon;
    }

    /// Begins to catch Ctrl+C if that must not wait for the daemon.
    void begin() {
        if (isEarly || HeldInterrupts.areHeld()) {
            register();
        }
    }

    /// Catches it from now on, and passes on what came before.
    void pass() {
        register();
        deliverEarly();
    }

    /// Notes that the daemon has died. The next one gets what comes until it catches Ctrl+C.
    synchronized void lost() {
        isBetweenDaemons = true;
        isCaught = false;
        presses = 0;
    }

    private synchronized void deliverEarly() {
        for (int i = 0; !isCaught && i < presses; i++) {
            daemon.accept(INTERRUPT);
        }
        isCaught = true;
    }

    /// Notes that the daemon has said something.
    synchronized void heard() {
        if (isCaught) {
            presses = 0;
        }
    }

    private synchronized void register() {
        if (!isRegistered) {
            isRegistered = true;
            if (HeldInterrupts.areHeld()) {
                HeldInterrupts.take(this::press, CarriedInterrupts::quit);
            } else {
                Object _ = Signals.register(INTERRUPT.text(), this::press);
            }
        }
    }

    private synchronized void press() {
        presses++;
        if (presses > (isCaught ? MOST_UNHEARD : 1)) {
            say("what became of it: nudge ps --all");
            Runtime.getRuntime().halt(ExitCodes.INTERRUPTED);
        } else if (isCaught) {
            daemon.accept(INTERRUPT);
        } else {
            String when = isBetweenDaemons ? "from the next daemon" : "once it runs";
            say("the job gets SIGINT " + when + "; Ctrl+C again leaves it alone");
        }
    }

    private static void quit() {
        say("left; the job continues, if it has been started: nudge ps");
        Runtime.getRuntime().halt(ExitCodes.LEFT);
    }

    private static void say(String sentence) {
        System.err.println("nudge: " + sentence);
    }
}
