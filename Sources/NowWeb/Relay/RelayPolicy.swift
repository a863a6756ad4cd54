import ExchangeModel

/// What a page may do at the relay's address: everything with its own instance, nothing with anybody else. So what a
/// browser shows is what a tape holds, and no picture of a page tells a stranger that it was looked at.
enum RelayPolicy {
    private static let own = """
        default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; object-src 'self'; base-uri 'self'; \
        form-action 'self'; frame-ancestors 'self'
        """

    /// Lines of every answer.
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
