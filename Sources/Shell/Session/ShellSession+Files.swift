import ExchangeModel
import TapeDeck

extension ShellSession {
    /// A file the user named. Lines of a tape get what the tape holds of it; a line that the user types while a tape plays
    /// gets the file as it is now, or what the tape holds where there is none.
    ///
    /// - Parameters:
    ///   - isRegular: refuses a named pipe, a device and a folder.
    ///   - meeting: is given the content before it comes onto the tape.
    func readFile(
        _ path: String, isRegular: Bool = false, _ meeting: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) async throws -> [UInt8] {
        try workbench.admit(path)
        let read: @Sendable () throws(Problem) -> [UInt8] = { [workbench] () throws(Problem) in
            let bytes = isRegular ? try workbench.readRegularFile(path) : try workbench.readFile(path)
            meeting(bytes)
            return bytes
        }
        let deck = try openDeck()
        if case .playing(let playing, _) = slot, !playing.playsItself, options.step?.isTaped != true {
            return try await typedFile(path, on: deck, read)
        }
        do {
            return try await deck.input(.file, path) {
                do throws(Problem) { return try read() } catch { throw InputFailure(.file, path, error.message) }
            }
        } catch let failure as InputFailure {
            let isOutside = options.step != nil && failure.message == RecipeFolder.refusal(of: path)
            throw Problem(isOutside ? .guardRefused : .usage, failure.message)
        }
    }

    private func typedFile(
        _ path: String, on deck: any Deck, _ read: () throws(Problem) -> [UInt8]
    ) async throws -> [UInt8] {
        let recorded = try? await deck.input(.file, path) { [] }
        do throws(Problem) {
            let own = try read()
            // Where a secret stood the tape has something else.
            if let recorded, recorded != own, recorded.firstRange(of: Placeholder.mark.utf8) == nil {
                remarks.append("\(path) is not as it was recorded; what it holds now is used.")
            }
            return own
        } catch {
            guard let recorded else { throw error }
            remarks.append("\(error.message) What the tape holds of it is used.")
            usesTapedFiles = true
            return recorded
        }
    }

    /// Writes a file that a command makes beside its output.
    ///
    /// What came of it is an input of the command: a replay writes nothing, and goes on as the recording did. A tape that
    /// is trusted writes it anew.
    func writeFile(_ path: String, _ bytes: [UInt8], replacing: Bool) async throws {
        try workbench.admit(path)
        let deck = try openDeck()
        do {
            _ = try await deck.input(.file, path) { [workbench] in
                do throws(Problem) {
                    try workbench.makeFile(path, bytes, replacing: replacing)
                } catch {
                    throw InputFailure(.file, path, error.message)
                }
                return []
            }
        } catch let failure as InputFailure {
            throw Problem(.usage, failure.message)
        }
        if slot.isPlaying, slot.runsDestinations(trusting: options.trust) {
            try workbench.makeFile(path, bytes, replacing: replacing)
        }
    }
}

extension Problem {
    /// A file is not replaced unless that is asked for.
    package static func fileStands(_ path: String) -> Problem {
        Problem(.usage, "\(path) stands there already, and is not replaced.")
    }
}
