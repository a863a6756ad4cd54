import ExchangeModel
import Notation

@testable import GraphQLCommands
@testable import LiveTransport
@testable import NowSDK
@testable import NowWeb
@testable import Pages
@testable import Tapes
@testable import Recipes
@testable import Sandbox
@testable import Tables
@testable import Workbench

/// URLs, names of instances, links of pages, and IP addresses.
enum URLReader {
    private static let base = HTTPURL(scheme: "https", host: "a.example", path: "/nav/x.do", query: "q=1")

    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let url = HTTPURL(text) {
            try check(url)
            try require(
                text.utf8.starts(with: "http".utf8) || text.utf8.starts(with: "H".utf8)
                    || text.lowercased().hasPrefix("http"), "another scheme: \(url)")
        }
        if let url = base.resolving(text) { try check(url) }
        try requireSame(PercentCoding.decode(PercentCoding.encode(text)), text, "encoded and decoded")
        try requireSame(PercentCoding.decodeForm(PercentCoding.encode(text)), text, "encoded and decoded as a form")
        try checkInstance(text)
        if let address = IPAddress(text) {
            try require(IPAddress(address.text) == address, "printed, it is another address: \(address.text)")
        }
    }

    /// A URL is the same after printing, and its parts cannot end a request line.
    private static func check(_ url: HTTPURL) throws {
        try require(HTTPURL(url.description) == url, "printed, it is another URL: \(url)")
        try require(url.target.utf8.first == UInt8(ascii: "/"), "a path without a slash: \(url)")
        try require(url.description.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "white space in \(url)")
        try require(!url.host.utf8.contains { "@/?#\\".utf8.contains($0) }, "the host \(url.host)")
        try require(url.resolving("") == url, "it does not resolve to itself")
        let rooted = HTTPURL.rooted(url.target)
        try require(base.resolving(rooted)?.host == base.host, "a rooted path names a host: \(rooted)")
    }

    private static func checkInstance(_ text: String) throws {
        guard let instance = try? Instance(text) else { return }
        try require(instance.origin.scheme == "https" || instance.origin.isLoopback, "http to \(instance)")
        for shorter in [instance.description, instance.shortName] {
            try require((try? Instance(shorter)) == instance, "\(shorter) is another instance than \(instance)")
        }
    }
}

/// Links of a page, resolved as in a browser.
enum LinkReader {
    static func check(_ text: String) throws {
        guard let instance = try? Instance("https://a.example") else { return }
        let base = HTTPURL(scheme: "https", host: "a.example", path: "/nav/x.do")
        switch PageAddress(text, from: base, at: instance).unframed(at: instance) {
        case .page(let url):
            try require(url.origin == instance.origin.origin, "a page of another host: \(url)")
            try require(HTTPURL(url.description) == url, "printed, it is another URL: \(url)")
        case .elsewhere(let url):
            try require(url.origin != instance.origin.origin, "the instance's own page is elsewhere: \(url)")
        case .fragment, .unsupported, .unreadable: break
        }
    }
}

/// Dates and times of headers, records, files and command lines, time zones, and the sandbox's `javascript:` values.
enum DateReader {
    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let now = Timestamp(seconds: 1_713_287_778)
        if let time = Timestamp(glideText: text) {
            try requireSame(time.glideText, text.utf8.count == 10 ? text + " 00:00:00" : text, "printed")
        }
        if let time = Timestamp(isoText: text) {
            try require(Timestamp(isoText: time.exactText) == time, "printed, it is another time: \(time.exactText)")
        }
        if let time = CookieDate.read(text) {
            try require(CookieDate.read(time.httpText) == time, "printed, it is another time: \(time.httpText)")
        }
        if let zone = ZoneRule(named: "x", text) { try check(zone, now) }
        if let zone = ZoneRule(named: "x", file: input) { try check(zone, now) }
        if let point = PointInTime(text, now: now, zone: .utc) {
            try require(abs(point.moment.seconds - now.seconds) < 400 * 366 * 86_400 * 25, "far away: \(point)")
        }
        let scripts = ScriptValue(
            context: QueryContext(userID: "id", userName: "name", zone: .utc, now: now))
        if let value = scripts.resolve("javascript:" + text) {
            try require(value.utf8.count <= max(100, text.utf8.count + 11), "a long value: \(value)")
        }
        let format = DateFormat(zone: .utc, date: "dd/MM/yyyy", time: "hh:mm:ss a")
        if let time = format.moment(of: text) {
            try require(format.moment(of: format.text(of: time)) == time, "formatted, it is another time: \(time)")
        }
    }

    /// A zone has offsets of at most 26 hours in every year, and is the same after printing.
    private static func check(_ zone: ZoneRule, _ now: Timestamp) throws {
        try require(ZoneRule(named: "x", zone.text) == zone, "printed, it is another zone: \(zone.text)")
        for year in [1900, 1970, 1999, 2024, 2025, 2100, 9999] {
            for day in [0, 60, 90, 180, 300, 364] as [Int64] {
                let start = Timestamp(seconds: CivilTime(year: year, month: 1, day: 1).secondsSince1970)
                let offset = zone.offset(at: start.advanced(bySeconds: day * 86_400))
                try require(abs(offset) <= 26 * 3600, "an offset of \(offset) seconds")
            }
        }
        _ = zone.text(of: now)
    }
}
