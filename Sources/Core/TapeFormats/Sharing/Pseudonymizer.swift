package import CassetteStore
import ExchangeModel
import Notation
import Redactors

/// Copies a tape with pseudonyms in place of people, mail addresses and telephone numbers.
package struct Pseudonymizer: Sendable {
    /// How many different ones are replaced.
    package let people: Int
    package let addresses: Int
    package let phones: Int
    package let texts: Int
    /// Bodies and files that are not text and were not read.
    package let binaries: Int
    /// Names that are short or also other words, and so are only replaced in longer names and where a column says that
    /// they are names.
    package let ambiguous: [String]
    private var replacement: ValueReplacement
    private var attachments = AttachmentContents()
    private let search: RemainderSearch

    /// Reads a whole tape.
    ///
    /// - Parameters:
    ///   - freeText: whether descriptions, comments and notes are replaced, too.
    ///   - kept: words that are not names.
    package init(
        of cassette: Cassette, with pseudonyms: Pseudonyms, freeText: Bool, keeping kept: [String] = []
    ) throws(CassetteError) {
        var found = PersonCollector(takesText: freeText)
        try TapePart.forEach(of: cassette) { found.read($0) }
        self.init(found, pseudonyms, keeping: kept)
        try attachments.read(cassette, changing: self)
    }

    init(_ found: PersonCollector, _ pseudonyms: Pseudonyms, keeping kept: [String] = []) {
        let patterns = NamePatterns(found, pseudonyms, kept: Set(kept.map { $0.lowercased() }))
        var replacement = ValueReplacement()
        addresses = found.addresses.sorted().count {
            replacement.add(
                .init(original: Array($0.utf8), replacement: Array(pseudonyms.address($0).utf8), mode: .anywhere))
        }
        phones = found.phones.sorted().count { replacement.add(phone: $0, pseudonyms.phone($0)) }
        texts = found.texts.sorted().count {
            !patterns.isAmbiguous($0)
                && replacement.add(.init(original: Array($0.utf8), replacement: Array(pseudonyms.text($0).utf8)))
        }
        for value in patterns.values { replacement.add(value) }
        replacement.replacePerson = { patterns.replacement(of: $0) }
        replacement.prepare()
        people = Set(found.names.union(found.userNames).map { Pseudonyms.words(of: $0) }).count
        binaries = found.binaries
        ambiguous = patterns.ambiguous.sorted()
        search = RemainderSearch(found, patterns.ambiguous.union(kept))
        self.replacement = replacement
    }

    /// Appends the changed tape to a new one.
    package func copy(_ source: Cassette, onto target: Cassette) throws(CassetteError) {
        try TapeCopy.copy(source, onto: target, changing: self)
    }

    func changed(_ part: TapePart) -> [UInt8] { attachments.corrected(replacement.replaced(part), part) }

    /// Searches a changed tape for originals.
    package func remainder(on cassette: Cassette) throws(CassetteError) -> Remainder {
        try search.remainder(on: cassette)
    }

    package func names(originalIn text: [UInt8]) -> Bool {
        replacement.occurs(in: TapePart(place: "", kind: .input, bytes: text))
    }
}

extension NamePatterns {
    /// The replacement of a value that is recognized by its column, and the length of what it replaces; nil for a role,
    /// and for a condition of a query that names nobody on the tape.
    package func replacement(of value: PersonValue) -> (length: Int, replacement: [UInt8])? {
        func replaced(_ text: String) -> (Int, [UInt8])? {
            let other = replacement(for: text, value.meaning)
            return other == text ? nil : (text.utf8.count, Array(other.utf8))
        }
        switch (value.source, value.meaning) {
        case (.column, .address): return value.text.contains("@") ? replaced(value.text) : nil
        case (_, .phone), (_, .address): return nil
        case (.column, .name): return replaced(value.text)
        case (.column, _): return PersonFields.isName(value.text) ? replaced(value.text) : nil
        case (.argument, _):
            return known.contains(FoldedText.of(value.text)) && !isAmbiguous(value.text) ? replaced(value.text) : nil
        case (.query, _):
            var text = value.text[...]
            while !text.isEmpty {
                let name = String(text)
                if PersonFields.isName(name), isKnown(name) { return replaced(name) }
                guard let blank = text.lastIndex(of: " ") else { return nil }
                text = text[..<blank]
            }
            return nil
        }
    }

    private func isKnown(_ name: String) -> Bool {
        known.contains(FoldedText.of(name)) || Self.words(of: name).allSatisfy { known.contains(FoldedText.of($0)) }
    }
}

/// Contents of attachments that were changed, whose size and SHA-256 are in other answers.
struct AttachmentContents: Sendable {
    private struct Content: Sendable {
        var size: Int
        var hash: String
    }

    /// By the SHA-256 of the original content, and by the attachment's sys_id.
    private var contents: [String: Content] = [:]

    mutating func read(_ cassette: Cassette, changing change: Pseudonymizer) throws(CassetteError) {
        try cassette.forEachRequest { (exchange) throws(CassetteError) in
            let request = exchange.request
            guard let path = HTTPURL(request.url)?.path, let place = path.firstEnd(of: "/attachment/") else { return }
            if let body = request.body { add(body, request.headers, request.url, nil, change) }
            guard case .response(let response) = try cassette.answer(exchange.id) ?? .interrupted else { return }
            let id = String(path[place...].prefix { $0 != "/" })
            add(response.body, response.headers, request.url, id, change)
        }
    }

    private mutating func add(
        _ body: [UInt8], _ headers: HeaderFields, _ url: String, _ id: String?, _ change: Pseudonymizer
    ) {
        let kind = TapePart.Kind.body(type: headers["Content-Type"], url: url)
        let changed = change.changed(TapePart(place: "", kind: kind, bytes: body))
        guard changed != body else { return }
        let content = Content(size: changed.count, hash: SHA256.hex(changed))
        contents[SHA256.hex(body)] = content
        if let id { contents[id] = content }
    }

    /// A JSON answer with the sizes and digests of the changed contents.
    func corrected(_ bytes: [UInt8], _ part: TapePart) -> [UInt8] {
        guard !contents.isEmpty, case .body = part.kind, bytes.firstPlace(of: Array("size_bytes".utf8)) != nil,
            let document = try? JSONDocument(bytes)
        else { return bytes }
        var edits: [Edit] = []
        correct(document.root, &edits)
        return Edit.apply(Edit.merged(edits), to: bytes)
    }

    private func correct(_ node: JSONNode, _ edits: inout [Edit]) {
        for element in node.elements { correct(element, &edits) }
        for (_, value) in node.members { correct(value, &edits) }
        guard let size = node["size_bytes"] else { return }
        let names = [node["hash"], node["sys_id"]].compactMap { $0?.string ?? $0?["value"]?.string }
        guard let content = names.lazy.compactMap({ contents[$0] }).first else { return }
        for (old, new) in [(size, String(content.size)), (node["hash"], content.hash)] {
            for text in [old, old?["value"], old?["display_value"]] {
                guard let text, let source = text.scalarText.map({ _ in text.source }), !source.isEmpty else {
                    continue
                }
                let isQuoted = text.kind == .string
                edits.append(
                    Edit(
                        range: source.startIndex..<source.endIndex,
                        replacement: Array((isQuoted ? "\"\(new)\"" : new).utf8), label: ""))
            }
        }
    }
}
