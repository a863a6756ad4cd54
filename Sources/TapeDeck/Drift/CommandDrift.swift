package import CassetteStore
import ExchangeModel

/// The differences between two runs of one command at the same instance.
///
/// Exchanges are paired in order by method and path. Identifiers are those of the same records, so another one is a
/// change; times are not compared. Sign-in, schema and completion are left out.
package struct CommandDrift: Sendable {
    package struct Exchange: Sendable {
        /// Its number on the older tape; nil if it was not sent before.
        package let old: Int64?
        /// Its number on the newer tape; nil if it is no longer sent.
        package let new: Int64?
        package let method: String
        package let path: String
        package fileprivate(set) var findings: [DriftFinding] = []
        package fileprivate(set) var unlisted = 0
    }

    /// Both exit statuses; nil if they are equal.
    package let exitStatuses: (old: Int?, new: Int?)?
    /// The exchanges that differ.
    package private(set) var exchanges: [Exchange] = []
    /// How many exchanges were compared.
    package private(set) var compared = 0
    /// How many values are times that changed.
    package private(set) var moved = 0

    package var isSame: Bool { exitStatuses == nil && exchanges.isEmpty }

    package init(
        from old: Int64, of before: Cassette, to new: Int64, of after: Cassette
    ) throws(CassetteError) {
        let statuses = (old: try before.command(old)?.exitStatus, new: try after.command(new)?.exitStatus)
        exitStatuses = statuses.old == statuses.new ? nil : statuses
        let sent = try Self.sent(by: old, of: before)
        var waiting: [String: [Sent]] = [:]
        for exchange in try Self.sent(by: new, of: after).reversed() {
            waiting[exchange.method + " " + exchange.path, default: []].append(exchange)
        }
        for exchange in sent {
            try compare(exchange, waiting[exchange.method + " " + exchange.path]?.popLast(), before, after)
        }
        for exchange in waiting.values.joined().sorted(by: { $0.id < $1.id }) {
            exchanges.append(Exchange(old: nil, new: exchange.id, method: exchange.method, path: exchange.path))
        }
    }

    private struct Sent {
        let id: Int64
        let method: String
        let path: String
    }

    private mutating func compare(
        _ old: Sent, _ new: Sent?, _ before: Cassette, _ after: Cassette
    ) throws(CassetteError) {
        var exchange = Exchange(old: old.id, new: new?.id, method: old.method, path: old.path)
        guard let new, let left = try before.answer(old.id), let right = try after.answer(new.id) else {
            exchanges.append(exchange)
            return
        }
        compared += 1
        let drift = ResponseDrift(left, right, IdentifierMap())
        moved += drift.moved
        guard !drift.findings.isEmpty else { return }
        (exchange.findings, exchange.unlisted) = (drift.findings, drift.unlisted)
        exchanges.append(exchange)
    }

    /// The requests of a command itself, in order.
    private static func sent(by command: Int64, of cassette: Cassette) throws(CassetteError) -> [Sent] {
        var sent: [Sent] = []
        for number in try cassette.exchangeNumbers(of: command) {
            // A batch of one: the request without the response's body.
            guard let request = try cassette.requests(after: number - 1, limit: 1).first?.request,
                request.purpose == RequestPurpose.command.rawValue
            else { continue }
            sent.append(Sent(id: number, method: request.method, path: HTTPURL(request.url)?.path ?? request.url))
        }
        return sent
    }
}
