import ExchangeModel
import Notation
import NowSDK

/// A preload in progress. Requests run in parallel; decisions are made between rounds, in order.
struct PreloadRun {
    let client: PageClient
    let assets: AssetClient
    let limits: PreloadLimits
    let progress: @Sendable (Preloader.Progress) -> Void
    let keep: @Sendable (HTTPURL, WebPage) -> Void

    private var pages: [PreloadedPage] = []
    private var found: [PreloadReport.Asset] = []
    /// The indexes of the assets that each asset refers to, parallel to `found`.
    private var following: [[Int]] = []
    private var places: [AddressKey: Int] = [:]
    private var elsewhere: [String: Set<AddressKey>] = [:]
    private var conditional = 0
    private var fetched = 0
    private var leftOut: Set<AddressKey> = []
    private var done = 0
    private var total = 0

    /// The number of requests per round. Cache and limits are checked between rounds only, so results do not depend on
    /// the order of responses.
    private static let round = 32

    init(
        client: PageClient, assets: AssetClient, limits: PreloadLimits,
        progress: @escaping @Sendable (Preloader.Progress) -> Void, keep: @escaping @Sendable (HTTPURL, WebPage) -> Void
    ) {
        self.client = client
        self.assets = assets
        self.limits = limits
        self.progress = progress
        self.keep = keep
    }

    /// Fetches the pages and finds their assets. The first page is fetched alone, because it may have to sign in.
    mutating func fetchPages(_ addresses: [HTTPURL]) async throws(PageError) {
        var seen: Set<AddressKey> = []
        let addresses = addresses.filter { seen.insert(AddressKey($0)).inserted }
        total = addresses.count
        for batch in [addresses.prefix(1), addresses.dropFirst()] where !batch.isEmpty {
            let client = client
            let read = await Parallel.map(Array(batch), atOnce: limits.parallel) { address in
                await PreloadedPage(of: address, by: client)
            } each: {
                advance()
            }
            for page in read {
                if let failure = page.failure, failure.endsPreload { throw failure }
                if let loaded = page.page { keep(page.address, loaded) }
                pages.append(page)
            }
            try Self.checkCancelled()
        }
    }

    mutating func fetchAssets() async throws(PageError) {
        for number in pages.indices { pages[number].assets = note(pages[number].links) }
        var level = found.indices
        var depth = 0
        while !level.isEmpty {
            var next = level.startIndex
            while next < level.endIndex {
                let end = min(level.endIndex, next + Self.round)
                try await fetch(next..<end, leads: depth < limits.depth)
                next = end
            }
            level = level.endIndex..<found.endIndex
            depth += 1
        }
    }

    private mutating func fetch(_ round: Range<Int>, leads: Bool) async throws(PageError) {
        let assets = assets, now = assets.clock.now
        var places = Array(round)
        if fetched >= limits.bytes {
            // Fresh cache entries cost nothing.
            places = places.filter { assets.cache.answer(at: found[$0].address)?.isFresh(at: now) ?? false }
            let held = Set(places)
            for place in round where !held.contains(place) { leftOut.insert(AddressKey(found[place].address)) }
        }
        // Look-ups in the cache precede the first request of the round.
        let wanted = places.map { place in
            (address: found[place].address, kept: assets.cache.answer(at: found[place].address))
        }
        let outcomes = await Parallel.map(wanted, atOnce: limits.parallel) { wanted in
            do throws(TransportFailure) {
                return Result<AssetResponse, TransportFailure>.success(
                    try await assets.find(wanted.address, wanted.kept))
            } catch {
                return .failure(error)
            }
        } each: {
            advance()
        }
        var end: PageError?
        for (place, outcome) in zip(places, outcomes) {
            switch outcome {
            case .success(let answer): take(answer, at: place, leads: leads)
            case .failure(let failure):
                found[place].failure = failure.message
                if failure.endsPreload, end == nil { end = PageError(of: failure, at: found[place].address) }
            }
        }
        if let end { throw end }
        try Self.checkCancelled()
    }

    private mutating func take(_ answer: AssetResponse, at place: Int, leads: Bool) {
        assets.apply(answer)
        conditional += answer.asks
        found[place].source = answer.source
        found[place].status = answer.response.status
        found[place].bytes = answer.response.body.count
        found[place].isKept = assets.cache.answer(at: found[place].address) != nil
        if answer.source == .instance { fetched += answer.response.body.count }
        guard leads else { return }
        following[place] = note(AssetLinks.of(answer.response, at: found[place].address, client.instance))
    }

