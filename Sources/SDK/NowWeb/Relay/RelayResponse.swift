package import ExchangeModel
import Notation
import NowSDK

/// Converts an instance's response for the browser: URLs of the instance become the relay's, session data is removed,
/// and the page is themed.
struct RelayResponse {
    let url: HTTPURL
    let kind: RelayRequest.Kind
    let sheet: String

    /// The headers that are passed on, besides custom ones (`X-…`).
    private static let kept = ["content-type", "content-disposition", "content-language", "allow", "retry-after"]

    func adapted(_ response: HTTPResponse) -> HTTPResponse {
        var answer = HTTPResponse(status: response.status, reason: response.reason, body: response.body)
        for field in response.headers where isKept(field.name) {
            // A tab is equivalent to a space, and not every server can send it. Other invalid bytes would invalidate
            // the whole response.
            let value = String(decoding: field.value.utf8.map { $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self)
            guard Self.isValidHeader(field.name, value) else { continue }
            answer.headers.append(field.name, value)
        }
        if let location = response.headers["Location"], (300..<400).contains(response.status) {
            guard let target = Self.target(of: location, from: url) else {
                return HTTPResponse.page(403, "Redirect to another host", ["It is not followed from here:", location])
            }
            answer.headers.append("Location", target)
        }
        let isNoStore = response.headers.values(of: "Cache-Control").contains { $0.lowercased().contains("no-store") }
        let kept = kind == .asset && response.status == 200 && !isNoStore ? response.headers["Cache-Control"] : nil
        answer.headers.append("Cache-Control", kept ?? "no-store")
        RelayPolicy.put(on: &answer, as: response.headers, origin: url.origin)
        let isDenied = response.headers["X-Frame-Options"]?.lowercased() == "deny"
        answer.headers.append("X-Frame-Options", isDenied ? "DENY" : "SAMEORIGIN")
        for (name, value) in PageHost.headers { answer.headers.append(name, value) }
        if RelayMarkup.isMarkup(response) {
            answer.body = RelayMarkup.adapted(response.body, origin: url.origin, sheet: kind == .document ? sheet : nil)
        }
        return answer
    }

    /// The target of a redirect as path, query and fragment; nil for another host.
    static func target(of location: String, from url: HTTPURL) -> String? {
        guard let target = url.resolving(location), target.origin == url.origin else { return nil }
        let mark = location.utf8.firstIndex(of: UInt8(ascii: "#"))
        let fragment = mark.map { String(Substring(location.utf8[$0...])) } ?? ""
        let isPlain = fragment.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return HTTPURL.rooted(target.target) + (isPlain ? fragment : "")
    }

    private func isKept(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("x-")
            ? name != "x-frame-options" && name != "x-dns-prefetch-control"
                && !name.hasPrefix("x-content-security-policy") : Self.kept.contains(name)
    }

    /// Whether a header is valid; a foreign tape may contain anything.
    private static func isValidHeader(_ name: String, _ value: String) -> Bool {
        name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

/// The content security policies of an instance's page at another origin.
enum RelayPolicy {
    /// Adds the policies to a response to `headers`, the instance's: this program's, and the instance's script
    /// directives. The instance's other directives name hosts that are unreachable here, or would block the theme.
    static func put(on answer: inout HTTPResponse, as headers: HeaderFields, origin: String) {
        answer.headers.remove("Content-Security-Policy")
        let lines = headers.values(of: "Content-Security-Policy").flatMap { $0.split(separator: ",") }
        for policy in [PageHost.policy] + lines.map({ scripts(in: $0, origin: origin) }) where !policy.isEmpty {
            answer.headers.append("Content-Security-Policy", policy)
        }
    }

    private static func scripts(in policy: Substring, origin: String) -> String {
        var directives: [String: String] = [:]
        for directive in policy.split(separator: ";") {
            let words = directive.split { $0 == " " || $0 == "\t" }
            guard let name = words.first?.lowercased(), directives[name] == nil else { continue }
            let sources = words.dropFirst().map { $0.lowercased().hasPrefix(origin) ? "'self'" : String($0) }
            directives[name] = sources.joined(separator: " ")
        }
        if directives["script-src"] == nil { directives["script-src"] = directives["default-src"] }
        return ["script-src", "script-src-elem", "script-src-attr", "sandbox"].compactMap { name in
            directives[name].map { $0.isEmpty ? name : "\(name) \($0)" }
        }.joined(separator: "; ")
    }
}

package enum RelocatedPage {
    /// The response with URLs of the instance made root-relative, if it is a page, and with policies that restrict it
    /// to the origin that serves it. Nothing else changes.
    package static func made(_ response: HTTPResponse, instance: HTTPURL) -> HTTPResponse {
        var answer = response
        RelayPolicy.put(on: &answer, as: response.headers, origin: instance.origin)
        if RelayMarkup.isMarkup(response) {
            answer.body = RelayMarkup.adapted(response.body, origin: instance.origin, sheet: nil)
        }
        return answer
    }
}

/// Next Experience pages, which are frames rendered by the whole platform.
enum RelayShell {
    static func page(for url: HTTPURL, at instance: Instance) -> HTTPResponse? {
        guard url.path == "/now" || url.path.hasPrefix("/now/") else { return nil }
        var target = "/home.do"
        if case .page(let inner) = PageAddress.page(url).unframed(at: instance), inner != url {
            target = HTTPURL.rooted(inner.target)
        }
        return HTTPResponse.page(
            200, "A page of Next Experience",
            ["This page needs a browser that is signed in itself. Only classic pages can be shown here."],
            link: (target: target, text: "Open \(target) instead"))
    }

    /// Whether a path is the logout page, in any spelling.
    static func endsSession(_ path: String) -> Bool {
        let path = PercentCoding.decode(path).utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        let page = path.split(separator: UInt8(ascii: "/")).last?.prefix { $0 != UInt8(ascii: ";") } ?? []
        return page.map(ASCII.lowercased).elementsEqual("logout.do".utf8)
    }
}
