import Notation
import Redactors
import Rendering

/// The columns of a selection of records, in the order of the document.
///
/// A field is one column, whose cells hold stored and display value. Its other subfields get their own columns,
/// `priority.label`, unless the field has only one. A field of a reference is `caller_id.email`.
struct GraphQLColumns: Sendable {
    private struct Source: Sendable {
        package let name: String
        let path: [String]
        /// The response names of stored and display value below the path; both nil if the value is at the path itself.
        package var value: String?
        var display: String?
        /// The index of a list element; nil for the whole list and for other values.
        var element: Int?
        let isSecret: Bool
    }

    private var sources: [Source] = []
    private let fragments: GraphQL.Fragments
    private let groups: [String]

    /// - Parameters:
    ///   - groups: the columns an aggregate is grouped by; each replaces `groupBy` as its own column.
    ///   - rows: the received rows. Columns that no record has are dropped, unless none has any.
    /// - Returns: nil if there are too many columns or they are nested too deeply.
    init?(
        _ selections: [GraphQL.Selection], _ fragments: GraphQL.Fragments, groups: [String] = [],
        rows: some Sequence<JSONNode>
    ) {
        self.fragments = fragments
        self.groups = groups
        guard add(selections, to: "", [], isSecret: false, depth: 0) else { return nil }
        let rows = Array(rows)
        let present = sources.filter { source in rows.contains { Self.holds(source.path, in: $0) } }
        if !present.isEmpty { sources = present }
    }

    var columns: [OutputColumn] { sources.map { OutputColumn($0.name) } }

    func cells(_ row: JSONNode) -> [Cell] {
        sources.map { source in
            guard var node = Self.node(source.path, in: row) else { return Cell("") }
            if let element = source.element {
                guard let one = node[element] else { return Cell("") }
                node = one
            }
            if source.isSecret { return Cell(node.kind == .null ? "" : Redaction.mask) }
            guard source.value != nil || source.display != nil else { return Cell(Self.text(node)) }
            let value = source.value.flatMap { node[$0] }.map(Self.text)
            let display = source.display.flatMap { node[$0] }.map(Self.text)
            return Cell(value ?? display ?? "", display: display)
        }
    }

    func table(of rows: JSONNode) -> OutputTable { OutputTable(columns: columns, rows: rows.elements.map(cells)) }

    private static let maxColumns = 2000
    private static let maxDepth = 50

    private mutating func add(
        _ selections: [GraphQL.Selection], to prefix: String, _ path: [String], isSecret: Bool, depth: Int
    ) -> Bool {
        guard depth < Self.maxDepth else { return false }
        for field in fragments.merged(selections) {
            guard sources.count < Self.maxColumns else { return false }
            let name = prefix + field.responseName, path = path + [field.responseName]
            let isSecret = isSecret || Redaction.isSecret(field.name.text)
            if field.name.text == "groupBy", let selections = field.selections, !groups.isEmpty {
                addGroups(fragments.merged(selections), path, isSecret: isSecret)
                continue
            }
            guard let subfields = field.selections.map({ fragments.merged($0) }) else {
                sources.append(Source(name: name, path: path, isSecret: isSecret))
                continue
            }
            guard addField(subfields, name, path, isSecret: isSecret, depth: depth) else { return false }
        }
        return true
    }

    private mutating func addGroups(_ subfields: [GraphQL.Field], _ path: [String], isSecret: Bool) {
        func name(_ text: String) -> String? { subfields.first { $0.name.text == text }?.responseName }
        for (number, group) in groups.enumerated() {
            let isSecret = isSecret || Redaction.isSecret(group)
            let value = name("value"), display = name("displayValue")
            if value != nil || display != nil {
                sources.append(
                    Source(
                        name: group, path: path, value: value, display: display, element: number, isSecret: isSecret))
            }
            for field in subfields where !["field", "value", "displayValue"].contains(field.name.text) {
                sources.append(
                    Source(
                        name: "\(group).\(field.responseName)", path: path, value: field.responseName, display: nil,
                        element: number, isSecret: isSecret))
            }
        }
    }

    private mutating func addField(
        _ subfields: [GraphQL.Field], _ name: String, _ path: [String], isSecret: Bool, depth: Int
    ) -> Bool {
        let isRowData = path.last == "_row_data"
        let value = isRowData ? nil : subfields.first { $0.name.text == "value" && $0.alias == nil }
        let display = isRowData ? nil : subfields.first { $0.name.text == "displayValue" && $0.alias == nil }
        if value != nil || display != nil {
            sources.append(
                Source(
                    name: name, path: path, value: value?.responseName, display: display?.responseName,
                    isSecret: isSecret))
        }
        let rest = subfields.filter { $0 != value && $0 != display }
        let isAlone = rest.count == 1 && subfields.count == 1 && !isRowData
        for field in rest {
            if field.name.text == "_reference", let selections = field.selections {
                guard add(selections, to: name + ".", path + [field.responseName], isSecret: isSecret, depth: depth + 1)
                else { return false }
            } else if field.selections != nil, field.name.text != "_choices" {
                guard
                    add([.field(field)], to: name + ".", path, isSecret: isSecret, depth: depth + 1)
                else { return false }
            } else {
                sources.append(
                    Source(
                        name: isAlone && field.selections == nil ? name : name + "." + field.responseName,
                        path: path + [field.responseName], isSecret: isSecret))
            }
        }
        return true
    }

    private static func holds(_ path: [String], in row: JSONNode) -> Bool {
        var node = row
        for name in path {
            guard let next = node[name] else { return node.kind == .null }
            node = next
        }
        return true
    }

    private static func node(_ path: [String], in row: JSONNode) -> JSONNode? {
        var node = row
        for name in path {
            guard let next = node[name] else { return nil }
            node = next
        }
        return node
    }

    /// A scalar's text. List elements are joined by commas; choices are shown by label.
    private static func text(_ node: JSONNode) -> String {
        switch node.kind {
        case .array: node.elements.map(text).joined(separator: ", ")
        case .object:
            (node["displayValue"] ?? node["value"])?.scalarText ?? String(decoding: node.source, as: UTF8.self)
        default: node.scalarText ?? ""
        }
    }
}
