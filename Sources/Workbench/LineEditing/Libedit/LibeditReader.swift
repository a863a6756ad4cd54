import CLibedit
import Synchronization

/// Reads lines from a terminal with libedit: emacs keys (or those of an editrc file), history, completion, texts of
/// several lines, and bracketed pastes.
///
/// Nothing is opened before the first line. The terminal is raw only while a line is edited; between lines its mode is
/// restored, and Ctrl-C is a signal.
package final class LibeditReader: LineReader {
    package struct Setup: Sendable {
        var input: Int32
        var output: Int32
        /// The terminfo name; nil uses `$TERM`.
        var terminal: String?
        var editrc: String?

        package init(input: Int32 = 0, output: Int32 = 1, terminal: String? = nil, editrc: String? = nil) {
            self.input = input
            self.output = output
            self.terminal = terminal
            self.editrc = editrc
        }
    }

    private let editor: Editor
    private let blocksCaller: Bool
    private let thread = Mutex<WorkerThread?>(nil)

    /// Creates a reader, which opens nothing before its first line.
    ///
    /// - Parameter blocksCaller: whether to read on the calling thread, for a caller whose tasks all run on one thread.
    ///   Other threads must not block, so the reader starts its own.
    package init(_ setup: Setup, hooks: LineHooks, blocksCaller: Bool = false) {
        editor = Editor(setup, hooks)
        self.blocksCaller = blocksCaller
    }

    package func readLine(prompt: Prompt) async -> LineResult {
        blocksCaller ? editor.readLine(prompt) : await readLineElsewhere(prompt: prompt)
    }

    /// Reads on the worker thread. A separate function, so that reading on the caller's thread does not create it.
    @inline(never) private func readLineElsewhere(prompt: Prompt) async -> LineResult {
        let thread = thread.withLock { started in
            let thread = started ?? WorkerThread()
            started = thread
            return thread
        }
        return await thread.run { [editor] in editor.readLine(prompt) }
    }

    package func close() async {
        if blocksCaller { return editor.end() }
        let thread = thread.withLock { $0 }
        await thread?.run { [editor] in editor.end() }
    }
}

private final class Editor: @unchecked Sendable {
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

/// libedit's callbacks: they find the session for a pointer, and keep the texts that they return.
final class EditCallbacks {
    weak var session: EditSession?
    private var promptScalars: [UInt32] = []
    private var prompt = WideString([])
    private var history = WideString([])
    private var place = 0

    /// Opens an editor that calls this object, which must outlive the editor.
    func open(_ setup: LibeditReader.Setup) -> OpaquePointer? {
        let callbacks = cel_callbacks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            read_key: { context, key in
                guard let pressed = EditCallbacks.at(context)?.session?.nextKey() else { return 0 }
                key?.pointee = pressed
                return 1
            },
            prompt: { context in EditCallbacks.at(context)?.nextPrompt() },
            command: { context, number in
                guard let command = EditCommand(rawValue: number), let session = EditCallbacks.at(context)?.session
                else { return Int32(CEL_BEEP) }
                return Int32(session.run(command))
            },
            history: { context, which in EditCallbacks.at(context)?.nextHistory(Int(which)) })
        guard let editor = cel_open("snowdeck", setup.terminal, setup.input, setup.output, callbacks) else {
            return nil
        }
        for command in EditCommand.allCases {
            _ = cel_add_command(editor, command.rawValue, command.name, command.help)
        }
        for (key, command) in EditCommand.suggested { _ = cel_bind(editor, key, command, 0) }
        if let editrc = setup.editrc { _ = cel_source(editor, editrc) }
        // `bind -v` removes all bindings.
        if cel_has_vi_keys(editor) != 0 {
            let needed = [EditCommand.complete.name, EditCommand.search.name]
            for (key, name) in EditCommand.suggested where needed.contains(name) { _ = cel_bind(editor, key, name, 0) }
        }
        for (key, command) in EditCommand.owned { _ = cel_bind(editor, key, command, 1) }
        return editor
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> EditCallbacks? {
        context.map { Unmanaged<EditCallbacks>.fromOpaque($0).takeUnretainedValue() }
    }

    private func nextPrompt() -> UnsafePointer<UInt32> {
        let scalars = session?.promptText ?? []
        if scalars != promptScalars {
            promptScalars = scalars
            prompt = WideString(scalars)
        }
        return prompt.pointer
    }

