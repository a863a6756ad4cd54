import ExchangeModel
import Glibc
import LineEditing
import Programs
import Shell
import Synchronization

struct MachineTerminal: TerminalAccess {
    let environment: MachineEnvironment
    let isNonInteractive: Bool

    var width: Int? { environment.width }

    func ask(_ question: String, offering names: NameCompleter?) async throws(Problem) -> String {
        try checkInteractive()
        guard let names else { return try answer(await TerminalQuestions().ask(question)) }
        let offer: TerminalQuestions.Offer = { typed in
            let found = await names(typed)
            return Completions(
                replacing: 0..<typed.utf8.count, with: found.names.map { .init($0.name, $0.label) },
                isWhole: found.isWhole)
        }
        return try answer(await TerminalQuestions().ask(question, offering: offer))
    }

    func askSecret(_ question: String) async throws(Problem) -> String {
        try checkInteractive()
        return try answer(await TerminalQuestions().readSecret(prompt: question))
    }

    func edit(_ text: String) -> String? { ExternalEditor(environment).edit(text) }

    func wait(for end: EndSignal) async {
        // A background process that reads from the terminal would be stopped.
        let isInFront = tcgetpgrp(STDIN_FILENO) == getpgrp()
        guard isInFront, !isNonInteractive, TerminalQuestions().isAvailable, let wake = DescriptorPair.pipe() else {
            return await end.wait()
        }
        let watch = Task {
            await end.wait()
            var byte: UInt8 = 0
            _ = write(wake.write, &byte, 1)
        }
        // Enter, Ctrl-C, Ctrl-D and a hang-up all end it.
        _ = await TerminalQuestions().ask("Enter ends it. ", until: wake.read)
        end.signal()
        await watch.value
        wake.close()
    }

    var height: Int? { environment.height }

    var canReadKeys: Bool {
        tcgetpgrp(STDIN_FILENO) == getpgrp() && !isNonInteractive && TerminalQuestions().isAvailable
    }

    func pause(_ name: String, microseconds: Int64, on clock: any Clock, until end: EndSignal) async throws {
        let keys = canReadKeys ? TerminalKeys() : nil
        let ending = Mutex<(isOver: Bool, signal: Int32?)>((false, nil))
        let isListening =
            // A key pressed while a round of `watch` ran still counts.
            keys?.begin(dropping: false) { key in
                switch key {
                case .character("q"), .character("Q"), .character("\u{4}"), .interrupted: end.signal()
                case .ended(let signal):
                    // Also stops reading keys.
                    let isOver = ending.withLock { ending in
                        ending.signal = signal
                        return ending.isOver
                    }
                    if !isOver { end.signal() }
                default: break
                }
            } ?? false
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await end.pause(microseconds: microseconds, on: clock)) } catch {
            outcome = .failure(error)
        }
        ending.withLock { $0.isOver = true }
        if isListening { await keys?.end() }
        if let signal = ending.withLock({ $0.signal }) { TerminalKeys.deliver(signal) }
        try outcome.get()
    }

    private func checkInteractive() throws(Problem) {
        guard isNonInteractive else { return }
        throw Problem(.guardRefused, "--no-input was given, so nothing is asked.")
    }

    private func answer(_ answer: TerminalQuestions.Answer) throws(Problem) -> String {
        switch answer {
        case .text(let text): return text
        case .interrupted: throw Problem(.interrupted, "Interrupted.")
        case .end: throw Problem(.guardRefused, "No answer was given.")
        case .failed, .superseded: throw Problem(.guardRefused, "There is no terminal to ask on.")
        }
    }
}
