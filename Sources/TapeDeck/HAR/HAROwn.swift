import CassetteStore
import ExchangeModel
import Notation

/// What a HAR has no place for and a tape needs: Snowdeck's own members, `_snowdeck` of the log and of each entry, which
/// other programs ignore. With them the way back is without loss.
enum HAROwn {
    static let name = "_snowdeck"
    /// Of the members' form. Files of another are read as those of any other program.
    static let form = 1

    /// Of an entry.
    struct Exchange: Sendable {
        var session: Int64
        var sequence: Int64
        var epoch: Int64?
        var command: Int64?
        var purpose: RequestPurpose
        var principal: String?
        var contentCoding: String?
        var timings: Timings
        /// Why there is no answer; nil where there is one.
        var outcome: OutcomeRecord?

        /// Reads them; nil when they are not as they are written here.
        init?(_ node: JSONNode) {
            guard let session = HAROwn.number(node["session"]), let sequence = HAROwn.number(node["sequence"]),
                let purpose = node["purpose"]?.string.flatMap(RequestPurpose.init), sequence > 0
            else { return nil }
            (self.session, self.sequence, self.purpose) = (session, sequence, purpose)
            (epoch, command) = (HAROwn.number(node["epoch"]), HAROwn.number(node["command"]))
            (principal, contentCoding) = (node["principal"]?.string, node["coding"]?.string)
            let stages = node["timings"]?.elements.compactMap { HAROwn.number($0) } ?? []
            timings =
                stages.count == 5
                ? Timings(
                    resolved: stages[0], connected: stages[1], secured: stages[2], firstByte: stages[3],
                    total: stages[4])
                : Timings()
            if let failure = node["failure"] {
                guard let kind = failure["kind"]?.string.flatMap(TransportFailure.Kind.init),
                    let message = failure["message"]?.string
                else { return nil }
                outcome = .failure(TransportFailure(recorded: kind, message))
            } else if node["interrupted"]?.bool == true {
                outcome = .interrupted
            }
        }

        /// The members of an exchange.
        static func json(of exchange: ExchangeRecord) -> JSON {
            let request = exchange.request
            var members = [HAROwn.member("session", request.session), HAROwn.member("sequence", exchange.id)]
            if let epoch = request.epoch { members.append(HAROwn.member("epoch", epoch)) }
            if let command = request.command { members.append(HAROwn.member("command", command)) }
            members.append(JSON.Member("purpose", .string(request.purpose)))
            if let principal = request.principal { members.append(JSON.Member("principal", .string(principal))) }
            switch exchange.outcome {
            case .interrupted: members.append(JSON.Member("interrupted", true))
            case .failure(let failure):
                members.append(
                    JSON.Member(
                        "failure", ["kind": .string(failure.kind.rawValue), "message": .string(failure.message)]))
            case .response(let response):
                if let coding = response.facts.contentCoding { members.append(JSON.Member("coding", .string(coding))) }
                let times = response.facts.timings
                let stages = [times.resolved, times.connected, times.secured, times.firstByte, times.total]
                members.append(JSON.Member("timings", .array(stages.map { .number(String($0)) })))
            }
            return .object(members)
        }
    }

    /// A number that a tape may hold; nil for anything else.
    static func number(_ node: JSONNode?) -> Int64? {
        node?.number.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    static func member(_ name: String, _ number: Int64) -> JSON.Member { JSON.Member(name, .number(String(number))) }

    /// Bytes as text where they are text, else in base64.
    static func json(of bytes: [UInt8]) -> JSON {
        String(validating: bytes, as: UTF8.self).map { .string($0) } ?? ["base64": .string(Base64.encode(bytes))]
    }

    static func bytes(_ node: JSONNode?) -> [UInt8]? {
        if let text = node?.string { return Array(text.utf8) }
        return node?["base64"]?.string.flatMap { Base64.decode($0.utf8) }
    }
}
