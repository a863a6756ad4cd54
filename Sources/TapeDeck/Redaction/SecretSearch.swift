import Notation

/// The secrets that are searched for by value, and the search: raw, percent-encoded, JSON-escaped, HTML-escaped and in
/// base64 (either alphabet, all three alignments), and escaped again within JSON.
struct SecretSearch: Sendable {
    /// One place where a secret stands.
    struct Occurrence {
        var range: Range<Int>
        var secret: Int
        /// Part of a base64 text, which has to be re-encoded as a whole.
        var isBase64: Bool
    }

    /// What a pattern stands for.
    private struct Meaning: Sendable {
        var secret: Int
        var isBase64: Bool
    }

    private(set) var secrets: [[UInt8]] = []
    private var known: Set<[UInt8]> = []
    private var patterns = PatternSearch()
    private var meanings: [Meaning] = []
    /// The longest pattern, in bytes.
    private var longest = 0
    private var hasSpace = false

    /// Not more than about this is decoded at once, so that a large body needs no second large body.
    private static let piece = 1 << 20

    var isEmpty: Bool { secrets.isEmpty }

    /// Whether a text is long and odd enough to be searched for by value: at least 12 bytes, no placeholder, not one
    /// character repeated, and no plain word (up to 16 letters, at most the first a capital), because a plain word
    /// stands in texts where it is no secret. A cookie needs a digit too: not every cookie is a secret, and the name of a
    /// time zone or a language must survive in the records.
    static func isSearchable(_ secret: [UInt8], label: String = "secret") -> Bool {
        guard secret.count >= PatternSearch.window, Set(secret).count > 2, Placeholder.ranges(in: secret).isEmpty else {
            return false
        }
        // The name of a secret is none: `user_password` must survive in schemas and queries.
        if SecretNames.isListed(secret) { return false }
        if label == "cookie", !secret.contains(where: ASCII.isDigit) { return false }
        let isWord = ASCII.isLetter(secret[0]) && secret.dropFirst().allSatisfy(ASCII.isLowercaseLetter)
        return !(isWord && secret.count <= 16)
    }

    /// Adds a secret when it is searchable and new; says whether it did.
    mutating func add(_ secret: [UInt8], label: String) -> Bool {
        guard Self.isSearchable(secret, label: label), known.insert(secret).inserted else { return false }
        secrets.append(secret)
        hasSpace = hasSpace || secret.contains(UInt8(ascii: " "))
        add(pattern: secret, Meaning(secret: secrets.count - 1, isBase64: false))
        for core in Base64Text.cores(of: secret) {
            add(pattern: core, Meaning(secret: secrets.count - 1, isBase64: true))
        }
        return true
    }

    private mutating func add(pattern: [UInt8], _ meaning: Meaning) {
        longest = max(longest, pattern.count)
        let number = patterns.add(pattern)
        assert(number == meanings.count, "patterns and their meanings are added together")
        meanings.append(meaning)
    }

    /// Every place where a secret stands, by where it begins.
    func occurrences(in text: [UInt8]) -> [Occurrence] {
        guard !isEmpty else { return [] }
        var found = patterns.matches(in: text).map { occurrence(of: $0, at: $0.range) }
        let plain = found.count
        for escape in EscapedView.Escape.allCases where escape != .form || hasSpace {
            search(text, decoding: escape, into: &found)
        }
        if found.count > plain { found.sort { $0.range.lowerBound < $1.range.lowerBound } }
        return found
    }

    private func occurrence(of match: PatternSearch.Match, at range: Range<Int>) -> Occurrence {
        let meaning = meanings[match.pattern]
        return Occurrence(range: range, secret: meaning.secret, isBase64: meaning.isBase64)
    }

    /// Only the neighbourhoods of escapes are decoded: a secret that is written with an escape stands around one.
    private func search(_ text: [UInt8], decoding escape: EscapedView.Escape, into found: inout [Occurrence]) {
        let reach = longest * 12
        var window: Range<Int>?
        var from = 0
        while let place = text.firstPlace(of: escape.lead, or: escape == .form ? UInt8(ascii: "+") : nil, from: from) {
            let around = max(0, place - reach)..<min(text.count, place + reach)
            if let open = window, around.lowerBound <= open.upperBound,
                around.upperBound - open.lowerBound <= Self.piece + 2 * reach
            {
                window = open.lowerBound..<around.upperBound
            } else {
                if let window { search(text[window], decoding: escape, into: &found) }
                window = around
            }
            from = place + 1
        }
        if let window { search(text[window], decoding: escape, into: &found) }
    }

    /// - Parameter isInside: whether the text was itself decoded from another.
    private func search(
        _ text: ArraySlice<UInt8>, decoding escape: EscapedView.Escape, isInside: Bool = false,
        into found: inout [Occurrence]
    ) {
        guard let view = EscapedView(text, of: escape) else { return }
        var inside = patterns.matches(in: view.bytes).map { occurrence(of: $0, at: $0.range) }
        // What stands in a JSON text is often a page, an address or JSON again, with escapes of its own.
        if escape == .json, !isInside {
            for inner in [EscapedView.Escape.json, .html, .percent] {
                search(view.bytes[...], decoding: inner, isInside: true, into: &inside)
            }
        }
        for var occurrence in inside {
            guard let range = view.source(of: occurrence.range) else { continue }
            occurrence.range = range
            // Escaped base64 is no run of base64 characters: it is replaced where it stands.
            occurrence.isBase64 = false
            found.append(occurrence)
        }
    }
}
