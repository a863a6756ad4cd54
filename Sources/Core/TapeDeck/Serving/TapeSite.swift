package import CassetteStore
package import ExchangeModel
import Notation
import Redactors

/// What a server needs to know in advance of a tape's exchanges with one instance, as one client recorded them: how
/// each URL was requested, and which pages there are.
package struct TapeSite: Sendable {
    package struct Page: Sendable, Hashable {
        package var target: String
        package var exchange: Int64
    }

    /// What distinguishes recorded requests for the same URL.
    struct Variant: Sendable, Hashable {
        var accept: String?
        var principal: String?
        /// Whether it was a conditional or range request.
        var isPartial: Bool
        /// Whether it belongs to signing in, which is outside epochs.
        var isSignIn = false
        /// The key of exactly this request, if it has no body; nil if the key must be built from the request.
        var keyHash: Int64? = nil
    }

    package let origin: HTTPURL
    package let user: String?
    /// The client's name in the recording; nil for sessions without one.
    package let client: String?
    /// The pages in the order in which they were first seen, without repeats.
    package private(set) var pages: [Page] = []
    private var variants = VariantTable()
    /// The targets of pages, as digests.
    private var known: Set<UInt64> = []
    /// The epochs opened by a change to this instance, in order.
    private(set) var changes: [Int64] = []
    /// The epoch in which the last consecutive sessions of this user begin.
    private(set) var start: Int64 = 0
    private(set) var principal: String?
    /// The first few different `Accept` values, in the order of the tape.
    private(set) var accepts: [String?] = []
    private(set) var index = ProgramIndex()
    /// The keys of changes that were recorded as reads, by a version that did not know better. They play as recorded.
    private(set) var recordedReads: Set<Int64> = []

    private var lastEpoch: Int64?
    /// What does not count in its requests.
    let ignored: IgnoredParts

    init(_ origin: HTTPURL, user: String?, client: String?, ignoring ignored: IgnoredParts = IgnoredParts()) {
        self.ignored = ignored
        self.origin = origin
        self.user = user
        self.client = client
    }

    /// What a tape contains of the instance of its last session.
    ///
    /// - Returns: nil if no session has an instance.
    package init?(of cassette: Cassette) throws(CassetteError) {
        guard let site = try TapeSites(of: cassette).instances.first?.first else { return nil }
        self = site
    }

    /// Adds an exchange with this instance.
    ///
    /// - Parameter target: the path and query of its URL.
    package mutating func add(_ exchange: ExchangeHead, _ target: UnsafeBufferPointer<UInt8>) {
        var exchange = exchange
        if !ignored.isEmpty, let request = HTTPRequest(exchange) {
            exchange.keyHash = RequestKey(of: ignored.removed(from: RequestParts(of: request))).hash
        }
        let isSafe = Safety.isSafe(exchange, target)
        var opens = false
        if let epoch = exchange.epoch {
            opens = !isSafe && epoch != lastEpoch && epoch != EpochRange(containing: epoch).start
            if !isSafe, !opens { recordedReads.insert(exchange.keyHash) }
            if lastEpoch == nil { start = opens ? max(0, epoch - 1) : epoch }
            lastEpoch = epoch
        }
        let purpose = RequestPurpose(rawValue: String(decoding: exchange.purpose, as: UTF8.self)) ?? .command
        let isCommand = purpose == .command, isSignIn = purpose == .signIn
        if opens, isCommand, let epoch = exchange.epoch { changes.append(epoch) }
        index.add(exchange, changeCount: exchange.epoch == nil ? nil : changes.count)
        // A program or a browser signs in as it did when it was recorded.
        guard isCommand || isSignIn else { return }
        let variant = variants.add(
            exchange, target, isSignIn: isSignIn, hasKey: isSafe && exchange.body == nil && ignored.isEmpty)
        if !isSignIn {
            principal = variant.principal
            if accepts.count < 8, !accepts.contains(variant.accept) { accepts.append(variant.accept) }
        }
        note(exchange, target, isCommand: isCommand)
    }

    /// Call it when all exchanges are added.
    mutating func sort() {
        index.sort()
        variants.sort()
    }

    /// Whether it was used for more than signing in.
    var holdsCommands: Bool { !accepts.isEmpty }

    private mutating func note(_ exchange: ExchangeHead, _ target: UnsafeBufferPointer<UInt8>, isCommand: Bool) {
        // The prompt's own visits of login pages are not pages that a user opened.
        let isOpened = isCommand || exchange.command == nil
        guard isOpened, exchange.status == 200, exchange.method.elementsEqual("GET".utf8),
            let type = exchange.responseValue(of: "content-type"), TapeSite.isHTML(type),
            known.insert(VariantTable.digest("GET", target)).inserted
        else { return }
        pages.append(Page(target: String(decoding: target, as: UTF8.self), exchange: exchange.id))
    }

    private static func isHTML(_ type: UnsafeBufferPointer<UInt8>) -> Bool {
        UnsafeBufferPointer(rebasing: type.prefix(9)).isWord("text/html")
            || UnsafeBufferPointer(rebasing: type.prefix(17)).isWord("application/xhtml")
    }

    /// The variants of a recorded request, the most likely first: unconditional, by the same principal, with the first
    /// of `accepts`. A HEAD that is not on the tape becomes a GET.
    func variants(of request: HTTPRequest, like accepts: [String?]) -> (method: HTTPMethod, variants: [Variant]) {
        let variants = variants(request.method, request.url.target, accepts)
        guard variants.isEmpty, request.method == .head else { return (request.method, variants) }
        return (.get, self.variants(.get, request.url.target, accepts))
    }

    private func variants(_ method: HTTPMethod, _ target: String, _ accepts: [String?]) -> [Variant] {
        var target = target
        let known = target.withUTF8 { variants.variants(method.rawValue, $0) }
        guard known.count > 1 else { return known }
        func rank(_ variant: Variant, _ index: Int) -> (Int, Int, Int, Int) {
            (
                variant.isPartial ? 1 : 0, variant.principal == principal ? 0 : 1,
                accepts.firstIndex { $0 == variant.accept } ?? accepts.count, index
            )
        }
        return known.enumerated().sorted { rank($0.element, $0.offset) < rank($1.element, $1.offset) }.map(\.element)
    }

    /// The key of a GET without a body, if its URL has one variant only and that is unconditional.
    func plainKey(of target: UnsafeBufferPointer<UInt8>) -> Int64? {
        variants.plainKey(HTTPMethod.get.rawValue, target)
    }

    /// The epochs between a number of changes and the next change.
    func epochs(at changeCount: Int) -> ClosedRange<Int64> {
        let first = changeCount == 0 ? start : changes[changeCount - 1]
        return first...max(first, changeCount < changes.count ? changes[changeCount] - 1 : first)
    }

    /// The request as the session would have sent it, without the client's credentials and `Accept`.
    ///
    /// - Parameter isExact: whether it may be a conditional or range request.
    func asked(_ request: HTTPRequest, _ method: HTTPMethod, _ variant: Variant, isExact: Bool = false) -> HTTPRequest {
        var asked = request
        asked.method = method
        asked.url = request.url.moved(to: origin)
        asked.principal = variant.principal
        if variant.isSignIn { asked.purpose = .signIn }
        asked.headers = HeaderFields(
            request.headers.fields.filter { field in
                let name = ASCII.lowercased(field.name)
                if isExact, name == "range" || name.hasPrefix("if-") { return true }
                return ["content-type", "x-no-response-body"].contains(name) || field.overridesRequest
            })
        if let accept = variant.accept { asked.headers.append("Accept", accept) }
        return asked
    }

    /// Whether the instance changed after one epoch and up to another.
    func changes(after epoch: Int64, upTo end: Int64) -> Bool {
        let next = changes.partitioningIndex { $0 > epoch }
        return next < changes.count && changes[next] <= end
    }
}