    private func nextHistory(_ which: Int) -> UnsafePointer<UInt32>? {
        guard let session else { return nil }
        let next: Int
        switch which {
        case CEL_HISTORY_NEWEST: next = 0
        case CEL_HISTORY_OLDER: next = place + 1
        case CEL_HISTORY_NEWER: next = place - 1
        default: next = session.history.count() - 1
        }
        guard let line = session.history.entry(next) else { return nil }
        place = next
        history = WideString(WideText.scalars(line))
        return history.pointer
    }
}

/// The custom editing commands. Keys can be bound to their names in an editrc(5) file.
enum EditCommand: Int32, CaseIterable {
    case accept, newline, interrupt, endOrDelete, suspend, complete, older, newer, search, step
    case forward, forwardWord, toEnd, lastWord, edit

    var name: String {
        switch self {
        case .accept: "snowdeck-accept"
        case .newline: "snowdeck-newline"
        case .interrupt: "snowdeck-interrupt"
        case .endOrDelete: "snowdeck-end-or-delete"
        case .suspend: "snowdeck-suspend"
        case .complete: "snowdeck-complete"
        case .older: "snowdeck-older"
        case .newer: "snowdeck-newer"
        case .search: "snowdeck-search"
        case .step: "snowdeck-step"
        case .forward: "snowdeck-forward"
        case .forwardWord: "snowdeck-forward-word"
        case .toEnd: "snowdeck-to-end"
        case .lastWord: "snowdeck-last-word"
        case .edit: "snowdeck-edit"
        }
    }

    var help: String {
        switch self {
        case .accept: "Run the line, or begin a new one while it is unfinished"
        case .newline: "Begin a new line of the same text"
        case .interrupt: "Give up the line"
        case .endOrDelete: "Leave when the line is empty, else delete a character"
        case .suspend: "Stop the program until it is continued"
        case .complete: "Complete the word at the cursor, or open the list of candidates"
        case .older: "Up, or the next older line that begins as this one did"
        case .newer: "Down, or the next newer line"
        case .search: "Search older lines"
        case .step: "Used by the others"
        case .forward: "Move forward, or accept the suggestion at the end of the line"
        case .forwardWord: "Move to the end of the word, or accept a word of the suggestion"
        case .toEnd: "Move to the end of the line and accept the suggestion"
        case .lastWord: "Insert the last word of the previous line, then of older ones"
        case .edit: "Open the line in $VISUAL or $EDITOR"
        }
    }

    /// The key that is simulated to run `step`.
    static let stepKey: UInt32 = 0x1D
    static let newlineKey: UInt32 = 0x0A

    static let suggested: [(key: String, command: String)] = [
        ("^I", complete.name), ("^R", search.name), ("^D", endOrDelete.name), ("^P", older.name), ("^N", newer.name),
        ("\\e[A", older.name), ("\\eOA", older.name), ("\\e[B", newer.name), ("\\eOB", newer.name),
        ("\\e^M", newline.name), ("\\e^J", newline.name),
        ("\\e[H", "ed-move-to-beg"), ("\\eOH", "ed-move-to-beg"), ("\\e[1~", "ed-move-to-beg"),
        ("\\e[F", toEnd.name), ("\\eOF", toEnd.name), ("\\e[4~", toEnd.name), ("^E", toEnd.name),
        ("\\e[C", forward.name), ("\\eOC", forward.name), ("^F", forward.name),
        ("\\e.", lastWord.name), ("\\e_", lastWord.name), ("^X^E", edit.name),
        ("\\e[3~", "ed-delete-next-char"),
        ("\\e[1;5C", forwardWord.name), ("\\e[1;5D", "ed-prev-word"), ("\\ef", forwardWord.name),
        ("\\e[1;3C", forwardWord.name), ("\\e[1;3D", "ed-prev-word"),
        // As in shells; libedit's own commands need a mark, or delete the whole line.
        ("^W", "ed-delete-prev-word"), ("^U", "vi-kill-line-prev"),
        // libedit's command prompt, which is easily opened by accident.
        ("\\ex", "ed-unassigned"), ("\\eX", "ed-unassigned"),
    ]

    /// Bindings that editing depends on, also in vi mode.
    static let owned: [(key: String, command: String)] = [
        ("^M", accept.name), ("^J", "ed-newline"), ("^C", interrupt.name), ("^Z", suspend.name), ("^]", step.name),
    ]
}