    /// Assigns indexes to the URLs of this instance and returns the distinct indexes.
    private mutating func note(_ links: [AssetLinks.Link]) -> [Int] {
        var noted: [Int] = []
        var seen: Set<Int> = []
        for link in links {
            switch link {
            case .elsewhere(let address): elsewhere[address.origin, default: []].insert(AddressKey(address))
            case .here(let address):
                guard let place = place(of: address), seen.insert(place).inserted else { continue }
                noted.append(place)
            }
        }
        return noted
    }

    private mutating func place(of address: HTTPURL) -> Int? {
        let key = AddressKey(address)
        if let place = places[key] { return place }
        guard found.count < limits.assets else {
            leftOut.insert(key)
            return nil
        }
        places[key] = found.count
        found.append(PreloadReport.Asset(address: address))
        following.append([])
        total += 1
        return found.count - 1
    }

    private mutating func advance() {
        done += 1
        progress(Preloader.Progress(done: done, total: total))
    }

    private static func checkCancelled() throws(PageError) {
        guard Task.isCancelled else { return }
        throw PageError(of: TransportFailure(.cancelled, "The preload was cancelled."), at: nil)
    }

    func report(requests: Int) -> PreloadReport {
        var report = PreloadReport(assets: found, requests: requests, conditional: conditional, leftOut: leftOut.count)
        for page in pages {
            let needed = closure(of: page.assets)
            for place in needed { report.assets[place].pages += 1 }
            report.pages.append(page.reported(assets: needed.count))
            report.coldRequests += page.requests + needed.count
            report.coldBytes += needed.reduce(0) { $0 + found[$1].bytes }
        }
        report.elsewhere = elsewhere.map { PreloadReport.ForeignHost(origin: $0.key, assets: $0.value.count) }
            .sorted { $0.origin.utf8.lexicographicallyPrecedes($1.origin.utf8) }
        return report
    }

    private func closure(of places: [Int]) -> Set<Int> {
        var reached = Set(places)
        var open = places
        while let place = open.popLast() {
            for next in following[place] where reached.insert(next).inserted { open.append(next) }
        }
        return reached
    }
}

struct PreloadedPage: Sendable {
    let address: HTTPURL
    private(set) var page: WebPage?
    private(set) var status: Int?
    private(set) var title = ""
    private(set) var failure: PageError?
    /// The assets it refers to.
    private(set) var links: [AssetLinks.Link] = []
    /// Requests sent, including redirects.
    private(set) var requests = 0
    var assets: [Int] = []

    init(of address: HTTPURL, by client: PageClient) async {
        self.address = address
        let counting = CountingTransport(client.transport)
        do throws(PageError) {
            take(
                try await PageClient(instance: client.instance, transport: counting).page(at: address), client.instance)
        } catch {
            failure = error
            // An error page is not the requested page, but it has a status.
            status = error.page?.response.status
        }
        requests = counting.count
    }

    private mutating func take(_ page: WebPage, _ instance: Instance) {
        self.page = page
        status = page.response.status
        title = page.document.title
        links = AssetLinks.of(page, instance)
    }

    func reported(assets: Int) -> PreloadReport.Page {
        PreloadReport.Page(
            address: address, status: status, failure: failure?.message, title: title, assets: assets)
    }
}

extension PageError {
    init(of cause: TransportFailure, at address: HTTPURL?) {
        self.init(.transport, cause.message)
        self.cause = cause
        self.address = address
    }

    /// Whether no other request can succeed.
    var endsPreload: Bool { kind == .notSignedIn || (cause?.endsPreload ?? false) }
}

extension TransportFailure {
    /// Whether no other request can succeed.
    var endsPreload: Bool { [.tape, .signIn, .cancelled].contains(kind) }
}

enum AssetLinks {
    enum Link: Sendable {
        case here(HTTPURL)
        case elsewhere(HTTPURL)
    }

    static func of(_ page: WebPage, _ instance: Instance) -> [Link] {
        let document = page.document
        var base = page.address
        if let text = document.base, let stated = link(text, from: base, instance) {
            switch stated {
            case .here(let address), .elsewhere(let address): base = address
            }
        }
        return document.assets.compactMap { link($0.target, from: base, instance) }
    }

    /// The URLs an asset refers to: a redirect's target, or the URLs in a style sheet.
    static func of(_ response: HTTPResponse, at address: HTTPURL, _ instance: Instance) -> [Link] {
        if [301, 302, 303, 307, 308].contains(response.status) {
            return response.headers["Location"].flatMap { link($0, from: address, instance) }.map { [$0] } ?? []
        }
        guard response.status == 200, isStyleSheet(response) else { return [] }
        return StyleSheetLinks.find(in: response.body).compactMap { link($0, from: address, instance) }
    }

