import CommandLanguage
import Notation
import TestSupport

/// JSON texts: parser, printers and offsets.
enum JSONReader {
    static func check(_ input: [UInt8]) throws {
        let document: JSONDocument
        do throws(JSONError) { document = try JSONDocument(input) } catch {
            try requireInside(error.offset..<error.offset, input.count, "an error")
            try require(error.line >= 1 && error.column >= 1 && !error.message.isEmpty, "an error without a place")
            return
        }
        let value = document.root.value
        for (style, text) in [("compact", value.compact), ("pretty", value.pretty)] {
            let again = try require(try? JSONDocument(text).root.value, "the \(style) text is rejected")
            try require(again == value, "the \(style) text has another value")
        }
        let canonical = value.canonical
        let again = try require(try? JSONDocument(canonical).root.value, "the canonical text is rejected")
        try requireSame(again.canonical, canonical, "the canonical form changes")
        try require(value.compactBytes.count <= 6 * input.count + 2, "the compact text is much longer")
        try check(document.root, in: input)
    }

    /// Members are found by name, and every value's source is inside its parent's.
    private static func check(_ node: JSONNode, in input: [UInt8]) throws {
        try requireInside(node.source.indices, input.count, "a value")
        var count = 0
        for (name, value) in node.members {
            count += 1
            try require(node[name] != nil, "a member is not found by its name")
            try require(node.source.indices.contains(value.source.startIndex), "a member is outside its object")
            try check(value, in: input)
        }
        for element in node.elements {
            count += 1
            try require(node.source.indices.contains(element.source.startIndex), "an element is outside its array")
            try check(element, in: input)
        }
        try require(count == node.count, "\(count) values are found, not \(node.count)")
    }
}

/// YAML texts: parser, writer, and the limit of what aliases repeat.
enum YAMLProperties {
    static func check(_ input: [UInt8]) throws {
        var limits = YAMLLimits()
        limits.nodes = 10_000
        limits.repeatedBytes = 100_000
        let read: (root: DataNode, tags: Int)
        do throws(YAMLError) { read = try YAMLReader.read(input, limits: limits) } catch {
            try require(error.kind != .libraryMissing, "libyaml is missing")
            try require(TerminalText.isPlain(error.description), "an error has control characters: \(error)")
            return
        }
        try require(read.tags <= input.count, "\(read.tags) tags")
        let written = try require(try? text(read.root), "the value cannot be written")
        let again = try require(
            try? YAMLReader.read(written), "what is written is rejected: \(String(decoding: written, as: UTF8.self))")
        try require(isSame(again.root, read.root), "what is written has another value")
    }

    private static func text(_ node: DataNode) throws(YAMLError) -> [UInt8] {
        let writer = try YAMLWriter()
        writer.add(node)
        writer.end()
        return try writer.take()
    }

    /// Whether two values mean the same. The writer quotes what it likes and drops the tags that create nothing.
    private static func isSame(_ one: DataNode, _ other: DataNode) -> Bool {
        switch (one, other) {
        case (.scalar, .scalar): return one.bytes == other.bytes
        case (.sequence(let left), .sequence(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
        case (.mapping(let left), .mapping(let right)):
            return left.count == right.count
                && zip(left, right).allSatisfy {
                    $0.name.utf8.elementsEqual($1.name.utf8) && isSame($0.value, $1.value)
                }
        default: return false
        }
    }
}

/// Encoded queries: parser, printer, normal form, diagnostics, and paths in JSON values (`.result[0].number`).
enum EncodedQueryProperties {
    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self), count = text.utf8.count
        let query = EncodedQuery(text)
        try requireSame(EncodedQuery.parts(of: text).joined(), text, "the parts are not the text")
        for condition in query.groups.flatMap(\.terms).flatMap(\.conditions) {
            try requireInside(condition.span, count, "a condition")
        }
        for part in query.unparsed { try requireInside(part.span, count, "an unparsed part") }
        for ordering in query.orderings { try requireInside(ordering.span, count, "an ordering") }
        if query.unparsed.isEmpty {
            let again = EncodedQuery(query.text)
            try require(again == query, "printed, it is another query: \(query.text)")
            try requireSame(again.normalForm ?? "", query.normalForm ?? "", "the normal form changes")
        }
        for diagnostic in query.diagnostics(knownColumns: { $0.utf8.count % 3 == 0 ? nil : $0.utf8.count % 3 == 1 }) {
            try requireInside(diagnostic.span, count, "a diagnostic")
        }
        if EncodedQuery.canNarrowQuery(text) {
            let narrowed = EncodedQuery("active=true^\(text)^priority=1")
            try require(narrowed.groups.count == 1, "a text that can only narrow a query adds an alternative")
        }
        try require(query.explanation().joined().utf8.count <= 100 * count + 1000, "a long explanation")
        _ = EncodedQuery.corrected(text)
        try checkPath(text)
    }

    private static func checkPath(_ text: String) throws {
        do {
            let path = try FieldPath(text)
            let again = try require(try? FieldPath(path.description), "a printed path is rejected: \(path)")
            try require(again == path, "a printed path is another path: \(path)")
        } catch let error as FieldPath.SyntaxError {
            try requireInside(error.offset..<error.offset, text.utf8.count, "a path's error")
        }
    }
}
