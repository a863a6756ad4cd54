package import ExchangeModel

/// Makes an answer of the instance one of the relay: what names the instance names the relay, what belongs between the
/// instance and the signed-in user stays here, and the page is themed.
struct RelayAnswer {
    let url: HTTPURL
    let kind: RelayVisit.Kind
    /// The CSS of the theme; empty for none.
    let sheet: String

    /// What an instance's answer says that a browser may hear, beside lines of its own (`X-…`).
    private static let kept = ["Content-Type", "Content-Disposition", "Content-Language", "Allow", "Retry-After"]

    func adapted(_ response: HTTPResponse) -> HTTPResponse {
        var answer = HTTPResponse(status: response.status, reason: response.reason, body: response.body)
        for field in response.headers where isKept(field.name) {
            // A tab is as good as a blank there, and not every server can send one; what else is odd would cost the
            // whole answer.
            let value = String(decoding: field.value.utf8.map { $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self)
            guard Self.mayTravel(field.name, value) else { continue }
            answer.headers.append(field.name, value)
        }
        if let location = response.headers["Location"], (300..<400).contains(response.status) {
            guard let target = Self.target(of: location, from: url) else {
                return RelayPage.elsewhere(location)
            }
            answer.headers.append("Location", target)
        }
        let isSheltered = response.headers.values(of: "Cache-Control").contains { $0.lowercased().contains("no-store") }
        if kind == .asset, response.status == 200, !isSheltered, let kept = response.headers["Cache-Control"] {
            answer.headers.append("Cache-Control", kept)
        } else {
            answer.headers.append("Cache-Control", "no-store")
        }
        RelayPolicy.put(on: &answer, as: response.headers, origin: url.origin)
        let isDenied = response.headers["X-Frame-Options"]?.lowercased() == "deny"
        answer.headers.append("X-Frame-Options", isDenied ? "DENY" : "SAMEORIGIN")
        for (name, value) in RelayPolicy.lines { answer.headers.append(name, value) }
        if RelayMarkup.isMarkup(response) {
            answer.body = RelayMarkup.adapted(
                response.body, origin: url.origin, sheet: kind == .document ? sheet : nil, banner: RelayPage.banner)
        }
        return answer
    }

    /// Where a redirect leads, as path, query and fragment of the instance; nil when it leads to another host.
    static func target(of location: String, from url: HTTPURL) -> String? {
        guard let target = url.resolving(location), target.origin == url.origin else { return nil }
        let mark = location.utf8.firstIndex(of: UInt8(ascii: "#"))
        let fragment = mark.map { String(Substring(location.utf8[$0...])) } ?? ""
        let isPlain = fragment.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return HTTPURL.rooted(target.target) + (isPlain ? fragment : "")
    }

    private func isKept(_ name: String) -> Bool {
        let name = name.lowercased()
        if name.hasPrefix("x-") { return name != "x-frame-options" && !name.hasPrefix("x-content-security-policy") }
        return Self.kept.contains { $0.lowercased() == name }
    }

    /// Whether a line is valid in an answer: a tape from elsewhere may hold anything.
    private static func mayTravel(_ name: String, _ value: String) -> Bool {
        name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

/// What a page may do at the relay's address: everything with its own instance, nothing with anybody else. So what a
/// browser shows is what a tape holds, and no picture of a page tells a stranger that it was looked at.
enum RelayPolicy {
    private static let own = """
        default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; object-src 'self'; base-uri 'self'; \
        form-action 'self'; frame-ancestors 'self'
        """

    static let lines = [
        ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// Gives an answer its policies, for those that stand in the instance's header lines.
    static func put(on answer: inout HTTPResponse, as headers: HeaderFields, origin: String) {
        let policies = policies(headers, origin: origin)
        answer.headers.remove("Content-Security-Policy")
        for policy in policies { answer.headers.append("Content-Security-Policy", policy) }
    }

    /// The policies of an answer: the relay's, and what the instance's own say of scripts. The rest of those names hosts
    /// that are not reached from here, or would forbid the theme.
    static func policies(_ headers: HeaderFields, origin: String) -> [String] {
        var policies = [own]
        for line in headers.values(of: "Content-Security-Policy") {
            for policy in line.split(separator: ",") {
                let kept = scripts(in: policy, origin: origin)
                if !kept.isEmpty { policies.append(kept) }
            }
        }
        return policies
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

/// A page of an instance at another address: what is done to it wherever a browser sees it from somewhere else.
package enum RelocatedPage {
    /// The answer with the addresses of its own instance made relative to the root, when it is a page, and with policies
    /// under which it reaches nothing but the address where it is shown. Nothing else about it is changed.
    package static func made(_ response: HTTPResponse, instance: HTTPURL) -> HTTPResponse {
        var answer = response
        RelayPolicy.put(on: &answer, as: response.headers, origin: instance.origin)
        if RelayMarkup.isMarkup(response) {
            answer.body = RelayMarkup.adapted(response.body, origin: instance.origin, sheet: nil, banner: "")
        }
        return answer
    }
}