    private static func isStyleSheet(_ response: HTTPResponse) -> Bool {
        ASCII.lowercased(response.headers["Content-Type"] ?? "").hasPrefix("text/css")
    }

    private static func link(_ text: String, from base: HTTPURL, _ instance: Instance) -> Link? {
        switch PageAddress(text, from: base, at: instance) {
        case .page(let address): .here(address)
        case .elsewhere(let address): .elsewhere(address)
        case .fragment, .unsupported, .unreadable: nil
        }
    }
}

/// Finds the URLs in a style sheet, `url(…)` and `@import "…"`, outside comments and strings, in one pass.
struct StyleSheetLinks {
    static let most = 256

    private let bytes: ArraySlice<UInt8>
    private var at: Int
    private var found: [String] = []

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
    }

    /// The URLs as written, in order; at most `most`, from the first 2 MB.
    static func find(in sheet: [UInt8]) -> [String] {
        var links = StyleSheetLinks(sheet.prefix(2 << 20))
        links.read()
        return links.found
    }

    private mutating func read() {
        while at < bytes.endIndex, found.count < StyleSheetLinks.most {
            let byte = bytes[at]
            if byte == UInt8(ascii: "/"), next(1) == UInt8(ascii: "*") {
                skipComment()
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                _ = quoted()
            } else if byte == UInt8(ascii: "@") || ASCII.isName(byte) || byte == UInt8(ascii: "-") {
                readWord()
            } else {
                at += byte == UInt8(ascii: "\\") ? 2 : 1
            }
        }
    }

    /// Words are read whole, so that `curl(` does not match `url(`.
    private mutating func readWord() {
        let start = at
        at += 1
        while let byte = next(0), ASCII.isName(byte) || byte == UInt8(ascii: "-") { at += 1 }
        let length = at - start
        if length == 3, next(0) == UInt8(ascii: "("), word(start) == "url" {
            at += 1
            skipBlanks()
            take(next(0) == UInt8(ascii: "\"") || next(0) == UInt8(ascii: "'") ? quoted() : bare())
        } else if length == 7, word(start) == "@import" {
            skipBlanks()
            if next(0) == UInt8(ascii: "\"") || next(0) == UInt8(ascii: "'") { take(quoted()) }
        }
    }

    private mutating func take(_ text: [UInt8]) {
        guard !text.isEmpty, text.count <= 8192 else { return }
        found.append(String(decoding: text, as: UTF8.self))
    }

    /// The content of a quoted string; an unterminated one ends with its line.
    private mutating func quoted() -> [UInt8] {
        let quote = bytes[at]
        at += 1
        var text: [UInt8] = []
        while let byte = next(0) {
            at += 1
            if byte == quote { return text }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return [] }
            if byte == UInt8(ascii: "\\") { escape(into: &text) } else { text.append(byte) }
        }
        return []
    }

    /// The unquoted content of parentheses.
    private mutating func bare() -> [UInt8] {
        var text: [UInt8] = []
        while let byte = next(0), byte != UInt8(ascii: ")") {
            at += 1
            if ASCII.isSpace(byte) { break }
            if byte == UInt8(ascii: "\\") { escape(into: &text) } else { text.append(byte) }
        }
        return text
    }

    /// An escape: up to six hexadecimal digits and one blank, or the byte itself.
    private mutating func escape(into text: inout [UInt8]) {
        var number: UInt32 = 0
        var digits = 0
        while digits < 6, let value = next(0).flatMap(ASCII.hexValue) {
            number = number * 16 + UInt32(value)
            digits += 1
            at += 1
        }
        if digits > 0 {
            if let byte = next(0), ASCII.isSpace(byte) { at += 1 }
            text.append(contentsOf: String(Unicode.Scalar(number) ?? "\u{FFFD}").utf8)
        } else if let byte = next(0) {
            at += 1
            if byte != UInt8(ascii: "\n") { text.append(byte) }
        }
    }

    private mutating func skipComment() {
        at += 2
        while let byte = next(0) {
            at += 1
            if byte == UInt8(ascii: "*"), next(0) == UInt8(ascii: "/") {
                at += 1
                return
            }
        }
    }

    private mutating func skipBlanks() {
        while let byte = next(0), ASCII.isSpace(byte) { at += 1 }
    }

    private func next(_ offset: Int) -> UInt8? { at + offset < bytes.endIndex ? bytes[at + offset] : nil }

    private func word(_ start: Int) -> String { ASCII.lowercased(String(decoding: bytes[start..<at], as: UTF8.self)) }
}
