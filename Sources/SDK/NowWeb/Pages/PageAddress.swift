package import ExchangeModel
import Notation
package import NowSDK

package enum PageAddress: Sendable, Hashable {
    case page(HTTPURL)
    /// A fragment of the same page (`#notes`): its name.
    case fragment(String)
    /// A URL of another host. It is not opened and receives no credentials.
    case elsewhere(HTTPURL)
    /// A scheme that is not a page, such as `javascript:`, `data:` or `mailto:`, in lower case.
    case unsupported(scheme: String)
    case unreadable

    /// Resolves a URL of a page (or one relative to the instance's root) as a browser does.
    ///
    /// Another port is another host. `http` to the instance's host is treated as its `https`. User information is
    /// rejected for the instance, because the page would not be loaded as that user.
    package init(_ text: String, from base: HTTPURL?, at instance: Instance) {
        self = AddressResolver(base: base, own: instance.origin).read(text)
    }

    /// The base address of a page's links: as stated by the page, else its own URL.
    static func base(_ text: String?, of page: HTTPURL) -> HTTPURL {
        switch text.map({ AddressResolver(base: page, own: page).read($0) }) {
        case .page(let url)?, .elsewhere(let url)?: url
        default: page
        }
    }

    /// The page inside a frame (`/nav_to.do?uri=…`, `/now/nav/ui/classic/params/target/…`), or self if it is not a
    /// frame.
    package func unframed(at instance: Instance) -> PageAddress {
        var address = self
        // Frames can be nested; the limit prevents loops.
        for _ in 0..<4 {
            guard case .page(let url) = address, let framed = PageAddress.framed(by: url) else { return address }
            let inner = PageAddress(framed, from: nil, at: instance)
            if case .unreadable = inner { return address }
            address = inner
        }
        return address
    }

    private static func framed(by url: HTTPURL) -> String? {
        if url.path == "/nav_to.do" { return url.queryFields.first { $0.name == "uri" }?.value }
        let frame = "/now/nav/ui/classic/params/target/"
        guard url.path.hasPrefix(frame) else { return nil }
        let target = PercentCoding.decode(url.path.dropFirst(frame.count))
        // Instances sometimes escape it twice.
        return target.contains("?") ? target : PercentCoding.decode(target)
    }
}

/// Parses URLs as browsers do (URL Standard, 4.4), for `http` and `https`: rewritten, so that RFC 3986 reads them the
/// same.
struct AddressResolver {
    let base: HTTPURL?
    /// Any URL of the instance.
    let own: HTTPURL

    func read(_ text: String) -> PageAddress {
        let bytes = Array(HTMLWhitespace.address(text).utf8)
        let reference = bytes.prefix { $0 != UInt8(ascii: "#") }
        let fragment: String? =
            reference.count == bytes.count
            ? nil : PercentCoding.decode(String(decoding: bytes.dropFirst(reference.count + 1), as: UTF8.self))
        if reference.isEmpty {
            if let fragment { return .fragment(fragment) }
            return base.map { place(of: $0) } ?? .unreadable
        }
        let address = address(reference)
        if case .page(let url) = address, let fragment, url == base { return .fragment(fragment) }
        return address
    }

    private func address(_ text: ArraySlice<UInt8>) -> PageAddress {
        let start = base ?? own
        var scheme = start.scheme, rest = text
        if let named = Self.scheme(text) {
            guard named == "http" || named == "https" else { return .unsupported(scheme: named) }
            rest = text.dropFirst(named.utf8.count + 1)
            // `https:page.do` is relative to a page with the same scheme.
            if rest.first.map(Self.isSlash) != true, named == scheme { return relative(rest, to: start) }
            scheme = named
        } else if rest.prefix(2).count < 2 || !rest.prefix(2).allSatisfy(Self.isSlash) {
            return relative(rest, to: start)
        }
        rest = rest.drop(while: Self.isSlash)
        let authority = rest.prefix { !Self.isSlash($0) && $0 != UInt8(ascii: "?") }
        let mark = authority.lastIndex(of: UInt8(ascii: "@"))
        var host = authority[(mark.map { $0 + 1 } ?? authority.startIndex)...]
        // A port may be empty, meaning the default.
        if host.last == UInt8(ascii: ":") { host.removeLast() }
        let name = PercentCoding.decode(String(decoding: host, as: UTF8.self))
        guard let url = HTTPURL(scheme + "://" + name), url.target == "/" else { return .unreadable }
        let address = relative(rest[authority.endIndex...], to: url)
        if case .page = address, mark != nil { return .unreadable }
        return address
    }

    /// Resolves a path and query, with `.` and `..` escaped or not, and escapes invalid characters.
    private func relative(_ text: ArraySlice<UInt8>, to start: HTTPURL) -> PageAddress {
        let path = text.prefix { $0 != UInt8(ascii: "?") }, query = text[path.endIndex...].dropFirst()
        var url = start
        if let first = path.first {
            let slash = start.path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? start.path.startIndex
            let folder = Self.isSlash(first) ? "" : start.path[..<slash] + "/"
            let parts = (Array(folder.utf8) + path).split(
                omittingEmptySubsequences: false, whereSeparator: Self.isSlash)
            let steps = parts.map { part in
                switch String(decoding: part.prefix(7), as: UTF8.self).lowercased() {
                case "%2e": "."
                case ".%2e", "%2e.", "%2e%2e": ".."
                default: Self.escaped(part, also: "\"<>`{}^")
                }
            }
            url.path = HTTPURL.withoutDotSegments(steps.joined(separator: "/"))
        }
        url.query = path.endIndex == text.endIndex ? nil : Self.escaped(query, also: "\"<>'")
        return place(of: url)
    }

    private static func scheme(_ text: ArraySlice<UInt8>) -> String? {
        let name = text.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) }
        guard let first = name.first, first >= UInt8(ascii: "A"), name.endIndex < text.endIndex,
            text[name.endIndex] == UInt8(ascii: ":")
        else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    /// Escapes spaces, control characters, non-ASCII bytes and the given characters.
    private static func escaped(_ bytes: ArraySlice<UInt8>, also marks: String) -> String {
        let isPlain = { (byte: UInt8) in byte > 0x20 && byte < 0x7F && !marks.utf8.contains(byte) }
        return String(decoding: bytes.flatMap { isPlain($0) ? [$0] : PercentCoding.escape($0) }, as: UTF8.self)
    }

    private func place(of url: HTTPURL) -> PageAddress {
        if url.origin == own.origin { return .page(url) }
        // Old articles link to http; https is used instead.
        if own.scheme == "https", url.scheme == "http", url.host == own.host, own.port == nil, url.port == nil {
            return .page(HTTPURL(scheme: own.scheme, host: own.host, path: url.path, query: url.query))
        }
        return .elsewhere(url)
    }
}
