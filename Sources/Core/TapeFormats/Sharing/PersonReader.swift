import Notation
import Redactors

/// A value that its column, field or place says to be a person's name, user name, address or number.
struct PersonValue: Sendable {
    enum Source: Sendable, Hashable {
        /// A column of an answer or a field of a page.
        case column
        /// A condition of a query, or an assignment: `caller_id.name=Abel`. It may name nobody.
        case query
        /// A word of a command line.
        case argument
    }

    package var range: Range<Int>
    package var text: String
    var meaning: PersonFields.Meaning
    package var source: Source
}

/// Reads a text for the values of columns that name people: JSON, pages, XML, queries, command lines, journals.
///
/// Collecting people and replacing them use the same reader, so that a value is replaced wherever it was recognized.
struct PersonReader {
    private(set) var people: [PersonValue] = []
    /// What people wrote.
    package private(set) var texts: [String] = []
    /// Values of columns that do not name people: groups, places, things.
    private(set) var others: Set<String> = []
    /// Names of members and fields.
    package private(set) var members: Set<String> = []
    /// Words of code: identifiers outside strings, names of tags and attributes.
    private(set) var code: Set<String> = []
    private let isLine: Bool
    private let depth: Int

    private static let deepest = 3

    /// - Parameter ofUser: whether the text is about the table sys_user.
    init(_ bytes: [UInt8], isLine: Bool = false, ofUser: Bool = false, depth: Int = 0) {
        (self.isLine, self.depth) = (isLine, depth)
        read(bytes, ofUser: ofUser)
    }

