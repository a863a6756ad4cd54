import Synchronization

/// Reads lines from a person at a terminal, with libedit: emacs keys (or what an editrc file says), history, completion,
/// texts of several lines, and pastes that are text and run nothing.
///
/// Nothing happens before the first line is asked for. The terminal is raw only while a line is edited; between lines
/// it is as it was found, and Ctrl-C is a signal as ever.
package final class LibeditReader: LineReader {
    /// The terminal and how it is to be treated.
    package struct Setup: Sendable {
        /// The descriptors of the terminal; they stay the caller's.
        package var input: Int32
        /// Where the line is drawn.
        package var output: Int32
        /// Its terminfo name; nil lets libedit ask `$TERM`.
        package var terminal: String?
        /// An editrc(5) file with the person's own keys; none is looked for.
        package var editrc: String?

        /// Standard input and output unless told.
        package init(input: Int32 = 0, output: Int32 = 1, terminal: String? = nil, editrc: String? = nil) {
            self.input = input
            self.output = output
            self.terminal = terminal
            self.editrc = editrc
        }
    }

    private let sitting: Sitting
    private let blocksCaller: Bool
    /// Started by the first line.
    private let thread = Mutex<WorkerThread?>(nil)

    /// A reader that touches nothing before its first line.
    ///
    /// - Parameter blocksCaller: whether lines are read on the thread that asks for them. That is for a caller whose tasks
    ///   all run on one thread of their own; anybody else's thread must not be held up by a person, so a thread is started.
    package init(_ setup: Setup, hooks: LineHooks, blocksCaller: Bool = false) {
        sitting = Sitting(setup, hooks)
        self.blocksCaller = blocksCaller
    }

    /// Edits one line. It waits on a thread of its own.
    package func readLine(prompt: Prompt) async -> LineResult {
        blocksCaller ? sitting.readLine(prompt) : await readLineElsewhere(prompt: prompt)
    }

    /// On the thread of its own. Apart, so that whoever reads on the caller's does not make what only this needs.
    @inline(never) private func readLineElsewhere(prompt: Prompt) async -> LineResult {
        let thread = thread.withLock { started in
            let thread = started ?? WorkerThread()
            started = thread
            return thread
        }
        return await thread.run { [sitting] in sitting.readLine(prompt) }
    }

    /// Lets go of the terminal and of libedit.
    package func close() async {
        if blocksCaller { return sitting.end() }
        let thread = thread.withLock { $0 }
        await thread?.run { [sitting] in sitting.end() }
    }
}

/// The editor, which only the thread of its reader touches, one call after another.
private final class Sitting: @unchecked Sendable {
    private let setup: LibeditReader.Setup
    private let hooks: LineHooks
    private var session: EditSession?
    private var hasEnded = false

    init(_ setup: LibeditReader.Setup, _ hooks: LineHooks) {
        self.setup = setup
        self.hooks = hooks
    }

    func readLine(_ prompt: Prompt) -> LineResult {
        if hasEnded { return .end }
        if session == nil { session = EditSession(setup, hooks) }
        guard let session else { return .failed(.noTerminal) }
        return session.readLine(prompt)
    }

    func end() {
        session = nil
        hasEnded = true
    }
}
