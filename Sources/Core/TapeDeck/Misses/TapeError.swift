import Redactors
package import CassetteStore
package import ExchangeModel

/// Why the tape in the deck cannot do what was requested. Each case has a message, and hints that can be pasted at the
/// prompt.
package enum TapeError: Error, Sendable, CustomStringConvertible {
    case noCassette(path: String)
    case missed(Miss)
    case noInput(MissingInput)
    case cassette(CassetteError)
    /// An outcome or output could not be written, or the tape is gone; recording has ended.
    case loss(TapeLoss)
    case excess(ReplayExcess)
    /// A request or command was rejected because recording has ended.
    case stopped(TapeLoss)
    case interrupted
}

extension TapeError {
    /// From a cassette's error; a missing file has its own case.
    package init(_ error: CassetteError) {
        self = error.kind == .missing ? .noCassette(path: error.path) : .cassette(error)
    }

    package var kind: String {
        switch self {
        case .noCassette: "no-cassette"
        case .missed(let miss):
            switch miss.reason {
            case .notRecorded, .interrupted: "not-recorded"
            case .alreadyChanged, .laterOnly: "other-epoch"
            case .exhausted: "exhausted"
            }
        case .noInput: "no-input"
        case .cassette: "cassette"
        case .loss: "loss"
        case .excess: "excess"
        case .stopped: "stopped"
        case .interrupted: "interrupted"
        }
    }

    package var message: String {
        switch self {
        case .noCassette(let path): "There is no cassette at \(MissText.plain(path))."
        case .missed(let miss): miss.message
        case .noInput(let missing): missing.message
        case .cassette(let error): error.message
        case .loss(let loss):
            (loss.cause.kind == .displaced ? "" : "This command is not recorded in full. ") + loss.cause.message
        case .stopped(let loss): "Nothing more is sent, because recording has stopped. \(loss.cause.message)"
        case .interrupted: "The recording was interrupted here."
        case .excess(let excess): excess.message
        }
    }

    package var hints: [String] {
        switch self {
        case .noCassette: ["tape list"]
        case .missed(let miss): miss.hints
        case .noInput: ["tape list"]
        case .cassette(let error):
            switch error.kind {
            case .locked: []
            case .full: ["tape new NAME"]
            default: [error.rescue.map { "tape open \($0)" } ?? "tape list"]
            }
        case .loss(let loss), .stopped(let loss): [loss.cause.rescue.map { "tape open \($0)" } ?? "tape new NAME"]
        case .interrupted, .excess: []
        }
    }

    package var miss: Miss? { if case .missed(let miss) = self { miss } else { nil } }

    package var failure: TransportFailure { TransportFailure(.tape, message, cause: self) }

    /// Whether recording failed, as opposed to a replay missing something.
    package var isAboutRecording: Bool {
        switch self {
        case .cassette, .loss, .stopped: true
        case .noCassette, .missed, .noInput, .interrupted, .excess: false
        }
    }

    package var description: String { message }
}

/// Why recording ended.
package struct TapeLoss: Sendable, Hashable {
    /// The exchange whose response is not on the tape; nil if there is none.
    package var exchange: Int64?
    package var cause: CassetteError
}

/// Input that a command reads and the tape does not have.
package struct MissingInput: Sendable, Hashable {
    package var kind: InputKind
    package var name: String
}

extension MissingInput {
    package var message: String {
        let name = "`" + MissText.plain(self.name) + "`"
        return switch kind {
        case .file: "The tape holds no content of the file \(name) for this command."
        case .answer, .secret: "The tape holds no answer to \(name) for this command."
        case .variable: "The tape holds no value of the variable \(name) for this command."
        case .place: "The tape has no position in the script \(name) for this command."
        case .visit: "The tape has no such request of a browser for this command (\(name))."
        case .within: "The tape does not have this command as a step of command \(name)."
        case .setting: "The tape holds no value of the setting \(name) for this command."
        }
    }
}
