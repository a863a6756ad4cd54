package import CassetteStore
package import ExchangeModel
package import Notation

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
        case .noCassette(let path): "There is no tape at \(MissText.plain(path))."
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

    package var message: String {
        let name = "`" + MissText.plain(self.name) + "`"
        return switch kind {
        case .file: "The tape has no content of the file \(name) for this command."
        case .answer, .secret: "The tape has no answer to \(name) for this command."
        case .variable: "The tape has no value of the variable \(name) for this command."
        case .place: "The tape has no position in the script \(name) for this command."
        case .visit: "The tape has no such request of a browser for this command (\(name))."
        case .within: "The tape does not have this command as a step of command \(name)."
        case .setting, .edited: "The tape has no value of the setting \(name) for this command."
        }
    }
}

/// A request that the tape cannot answer, with the reason.
package struct Miss: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        case notRecorded
        /// The request is recorded, but recording ended before its outcome.
        case interrupted(exchange: Int64)
        /// It was recorded before a change that has been played since; strict replay does not go back.
        case alreadyChanged(exchange: Int64, epoch: Int64)
        /// An unsafe request that was already played as often as it was recorded.
        case exhausted(exchange: Int64)
        /// It was recorded after a change that has not been played: the exchange and command that must come first.
        case laterOnly(exchange: Int64, epoch: Int64, first: Step)

        var word: String {
            switch self {
            case .notRecorded: "not-recorded"
            case .interrupted: "interrupted"
            case .alreadyChanged: "already-changed"
            case .exhausted: "exhausted"
            case .laterOnly: "later-only"
            }
        }
    }

    package struct Step: Sendable, Hashable {
        package var exchange: Int64
        package var line: String?
        package var method: String
        package var url: String
    }

    /// A recorded exchange, and how the request differs from it.
    package struct Nearest: Sendable, Hashable {
        package var exchange: Int64
        package var line: String?
        package var method: String
        package var url: String
        package var mismatches: [Mismatch]

        package var differences: [Mismatch.Difference] { mismatches.flatMap(\.differences) }
    }

    package var method: String
    package var url: String
    /// The body that was asked with, without secrets.
    package var body: [UInt8] = []
    package var reason: Reason
    package var epoch: Int64
    /// At most three, the most similar first; empty if the tape is empty or has the key.
    package var nearest: [Nearest] = []
    package var compared = 0
    package var isCapped = false
    /// Where the exchanges that it names are on the tape, as in `%:12.3`.
    var places: [Int64: String] = [:]

    /// The same miss with the places of the exchanges that it names.
    func placed(on cassette: Cassette) throws(CassetteError) -> Self {
        var miss = self
        var exchanges = nearest.map(\.exchange)
        switch reason {
        case .notRecorded: break
        case .interrupted(let exchange), .alreadyChanged(let exchange, _), .exhausted(let exchange):
            exchanges.append(exchange)
        case .laterOnly(let exchange, _, let first): exchanges += [exchange, first.exchange]
        }
        for exchange in exchanges { miss.places[exchange] = try cassette.place(of: exchange) }
        return miss
    }

    func place(of exchange: Int64) -> String { "%" + (places[exchange] ?? ".\(exchange)") }

    package var json: JSON {
        var found: Int64?, recorded: Int64?, next: Step?
        switch reason {
        case .notRecorded: break
        case .interrupted(let exchange), .exhausted(let exchange): found = exchange
        case .alreadyChanged(let exchange, let epoch): (found, recorded) = (exchange, epoch)
        case .laterOnly(let exchange, let epoch, let first): (found, recorded, next) = (exchange, epoch, first)
        }
        return .object(present: [
            "method": .string(method), "url": .string(url), "epoch": Self.number(EpochRange.shown(epoch)),
            "reason": .string(reason.word), "exchange": found.map(Self.number),
            "recordedEpoch": recorded.map { Self.number(EpochRange.shown($0)) },
            "first": next.map { first in
                [
                    "exchange": Self.number(first.exchange), "line": first.line.map(JSON.string) ?? .null,
                    "method": .string(first.method), "url": .string(first.url),
                ]
            },
            "compared": Self.number(Int64(compared)), "capped": .bool(isCapped),
            "nearest": .array(nearest.map(\.json)),
        ])
    }

    fileprivate static func number(_ number: Int64) -> JSON { .number(String(number)) }
}

extension Miss.Nearest {
    var json: JSON {
        [
            "exchange": Miss.number(exchange), "line": line.map(JSON.string) ?? .null, "method": .string(method),
            "url": .string(url),
            "differences": .array(
                mismatches.flatMap { mismatch in
                    mismatch.differences.map { difference in
                        [
                            "part": .string(mismatch.matcher), "place": .string(difference.place),
                            "recorded": difference.recorded.map(JSON.string) ?? .null,
                            "asked": difference.asked.map(JSON.string) ?? .null,
                        ]
                    }
                }),
        ]
    }
}

extension TapeError {
    package var details: JSON? {
        switch self {
        case .noCassette(let path): ["path": .string(path)]
        case .missed(let miss): miss.json
        case .noInput(let missing): ["input": .string(missing.kind.rawValue), "name": .string(missing.name)]
        case .cassette(let error): ["trouble": .string(error.kind.rawValue), "path": .string(error.path)]
        case .loss(let loss), .stopped(let loss):
            [
                "exchange": loss.exchange.map(Miss.number) ?? .null,
                "trouble": .string(loss.cause.kind.rawValue),
                "rescue": loss.cause.rescue.map(JSON.string) ?? .null,
            ]
        case .interrupted, .excess: nil
        }
    }
}
