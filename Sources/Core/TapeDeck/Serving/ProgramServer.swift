package import CassetteStore
package import ExchangeModel
import Glibc
import Notation
import Redactors
import Synchronization

/// Answers programs from a tape strictly: a safe request gets what was recorded between the same changes, an unsafe one
/// must be the next recorded one, and each client begins before the first. Credentials are ignored, and `Accept` is too
/// if a URL was recorded with one value only.
package final class ProgramServer: Sendable {
    package let site: TapeSite
    private let readers: ReaderPool
    private let redaction = Redaction(secrets: SecretBook())
    private let isRejection: @Sendable (HTTPRequest, HTTPResponse) -> Bool
    private let mayReject: @Sendable (HeaderBytes) -> Bool
    private let answer: ServedResponse

    /// - Parameters:
    /// - readers: the same tape, opened once for each concurrent reader; at least one.
    /// - isRejection: whether a response only rejected a request that was then repeated.
    /// - mayReject: whether a response of status 2xx may be a rejection because of a header field. Without such a field
    /// and `Location` it must be none.
    /// - keepsLinks: whether links in bodies keep pointing to the instance.
    package init(
        _ readers: [Cassette], _ site: TapeSite, keepsLinks: Bool = false,
        isRejection: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Bool,
        mayReject: @escaping @Sendable (HeaderBytes) -> Bool = { _ in false }
    ) {
        self.site = site
        self.isRejection = isRejection
        self.mayReject = mayReject
        answer = ServedResponse(origin: site.origin, isForProgram: true, keepsLinks: keepsLinks)
        self.readers = ReaderPool(readers)
    }

    /// Throws if a tape was recorded with other rules, because its keys would not match.
    package static func verify(_ cassette: Cassette) throws(CassetteError) {
        try TapePolicy.verify(cassette.sessions(), of: cassette)
    }

    /// The recorded response, or a 501 that says why there is none.
    package func reply(to request: HTTPRequest, as client: ProgramClient) -> ProgramReply {
        do throws(TapeError) {
            return try played(request, as: client)
        } catch {
            return ProgramReply(response: ProgramMiss(error).response(for: request), miss: error)
        }
    }

    /// The recorded response to a GET without significant header fields, if it is the only one: most requests of most
    /// programs. It is found by the bytes of its URL and passed from the tape's row to `prepare`. Nil if more is needed;
    /// nothing has been played then.
    func plainReply<Response: Sendable>(
        to target: UnsafeBufferPointer<UInt8>, at server: String, as client: ProgramClient,
        prepare: (ResponseBytes) -> Response?
    ) -> PlainReply<Response>? {
        guard let key = site.plainKey(of: target), let (exchange, changeCount) = client.only(key, by: site.index),
            let response = try? readers.next.withResponseBytes(
                exchange,
                { recorded -> Response? in
                    guard 200..<300 ~= recorded.status, !recorded.headers.contains(where: mayReject) else { return nil }
                    return answer.withBytes(of: recorded, at: server, prepare)
                })
        else { return nil }
        client.didReceiveOnly(exchange)
        return PlainReply(response: response, exchange: exchange, changeCount: changeCount)
    }

    private func played(_ request: HTTPRequest, as client: ProgramClient) throws(TapeError) -> ProgramReply {
        let accepts = [request.headers["Accept"], nil]
        let (method, known) = site.variants(of: request, like: accepts)
        var variants = known
        // The recorded request exactly: found without building a key.
        if let key = variants.first?.keyHash, request.body == nil, variants.first?.isPartial == false,
            !request.headers.contains(where: Self.changesKey), let hit = client.read(key, by: site.index)
        {
            return try reply(to: request, hit, as: client, key)
        }
        // An equivalent request is found by its key; anything else is a miss.
        if variants.isEmpty {
            let own = request.headers["Accept"]
            let accepts = site.accepts.contains(own) ? [own] + site.accepts.filter { $0 != own } : site.accepts
            variants = (accepts.isEmpty ? [own] : accepts).map {
                TapeSite.Variant(accept: $0, principal: site.principal, isPartial: false)
            }
        }
        let isConditional = request.headers.contains { Self.isConditional(ASCII.lowercased($0.name)) }
        for isExact in isConditional ? [true, false] : [false] {
            for variant in variants {
                let asked = site.asked(request, method, variant, isExact: isExact)
                let parts = RequestParts(of: redaction.redact(RequestParts.relevant(of: asked)))
                let key = RequestKey(of: site.ignored.removed(from: parts)).hash
                let isSafe = Safety.isSafe(asked) || site.recordedReads.contains(key)
                let hit = isSafe ? client.read(key, by: site.index) : client.change(key, by: site.index)
                if let hit { return try reply(to: request, hit, as: client, key, isSafe: isSafe) }
            }
        }
        // It may be recorded for another `Accept`.
        let asked = variants.map { site.asked(request, method, $0) }
        for asked in asked {
            let reason = explained(asked, as: client, maxCompared: 0)
            switch reason.miss?.reason {
            case .notRecorded, .interrupted: continue
            default: throw reason
            }
        }
        throw explained(asked[0], as: client)
    }

    /// Skips rejections before the response: the session signed in again and repeated the request.
    private func reply(
        to request: HTTPRequest, _ first: ProgramClient.Hit, as client: ProgramClient, _ key: Int64,
        isSafe: Bool = true
    ) throws(TapeError) -> ProgramReply {
        var hit = first
        var asked = request
        asked.url = request.url.moved(to: site.origin)
        for attempt in 0..<5 {
            let outcome: OutcomeRecord?
            do throws(CassetteError) { outcome = try readers.next.answer(hit.exchange) } catch {
                throw TapeError(error)
            }
            switch outcome {
            case .response(let recorded):
                if attempt < 4, isRejection(asked, recorded) {
                    let next = isSafe ? client.read(key, by: site.index) : client.change(key, by: site.index)
                    if let next, next.exchange != hit.exchange {
                        hit = next
                        continue
                    }
                }
                return ProgramReply(
                    response: answer.made(of: recorded, for: request), exchange: hit.exchange,
                    validChangeCount: isSafe ? hit.onlyAtChangeCount : nil)
            case .failure(let failure):
                let message = "This request failed when it was recorded. \(failure.message)"
                return ProgramReply(
                    response: ProgramMiss.errorResponse(502, failure.kind.rawValue, message), exchange: hit.exchange)
            case .interrupted, nil:
                throw TapeError(
                    CassetteError(.corrupt, path: "", "Exchange \(hit.exchange) no longer has an outcome on the tape."))
            }
        }
        preconditionFailure("the last attempt returns")
    }

    private func explained(
        _ request: HTTPRequest, as client: ProgramClient, maxCompared: Int = NearestSearch.maxCompared
    ) -> TapeError {
        let isSafe = Safety.isSafe(request)
        let epochs = site.epochs(at: client.changeCount)
        var placement = EpochCounter.Placement(
            epoch: isSafe ? epochs.lowerBound : epochs.upperBound + 1, isSafe: isSafe, opens: !isSafe)
        // Only a change that was not played is in the way of a read, and nothing is in the way of a change.
        if client.isUnordered { placement.epoch = isSafe ? site.start : EpochRange(containing: site.start).end - 1 }
        var redacted = redaction.redact(RequestParts.relevant(of: request))
        do throws(CassetteError) {
            if let same = try recorded(like: redacted, as: client) { redacted = same }
            let error = try MissExplainer(
                index: TapeIndex(of: readers.next), epoch: epochs.upperBound, last: client.last, placement: placement,
                maxCompared: maxCompared, isUnordered: client.isUnordered
            ).explain(redacted, RequestParts(of: redacted))
            guard var miss = error.miss, case .notRecorded = miss.reason else { return error }
            for place in miss.nearest.indices {
                for other in miss.nearest[place].mismatches.indices {
                    let matcher = miss.nearest[place].mismatches[other].matcher
                    miss.nearest[place].mismatches[other].differences.removeAll {
                        $0.place == "accept" || site.ignored.ignore($0, of: matcher)
                    }
                }
                miss.nearest[place].mismatches.removeAll(where: \.differences.isEmpty)
            }
            return .missed(miss)
        } catch {
            return TapeError(error)
        }
    }

    /// The recorded request that differs only in what does not count; nil if there is none, or everything counts.
    private func recorded(
        like request: HTTPRequest, as client: ProgramClient
    ) throws(CassetteError) -> HTTPRequest? {
        guard !site.ignored.isEmpty else { return nil }
        let found = site.index.exchanges(RequestKey(of: site.ignored.removed(from: RequestParts(of: request))).hash)
        guard let entry = found.first(where: { $0.changeCount > client.changeCount }) ?? found.last else { return nil }
        return try readers.next.exchange(entry.exchange).flatMap { HTTPRequest($0.request) }
    }

    /// Whether a header field may change the key of a request without a body.
    private static func changesKey(_ field: HeaderField) -> Bool {
        let name = ASCII.lowercased(field.name)
        return name == "x-no-response-body" || name == "x-http-method-override"
            || (isConditional(name) && name != "if-none-match" && name != "if-modified-since")
    }

    private static func isConditional(_ name: String) -> Bool { name == "range" || name.hasPrefix("if-") }
}

/// A recorded response that was prepared from its bytes.
package struct PlainReply<Response: Sendable>: Sendable {
    package var response: Response
    package var exchange: Int64
    /// The number of changes at which it is the only response to its request.
    package var changeCount: Int
}

/// The same tape opened several times. A thread always uses the same one, so that threads neither wait for each other
/// nor read pages that another has in memory.
private struct ReaderPool: Sendable {
    private let readers: [Cassette]

    init(_ readers: [Cassette]) { self.readers = readers }

    var next: Cassette { readers[ThreadNumber.current % readers.count] }
}

/// Numbers threads in the order in which they ask.
private enum ThreadNumber {
    private static let count = Atomic<Int>(0)
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var current: Int {
        if let known = pthread_getspecific(key) { return Int(bitPattern: known) }
        // Nil is no number.
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
        return number
    }
}
