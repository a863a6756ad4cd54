import Redactors
import CassetteStore
import ExchangeModel
package import Notation

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
        package var score: Int
        package var mismatches: [Mismatch]
    }

    package var method: String
    package var url: String
    package var reason: Reason
    package var epoch: Int64
    /// At most three, the most similar first; empty if the tape is empty or has the key.
    package var nearest: [Nearest] = []
    package var compared = 0
    package var isCapped = false
}

extension Miss {
    package var json: JSON {
        var members: [JSON.Member] = [
            .init("method", .string(method)), .init("url", .string(url)),
            .init("epoch", Self.number(EpochRange.shown(epoch))),
        ]
        members.append(.init("reason", .string(reason.word)))
        switch reason {
        case .notRecorded: break
        case .interrupted(let exchange), .exhausted(let exchange):
            members.append(.init("exchange", Self.number(exchange)))
        case .alreadyChanged(let exchange, let epoch):
            members += [
                .init("exchange", Self.number(exchange)), .init("recordedEpoch", Self.number(EpochRange.shown(epoch))),
            ]
        case .laterOnly(let exchange, let epoch, let first):
            members += [
                .init("exchange", Self.number(exchange)), .init("recordedEpoch", Self.number(EpochRange.shown(epoch))),
                .init(
                    "first",
                    [
                        "exchange": Self.number(first.exchange), "line": first.line.map(JSON.string) ?? .null,
                        "method": .string(first.method), "url": .string(first.url),
                    ]),
            ]
        }
        members += [
            .init("compared", Self.number(Int64(compared))), .init("capped", .bool(isCapped)),
            .init("nearest", .array(nearest.map(\.json))),
        ]
        return .object(members)
    }

    fileprivate static func number(_ number: Int64) -> JSON { .number(String(number)) }
}

extension Miss.Nearest {
    var json: JSON {
        [
            "exchange": Miss.number(exchange), "line": line.map(JSON.string) ?? .null, "method": .string(method),
            "url": .string(url), "score": Miss.number(Int64(score)),
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
