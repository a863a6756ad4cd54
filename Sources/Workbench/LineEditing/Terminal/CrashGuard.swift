import CLibedit
import Glibc

/// Restores the terminal when a crash, or a signal such as SIGQUIT, ends the program; and reports the crash.
package enum CrashGuard {
    /// To be called before anything changes the terminal's mode.
    package static func begin() {
        cel_guard_crashes((0...2).first { isatty($0) == 1 } ?? -1)
    }

    /// Restores the terminal, for an end in the middle of something. A pager that runs may have changed it.
    package static func restoreTerminal() { cel_restore_terminal() }
}
