import CLibedit

/// What libedit is given to call: finds the session behind a pointer, and keeps the texts that are handed out.
final class EditCallbacks {
    weak var session: EditSession?
    private var promptScalars: [UInt32] = []
    private var prompt = WideString([])
    private var history = WideString([])
    private var place = 0

    /// Opens an editor that calls this object, which must outlive it.
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
        for (key, command) in EditCommand.owned { _ = cel_bind(editor, key, command, 1) }
        return editor
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> EditCallbacks? {
        context.map { Unmanaged<EditCallbacks>.fromOpaque($0).takeUnretainedValue() }
    }

    /// libedit asks for the prompt each time it draws.
    private func nextPrompt() -> UnsafePointer<UInt32> {
        let scalars = session?.promptText ?? []
        if scalars != promptScalars {
            promptScalars = scalars
            prompt = WideString(scalars)
        }
        return prompt.pointer
    }

    /// Older lines for libedit's own commands, those of its vi mode above all.
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
