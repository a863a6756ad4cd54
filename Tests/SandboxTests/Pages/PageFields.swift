/// Reads forms as a browser fills them.
enum PageFields {
    /// What a form in a page would send: every field with what stands in it.
    static func of(_ page: String, changing changes: [String: String] = [:]) -> [(String, String)] {
        var fields: [(String, String)] = []
        for tag in page.split(separator: "<input ").dropFirst() {
            let tag = String(tag.prefix { $0 != ">" })
            guard let name = attribute("name", tag), name != "sysparm_ck" else { continue }
            if tag.contains("checkbox"), !tag.contains(" checked") { continue }
            fields.append((name, changes[name] ?? attribute("value", tag) ?? ""))
        }
        for area in page.split(separator: "<textarea ").dropFirst() {
            guard let name = attribute("name", String(area.prefix { $0 != ">" })) else { continue }
            let text = area.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }.drop { $0 == "\n" }
            fields.append((name, changes[name] ?? plain(String(text))))
        }
        for choice in page.split(separator: "<select ").dropFirst() {
            guard let name = attribute("name", String(choice.prefix { $0 != ">" })) else { continue }
            let options = choice.split(separator: "<option ").dropFirst()
            let chosen = options.first { $0.prefix { $0 != ">" }.hasSuffix(" selected") } ?? options.first
            fields.append((name, changes[name] ?? attribute("value", String(chosen ?? "")) ?? ""))
        }
        return fields
    }

    private static func attribute(_ name: String, _ tag: String) -> String? {
        guard let start = (" " + tag).range(of: " \(name)=\"") else { return nil }
        return plain(String((" " + tag)[start.upperBound...].prefix { $0 != "\"" }))
    }

    private static func plain(_ text: String) -> String {
        text.split(separator: "&#34;", omittingEmptySubsequences: false).joined(separator: "\"")
            .split(separator: "&#39;", omittingEmptySubsequences: false).joined(separator: "'")
            .split(separator: "&#10;", omittingEmptySubsequences: false).joined(separator: "\n")
            .split(separator: "&lt;", omittingEmptySubsequences: false).joined(separator: "<")
            .split(separator: "&gt;", omittingEmptySubsequences: false).joined(separator: ">")
            .split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&")
    }

    /// The texts of a page's links, in order.
    static func links(_ page: String) -> [String] {
        page.split(separator: "<a ").dropFirst().map { part in
            plain(String(part.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }))
        }
    }
}
