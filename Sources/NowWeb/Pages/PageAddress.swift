package import ExchangeModel
import Notation
package import NowSDK

package enum PageAddress: Sendable, Hashable {
    case page(HTTPURL)
    /// A place in the page itself (`#notes`): its name.
    case fragment(String)
    /// An address of another host, which no credential goes to and which is not opened here.
    case elsewhere(HTTPURL)
    /// An address that is no page: `javascript:`, `data:`, `mailto:` and the like; the scheme in lower case.
    case unsupported(scheme: String)
    case unreadable

    /// Where a text leads from a page (or from the instance's root), read as a browser reads it.
    ///
    /// Another port is another host. `http` to the instance's own host counts as its `https`. User information is never
    /// part of the address: at the instance it makes it unreadable, because the page would not come in that name.
    package init(_ text: String, from base: HTTPURL?, at instance: Instance) {
        self = AddressReader(base: base, instance: instance).read(text)
    }

    /// The page that is shown inside a frame of the platform (`/nav_to.do?uri=…`,
    /// `/now/nav/ui/classic/params/target/…`), or wherever that leads; what is no frame stays as it is.
    package func unframed(at instance: Instance) -> PageAddress {
        var address = self
        // A frame in a frame occurs; the limit ends loops.
        for _ in 0..<4 {
            guard case .page(let url) = address, let framed = PageAddress.framed(by: url) else { return address }
            let inner = PageAddress(framed, from: nil, at: instance)
            if case .unreadable = inner { return address }
            address = inner
        }
        return address
    }

    /// What a frame shows, as it is written there; nil when the address is no frame's.
    private static func framed(by url: HTTPURL) -> String? {
        if url.path == "/nav_to.do" { return url.queryFields.first { $0.name == "uri" }?.value }
        let frame = "/now/nav/ui/classic/params/target/"
        guard url.path.hasPrefix(frame) else { return nil }
        let target = PercentCoding.decode(url.path.dropFirst(frame.count))
        // Seen escaped twice.
        return target.contains("?") ? target : PercentCoding.decode(target)
    }
}

/// Reads an address as browsers do (URL Standard, 4.4), as far as `http` and `https` go. Everything is cut by bytes.
struct AddressReader {
    let base: HTTPURL?
    let instance: Instance

    func read(_ text: String) -> PageAddress {
        let bytes = AddressReader.trimmed(text)
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

    /// Without white space and control characters around it, and without tabs and line ends anywhere.
    private static func trimmed(_ text: String) -> [UInt8] {
        var bytes = text.utf8.drop { $0 <= 0x20 }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return bytes.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    }

    private func address(_ text: ArraySlice<UInt8>) -> PageAddress? {
        let start = base ?? instance.origin
        guard let scheme = AddressReader.scheme(text) else { return relative(text, to: start) }
        guard scheme == "http" || scheme == "https" else { return .unsupported(scheme: scheme) }
        let rest = text.dropFirst(scheme.utf8.count + 1)
        // `https:page.do` is relative to a page of that scheme.
        guard rest.first.map(AddressReader.isSlash) == true || scheme != start.scheme else {
            return relative(rest, to: start)
        }
        return absolute(rest.drop(while: AddressReader.isSlash), scheme: scheme)
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
        let authority = text.prefix { !AddressReader.isSlash($0) && $0 != UInt8(ascii: "?") }
        let mark = authority.lastIndex(of: UInt8(ascii: "@"))
        var host = authority[(mark.map { $0 + 1 } ?? authority.startIndex)...]
        // The scheme's own port may be written as nothing.
        if host.last == UInt8(ascii: ":") { host.removeLast() }
        let name = PercentCoding.decode(String(decoding: host, as: UTF8.self))
        guard var url = HTTPURL(scheme + "://" + name), url.target == "/" else { return nil }
        let (path, query) = AddressReader.target(text[authority.endIndex...])
        url.path = AddressReader.path(path, in: "")
        url.query = query.map(AddressReader.escapedQuery)
        let address = place(of: url)
        if case .page = address, mark != nil { return nil }
        return address
    }

    /// An address that begins with a path, with a query, or with the name of a neighbour.
    private func relative(_ text: ArraySlice<UInt8>, to start: HTTPURL) -> PageAddress? {
        if text.prefix(2).count == 2, text.prefix(2).allSatisfy(AddressReader.isSlash) {
            return absolute(text.drop(while: AddressReader.isSlash), scheme: start.scheme)
        }
        var url = start
        let (path, query) = AddressReader.target(text)
        if !path.isEmpty {
            let folder = start.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(start.path[...$0]) } ?? "/"
            url.path = AddressReader.path(path, in: folder)
        }
        url.query = query.map(AddressReader.escapedQuery)
        return place(of: url)
    }

    /// Path and query of what stands behind a host; the query is what follows the first question mark.
    private static func target(_ text: ArraySlice<UInt8>) -> (path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?) {
        let path = text.prefix { $0 != UInt8(ascii: "?") }
        return (path, path.endIndex == text.endIndex ? nil : text[(path.endIndex + 1)...])
    }

    /// A path seen from a folder, with `.` and `..` carried out and what may not travel escaped.
    private static func path(_ path: ArraySlice<UInt8>, in folder: String) -> String {
        let isAbsolute = path.first.map(isSlash) ?? false
        var text = isAbsolute ? [] : Array(folder.utf8)
        text += path.map { isSlash($0) ? UInt8(ascii: "/") : $0 }
        if text.first == UInt8(ascii: "/") { text.removeFirst() }
        var kept: [ArraySlice<UInt8>] = []
        let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            let isLast = number == parts.count - 1
            switch dots(part) {
            case 1: if isLast { kept.append([]) }
            case 2:
                _ = kept.popLast()
                if isLast { kept.append([]) }
            default: kept.append(part)
            }
        }
        return "/" + escaped(Array(kept.joined(separator: [UInt8(ascii: "/")])), also: pathMarks)
    }

    /// 1 for `.`, 2 for `..`, however they are escaped, else 0.
    private static func dots(_ part: ArraySlice<UInt8>) -> Int {
        guard part.count <= 6 else { return 0 }
        switch String(decoding: part, as: UTF8.self).lowercased() {
        case ".", "%2e": return 1
        case "..", ".%2e", "%2e.", "%2e%2e": return 2
        default: return 0
        }
    }

    private static let pathMarks = Set("\"<>`{}^".utf8)
    private static let queryMarks = Set("\"<>'".utf8)

    private static func escapedQuery(_ bytes: ArraySlice<UInt8>) -> String { escaped(Array(bytes), also: queryMarks) }

    /// Escapes what may not travel: spaces, control characters, everything beyond ASCII, and those marks.
    private static func escaped(_ bytes: [UInt8], also marks: Set<UInt8>) -> String {
        let escaped = bytes.flatMap { $0 > 0x20 && $0 < 0x7F && !marks.contains($0) ? [$0] : PercentCoding.escape($0) }
        return String(decoding: escaped, as: UTF8.self)
    }

    private func place(of url: HTTPURL) -> PageAddress {
        let own = instance.origin
        if url.origin == own.origin { return .page(url) }
        // Old articles say http; nothing travels readable for their sake.
        if own.scheme == "https", url.scheme == "http", url.host == own.host, own.port == nil, url.port == nil {
            return .page(HTTPURL(scheme: own.scheme, host: own.host, path: url.path, query: url.query))
        }
        return .elsewhere(url)
    }
}