    private mutating func read(_ bytes: [UInt8], ofUser: Bool) {
        switch bytes.first(where: { !ASCII.isSpace($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if let document = try? JSONDocument(bytes) { return walk(document.root, "", ofUser: ofUser) }
        case UInt8(ascii: "<"): return readMarkup(bytes)
        default: break
        }
        readPlain(bytes, ofUser: ofUser)
    }

    // MARK: JSON

    private mutating func walk(_ node: JSONNode, _ name: String, ofUser: Bool) {
        switch node.kind {
        case .array: for element in node.elements { walk(element, name, ofUser: ofUser) }
        case .object:
            let isUser =
                ofUser || name == "sys_user"
                || node["user_name"] != nil && (node["first_name"] ?? node["last_name"] ?? node["email"]) != nil
            let refersToUser = node["link"]?.string.map(Self.linksUser)
            for (member, value) in node.members {
                members.insert(member)
                if value.kind == .string, member == "display_value" || member == "displayValue" {
                    // The object refers to a record: to a user, or to something else.
                    if refersToUser ?? PersonFields.isReference(name) {
                        add(value, .name)
                    } else if refersToUser == false, let text = value.string {
                        others.insert(text)
                    }
                }
                take(value, member, ofUser: isUser)
            }
            // The text of a journal entry is in a column named like any other.
            if node["element"]?.string.map(PersonFields.freeText.contains) ?? false, let text = node["value"]?.string {
                texts.append(text)
            }
        case .string: readString(node)
        case .number, .bool, .null: break
        }
    }

    private mutating func take(_ value: JSONNode, _ member: String, ofUser: Bool) {
        let (last, before) = PersonFields.split(member)
        if value.kind == .string { take(value, last, before, ofUser: ofUser) }
        if value.kind == .object, value["link"]?.string.map(Self.linksUser) ?? true {
            for key in ["display_value", "displayValue", "value"] {
                if let text = value[key], text.kind == .string { take(text, last, before, ofUser: ofUser) }
            }
        }
        walk(value, last, ofUser: ofUser && value.kind == .array)
    }

    private mutating func take(_ value: JSONNode, _ last: String, _ before: String?, ofUser: Bool) {
        if PersonFields.freeText.contains(last), let text = value.string { texts.append(text) }
        if let meaning = PersonFields.meaning(of: last, before, ofUser: ofUser) {
            add(value, meaning)
        } else if PersonFields.names(something: last), let text = value.string {
            others.insert(text)
        }
    }

    private mutating func add(_ value: JSONNode, _ meaning: PersonFields.Meaning) {
        let source = value.source
        guard source.count > 2 else { return }
        let range = source.startIndex + 1..<source.endIndex - 1
        people.append(PersonValue(range: range, text: value.string ?? "", meaning: meaning, source: .column))
    }

    private mutating func readString(_ node: JSONNode) {
        let source = node.source
        guard source.count > 6, depth < Self.deepest else { return }
        readNested(source[(source.startIndex + 1)..<(source.endIndex - 1)], .json, ofUser: false)
    }

    private mutating func readNested(_ source: ArraySlice<UInt8>, _ escape: EscapedView.Escape, ofUser: Bool) {
        let text = NestedText(source, escape)
        let inner = PersonReader(text.bytes, ofUser: ofUser, depth: depth + 1)
        for var value in inner.people where !value.range.isEmpty {
            value.range = text.place(of: value.range)
            people.append(value)
        }
        texts += inner.texts
        others.formUnion(inner.others)
        members.formUnion(inner.members)
        code.formUnion(inner.code)
    }

    // MARK: Pages and XML

    private mutating func readMarkup(_ bytes: [UInt8]) {
        var scanner = HTMLScanner(bytes)
        var isUser = false
        // What the text after a tag is: the field that it is the value of.
        var field: String?, isLink = false
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag):
                if tag.name == "sys_user" { isUser = true }
                code.insert(tag.name)
                let tagged = readAttributes(of: tag.name, &scanner, isUser)
                isLink = tagged != nil
                field = tagged ?? tag.name
                if tag.name == "script" || tag.name == "style" {
                    code.formUnion(CodeWords.words(in: bytes[scanner.rawText(of: tag.name)]))
                    field = nil
                }
            case .text(let range):
                let text = Self.text(range, in: bytes)
                // A link to a user may also say what it does: View.
                if let field, !isLink || text.utf8.contains(UInt8(ascii: " ")) {
                    take(text, range, in: bytes, field, isUser)
                }
                field = nil
            case .endTag(let tag):
                if tag.name == "sys_user" { isUser = false }
                field = nil
            case .comment, .declaration: field = nil
            }
        }
    }

    /// Reads the attributes of a tag. Returns the field that the text after it is the value of, if they say so: a link
    /// to a user is followed by the name.
    private mutating func readAttributes(of tag: String, _ scanner: inout HTMLScanner, _ isUser: Bool) -> String? {
        var name: String?, value: Range<Int>?, shown: Range<Int>?, field: String?
        while let attribute = scanner.attribute() {
            let label = scanner.lowercased(attribute.name)
            code.insert(label)
            guard let range = attribute.value else { continue }
            switch label {
            case "name": name = Self.text(range, in: scanner.bytes)
            case "id": name = name ?? Self.text(range, in: scanner.bytes)
            case "value": value = range
            case "display_value": shown = range
            case "class", "type", "style", "role":
                code.formUnion(CodeWords.words(in: scanner.bytes[range]))
            case "href":
                if Self.text(range, in: scanner.bytes).firstEnd(of: "sys_user.do?") != nil { field = "sys_user" }
            default: break
            }
        }
        if let shown { take(Self.text(shown, in: scanner.bytes), shown, in: scanner.bytes, tag, isUser) }
        if let name, let value { take(Self.text(value, in: scanner.bytes), value, in: scanner.bytes, name, isUser) }
        return field
    }

    private mutating func take(_ text: String, _ range: Range<Int>, in bytes: [UInt8], _ field: String, _ ofUser: Bool)
    {
        let range = bytes[range].trimmed.indices
        guard !range.isEmpty else { return }
        let (last, before) = PersonFields.split(field)
        if PersonFields.freeText.contains(last) { texts.append(text) }
        if let meaning = PersonFields.meaning(of: last, before, ofUser: ofUser) {
            people.append(PersonValue(range: range, text: text, meaning: meaning, source: .column))
        } else if depth < Self.deepest {
            readNested(bytes[range], .html, ofUser: false)
        }
    }

    private static func text(_ range: Range<Int>, in bytes: [UInt8]) -> String {
        let text = String(decoding: NestedText(bytes[range], .html).bytes, as: UTF8.self)
        return String(ASCII.trimmed(text[...]))
    }

    // MARK: Queries, command lines, journals

    private mutating func readPlain(_ bytes: [UInt8], ofUser: Bool) {
        let isUser =
            ofUser || bytes.firstPlace(of: Array("sys_user ".utf8), from: 0) != nil
            || bytes.firstPlace(of: Array("/sys_user?".utf8), from: 0) != nil
        QueryValues.forEach(in: bytes, isLine: isLine, ofUser: isUser) { range, meaning in
            let text = String(decoding: bytes[range], as: UTF8.self)
            people.append(PersonValue(range: range, text: text, meaning: meaning, source: .query))
        }
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            if let author = JournalHeaderLine.author(in: bytes[start..<end]) {
                let text = String(decoding: bytes[author], as: UTF8.self)
                people.append(PersonValue(range: author, text: text, meaning: .name, source: .column))
            }
            start = end + 1
        }
        if isLine {
            for range in QueryValues.arguments(of: bytes) {
                let text = String(decoding: bytes[range], as: UTF8.self)
                people.append(PersonValue(range: range, text: text, meaning: .name, source: .argument))
            }
        }
    }

    private static func linksUser(_ link: String) -> Bool { link.firstEnd(of: "/sys_user/") != nil }
}
