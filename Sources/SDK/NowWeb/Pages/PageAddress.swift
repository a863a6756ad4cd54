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

/// Parses URLs as browsers do (URL Standard, 4.4), for `http` and `https`, on bytes.
struct AddressResolver {
    let base: HTTPURL?
    /// Any URL of the instance.
    let own: HTTPURL

    func read(_ text: String) -> PageAddress {
        let bytes = AddressResolver.trimmed(text)
        let beforeFragment = bytes.prefix { $0 != UInt8(ascii: "#") }
        let fragment: String? =
            beforeFragment.count == bytes.count
            ? nil
            : PercentCoding.decode(String(decoding: bytes.dropFirst(beforeFragment.count + 1), as: UTF8.self))
        if beforeFragment.isEmpty {
            if let fragment { return .fragment(fragment) }
            return base.map { place(of: $0) } ?? .unreadable
        }
        guard let address = address(beforeFragment) else { return .unreadable }
        if case .page(let url) = address, let fragment, url == base { return .fragment(fragment) }
        return address
    }

    /// Removes surrounding white space and control characters, and all tabs and line ends.
    private static func trimmed(_ text: String) -> [UInt8] {
        var bytes = text.utf8.drop { $0 <= 0x20 }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return bytes.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    }

    private func address(_ text: ArraySlice<UInt8>) -> PageAddress? {
        let start = base ?? own
        guard let scheme = AddressResolver.scheme(text) else { return relative(text, to: start) }
        guard scheme == "http" || scheme == "https" else { return .unsupported(scheme: scheme) }
        let rest = text.dropFirst(scheme.utf8.count + 1)
        // `https:page.do` is relative to a page with the same scheme.
        guard rest.first.map(AddressResolver.isSlash) == true || scheme != start.scheme else {
            return relative(rest, to: start)
        }
        return absolute(rest.drop(while: AddressResolver.isSlash), scheme: scheme)
    }

    private static func scheme(_ text: ArraySlice<UInt8>) -> String? {
        let name = text.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) }
        guard let first = name.first, first >= UInt8(ascii: "A"), name.endIndex < text.endIndex,
            text[name.endIndex] == UInt8(ascii: ":")
        else { return nil }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private func absolute(_ text: ArraySlice<UInt8>, scheme: String) -> PageAddress? {
        let authority = text.prefix { !AddressResolver.isSlash($0) && $0 != UInt8(ascii: "?") }
        let mark = authority.lastIndex(of: UInt8(ascii: "@"))
        var host = authority[(mark.map { $0 + 1 } ?? authority.startIndex)...]
        // A port may be empty, meaning the default.
        if host.last == UInt8(ascii: ":") { host.removeLast() }
        let name = PercentCoding.decode(String(decoding: host, as: UTF8.self))
        guard var url = HTTPURL(scheme + "://" + name), url.target == "/" else { return nil }
        let (path, query) = AddressResolver.target(text[authority.endIndex...])
        url.path = AddressResolver.path(path, in: "")
        url.query = query.map(AddressResolver.escapedQuery)
        let address = place(of: url)
        if case .page = address, mark != nil { return nil }
        return address
    }

    private func relative(_ text: ArraySlice<UInt8>, to start: HTTPURL) -> PageAddress? {
        if text.prefix(2).count == 2, text.prefix(2).allSatisfy(AddressResolver.isSlash) {
            return absolute(text.drop(while: AddressResolver.isSlash), scheme: start.scheme)
        }
        var url = start
        let (path, query) = AddressResolver.target(text)
        if !path.isEmpty {
            let folder = start.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(start.path[...$0]) } ?? "/"
            url.path = AddressResolver.path(path, in: folder)
        }
        url.query = query.map(AddressResolver.escapedQuery)
        return place(of: url)
    }

    /// The path and query after the host, split at the first `?`.
    private static func target(_ text: ArraySlice<UInt8>) -> (path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?) {
        let path = text.prefix { $0 != UInt8(ascii: "?") }
        return (path, path.endIndex == text.endIndex ? nil : text[(path.endIndex + 1)...])
    }

    /// Resolves `.` and `..` of a path in a directory, escaped or not, and escapes invalid characters.
    private static func path(_ path: ArraySlice<UInt8>, in folder: String) -> String {
        let isAbsolute = path.first.map(isSlash) ?? false
        let text = (isAbsolute ? [] : Array(folder.utf8)) + path
        let parts = text.split(omittingEmptySubsequences: false, whereSeparator: isSlash).map { part in
            switch String(decoding: part.prefix(7), as: UTF8.self).lowercased() {
            case "%2e": "."
            case ".%2e", "%2e.", "%2e%2e": ".."
            default: escaped(part, also: pathMarks)
            }
        }
        return HTTPURL.withoutDotSegments(parts.joined(separator: "/"))
    }

    private static let pathMarks = Set("\"<>`{}^".utf8)
    private static let queryMarks = Set("\"<>'".utf8)

    private static func escapedQuery(_ bytes: ArraySlice<UInt8>) -> String { escaped(bytes, also: queryMarks) }

    /// Escapes spaces, control characters, non-ASCII bytes and the given characters.
    private static func escaped(_ bytes: ArraySlice<UInt8>, also marks: Set<UInt8>) -> String {
        let escaped = bytes.flatMap { $0 > 0x20 && $0 < 0x7F && !marks.contains($0) ? [$0] : PercentCoding.escape($0) }
        return String(decoding: escaped, as: UTF8.self)
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
