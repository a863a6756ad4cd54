package import CassetteStore
package import ExchangeModel
import Redactors

/// The reads of a tape that can be sent again: REST requests, GraphQL queries and batches that only read, each once.
///
/// A tape is untrusted. Only a path, a query and a body are taken from it, and the headers that choose a
/// representation; pages are left out, because a GET may change something there.
package struct TapeReads: Sendable {
    package struct Read: Sendable {
        /// The number of its last exchange on the tape.
        package var exchange: Int64
        /// The command that sent it; nil if a program did.
        package var command: Int64?
        /// The address of the instance that answered.
        package var recordedAt: String
        package var request: HTTPRequest
    }

    /// Why a request is not sent.
    package enum Omission: String, Sendable, Hashable, CaseIterable {
        case change = "would change records"
        case otherUser = "read as another user"
        case page = "a page"
        case secret = "a secret is not on the tape"
        case otherHost = "another host"
        case unanswered = "no answer was recorded"
    }

    package private(set) var reads: [Read] = []
    package private(set) var omissions: [Omission: Int] = [:]

    private static let headers = ["Accept", "Accept-Language", "Content-Type"]

    /// - Parameter origin: the address of the instance that the requests are for.
    package init(of cassette: Cassette, at origin: HTTPURL) throws(CassetteError) {
        let instances = Dictionary(try cassette.sessions().map { ($0.id, $0.instance) }) { first, _ in first }
        var places: [String: Int] = [:], acting: Set<Int64> = []
        try cassette.forEachRequest { (exchange) throws(CassetteError) in
            let record = exchange.request
            let purpose = RequestPurpose(rawValue: record.purpose) ?? .command
            // A command that compares answers records its own requests outside of commands.
            if purpose == .signIn, let command = record.command, record.url.contains("/api/now/ui/impersonate/") {
                acting.insert(command)
            }
            guard purpose != .signIn, purpose != .completion, purpose != .schema || record.command != nil
            else { return }
            guard let url = HTTPURL(record.url), let instance = instances[record.session],
                [HTTPURL(instance)?.origin, origin.origin].contains(url.origin)
            else {
                omissions[.otherHost, default: 0] += 1
                return
            }
            guard record.command.map(acting.contains) != true else {
                omissions[.otherUser, default: 0] += 1
                return
            }
            let request = Self.request(record, url, origin)
            if let omission = Self.omission(of: request, recorded: record, exchange.outcome) {
                omissions[omission, default: 0] += 1
                return
            }
            let read = Read(exchange: exchange.id, command: record.command, recordedAt: url.origin, request: request)
            // The last answer counts: it is what the tape knew in the end.
            if let place = places[record.key] {
                reads[place] = read
            } else {
                places[record.key] = reads.count
                reads.append(read)
            }
        }
        // After `connect` in a session, what went to this instance is compared with it, and nothing else.
        let own = reads.filter { $0.recordedAt == origin.origin }
        guard !own.isEmpty, own.count < reads.count else { return }
        omissions[.otherHost, default: 0] += reads.count - own.count
        reads = own
    }

    private static func request(_ record: RequestRecord, _ recorded: HTTPURL, _ origin: HTTPURL) -> HTTPRequest {
        var url = origin
        url.path = recorded.path
        url.query = recorded.query
        var fields = HeaderFields()
        for field in record.headers where headers.contains(where: { HeaderFields.same($0, field.name) }) {
            fields.append(field.name, field.value)
        }
        var request = HTTPRequest(
            HTTPMethod(rawValue: record.method), url, headers: fields, body: record.body, purpose: .schema)
        // Each redirect is an exchange of its own.
        request.followsRedirects = false
        return request
    }

    private static func omission(
        of request: HTTPRequest, recorded: RequestRecord, _ outcome: OutcomeRecord
    ) -> Omission? {
        // Headers that are not sent again may have made it a change.
        guard Safety.isSafe(request), HTTPRequest(recorded).map(Safety.isSafe) ?? false else { return .change }
        let path = request.url.path
        // A server resolves `..`, so a path that contains it may lead to a page.
        let steps = PercentCoding.decode(path).split(separator: "/")
        guard path.utf8.starts(with: "/api/".utf8), !steps.contains("..") else { return .page }
        if Placeholder.occurs(in: request.url.target)
            || Placeholder.occurs(in: String(decoding: request.body ?? [], as: UTF8.self))
        {
            return .secret
        }
        if case .response = outcome { return nil }
        return .unanswered
    }
}
