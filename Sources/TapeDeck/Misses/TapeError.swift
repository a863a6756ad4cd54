package import CassetteStore
package import ExchangeModel

/// Why the tape in the deck cannot do what is asked. Each case is a different error for a different remedy; each has a
/// sentence, and hints that can be pasted at the prompt.
package enum TapeError: Error, Sendable, CustomStringConvertible {
    /// There is no such cassette.
    case noCassette(path: String)
    /// Nothing on the tape answers this request.
    case notRecorded(Miss)
    /// The tape answers it, but in another epoch: after a change that has not been played, or only before one that has.
    case otherEpoch(Miss)
    /// The tape answered it as often as it was recorded, and it changes something, so it is not answered twice.
    case exhausted(Miss)
    /// What the command wants to read from outside is not on the tape.
    case noInput(MissingInput)
    /// The cassette itself is in trouble.
    case cassette(CassetteError)
    /// An answer came that the tape could not take; nothing more is recorded.
    case loss(TapeLoss)
    /// Replaying the tape's own commands took too much.
    case excess(ReplayExcess)
}

extension TapeError {
    /// From a cassette's error; a missing file is a case of its own.
    package init(_ error: CassetteError) {
        self = error.kind == .missing ? .noCassette(path: error.path) : .cassette(error)
    }

    /// A word for each case, for JSON and tests.
    package var kind: String {
        switch self {
        case .noCassette: "no-cassette"
        case .notRecorded: "not-recorded"
        case .otherEpoch: "other-epoch"
        case .exhausted: "exhausted"
        case .noInput: "no-input"
        case .cassette: "cassette"
        case .loss: "loss"
        case .excess: "excess"
        }
    }

    /// One sentence that names the thing.
    package var message: String {
        switch self {
        case .noCassette(let path): "There is no cassette at \(MissText.plain(path))."
        case .notRecorded(let miss), .otherEpoch(let miss), .exhausted(let miss): miss.message
        case .noInput(let missing): missing.message
        case .cassette(let error): error.message
        case .loss(let loss):
            "The tape could not take the answer of exchange \(loss.exchange), so nothing more is recorded: "
                + loss.trouble.message
        case .excess(let excess): excess.message
        }
    }

    /// Lines that can be pasted at the prompt, the most likely remedy first.
    package var hints: [String] {
        switch self {
        case .noCassette: ["tape list"]
        case .notRecorded(let miss), .otherEpoch(let miss), .exhausted(let miss): miss.hints
        case .noInput: ["tape list"]
        case .cassette(let error): error.kind == .locked ? [] : ["tape list"]
        case .loss: ["tape status"]
        case .excess: []
        }
    }

    /// The miss behind it, when it is one.
    package var miss: Miss? {
        switch self {
        case .notRecorded(let miss), .otherEpoch(let miss), .exhausted(let miss): miss
        default: nil
        }
    }

    /// As callers of a transport see it.
    package var failure: TransportFailure { TransportFailure(.tape, message, cause: self) }

    /// The sentence.
    package var description: String { message }
}