extension HTTPURL {
    package func moved(to origin: HTTPURL) -> HTTPURL {
        var url = self
        (url.scheme, url.host, url.port) = (origin.scheme, origin.host, origin.port)
        return url
    }
}

/// How each URL of a site was requested. Methods and targets are kept as digests with a seed of this process, because a
/// tape may have millions; variants of different URLs that are equal but for the key are kept once.
struct VariantTable: Sendable {
    private struct Entry: Comparable {
        var digest: UInt64
        var exchange: Int64
        package var key: Int64
        var kind: Int32
        var hasKey: Bool

        static func < (left: Entry, right: Entry) -> Bool {
            left.digest == right.digest ? left.exchange < right.exchange : left.digest < right.digest
        }

        func isSameVariant(as other: Entry) -> Bool {
            kind == other.kind && hasKey == other.hasKey && (!hasKey || key == other.key)
        }
    }

    /// The limit of variants of one URL: an untrusted tape may have very many.
    private static let maxPerURL = 16

    private var entries: [Entry] = []
    private var kinds: [TapeSite.Variant] = []
    private var kindIndices: [TapeSite.Variant: Int32] = [:]
    private var last = 0

    /// The digest of a request line.
    static func digest(_ method: String, _ target: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var method = method
        return method.withUTF8 { digest($0, target) }
    }

