import ExchangeModel

/// Makes an answer of the instance one of the relay: what names the instance names the relay, what belongs between the
/// instance and whoever is signed in stays here, and the page is themed.
struct RelayAnswer {
    /// The address that was asked for, at the instance.
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

    /// Whether a line may stand in an answer: a tape of somebody else's may hold anything.
    private static func mayTravel(_ name: String, _ value: String) -> Bool {
        name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}