    private static func digest(
        _ method: UnsafeBufferPointer<UInt8>, _ target: UnsafeBufferPointer<UInt8>
    ) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(method))
        // No method contains a space.
        hasher.combine(UInt8(ascii: " "))
        hasher.combine(bytes: UnsafeRawBufferPointer(target))
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// Adds a request and returns its variant, without the key.
    package mutating func add(
        _ exchange: ExchangeHead, _ target: UnsafeBufferPointer<UInt8>, isSignIn: Bool, hasKey: Bool
    ) -> TapeSite.Variant {
        let accept = exchange.headers.first { $0.name.isWord("accept") }?.value
        let isPartial = exchange.headers.contains {
            $0.name.isWord("range") || UnsafeBufferPointer(rebasing: $0.name.prefix(3)).isWord("if-")
        }
        let isLast =
            last < kinds.count && kinds[last].isPartial == isPartial && kinds[last].isSignIn == isSignIn
            && Self.isSame(accept, kinds[last].accept) && Self.isSame(exchange.principal, kinds[last].principal)
        if !isLast {
            let variant = TapeSite.Variant(
                accept: accept.map { String(decoding: $0, as: UTF8.self) },
                principal: exchange.principal.map { String(decoding: $0, as: UTF8.self) }, isPartial: isPartial,
                isSignIn: isSignIn)
            if let known = kindIndices[variant] {
                last = Int(known)
            } else {
                last = kinds.count
                kindIndices[variant] = Int32(clamping: last)
                kinds.append(variant)
            }
        }
        entries.append(
            Entry(
                digest: Self.digest(exchange.method, target), exchange: exchange.id, key: exchange.keyHash,
                kind: Int32(clamping: last), hasKey: hasKey))
        return kinds[last]
    }

    private static func isSame(_ bytes: UnsafeBufferPointer<UInt8>?, _ text: String?) -> Bool {
        guard let bytes, let text else { return bytes == nil && text == nil }
        return bytes.elementsEqual(text.utf8)
    }

    /// Call it when all requests are added. Keeps the first of equal variants.
    mutating func sort() {
        entries.sort()
        var kept: [Entry] = []
        kept.reserveCapacity(entries.count)
        // Where the variants of the current URL begin.
        var start = 0
        for entry in entries {
            if kept.last?.digest != entry.digest { start = kept.count }
            if kept.count - start < Self.maxPerURL,
                !(start..<kept.count).contains(where: { kept[$0].isSameVariant(as: entry) })
            {
                kept.append(entry)
            }
        }
        entries = kept
        kindIndices = [:]
    }

    private func entries(_ digest: UInt64) -> ArraySlice<Entry> {
        let start = entries.partitioningIndex { $0.digest >= digest }
        return entries[start...].prefix { $0.digest == digest }
    }

    /// The variants of a request, in order.
    func variants(_ method: String, _ target: UnsafeBufferPointer<UInt8>) -> [TapeSite.Variant] {
        entries(Self.digest(method, target)).map { entry in
            var variant = kinds[Int(entry.kind)]
            variant.keyHash = entry.hasKey ? entry.key : nil
            return variant
        }
    }

    /// The key of a request without a body, if it has one variant only and that is unconditional.
    func plainKey(_ method: String, _ target: UnsafeBufferPointer<UInt8>) -> Int64? {
        let found = entries(Self.digest(method, target))
        guard found.count == 1, let only = found.first, only.hasKey, !kinds[Int(only.kind)].isPartial else {
            return nil
        }
        return only.key
    }
}
