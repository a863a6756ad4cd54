import ExchangeModel
import Notation
import NowData
import Rendering
import Workbench

/// A table with what it refers to and what refers to it.
struct TableGraph: Sendable {
    private enum Kind: String { case outgoing, incoming, children }

    private typealias Neighbor = (table: String, references: [TableReference])

    /// The tables that one table refers to, that refer to it, or that extend it.
    private struct Group {
        let kind: Kind
        let center: String
        let neighbors: [Neighbor]
        /// Those beyond the limit.
        let rest: [Neighbor]
    }

    private let table: String
    private let hops: Int
    /// How many tables of a group are shown; nil for all.
    private let limit: Int?
    private let labels: [String: String]
    /// Tables, each followed by its parents.
    private var lines: [String: [String]] = [:]
    private var children: [String] = []
    private var references: Set<TableReference> = []

    static func read(_ table: String, hops: Int, limit: Int?, _ run: isolated Run) async throws -> TableGraph {
        let link = try run.connected()
        let described = try await link.schema.describe(table, for: .command).compactMap {
            TableReference($0, of: table)
        }
        let names = try await link.schema.tableNames(for: .command)
        var graph = TableGraph(
            table: table, hops: hops, limit: limit,
            labels: Dictionary(names.map { ($0.name, $0.label) }) { first, _ in first })
        do throws(RequestFailure) { try await graph.read(link.tables) } catch {
            guard error.mayTryAnotherSource else { throw error }
        }
        if graph.references.isEmpty, !described.isEmpty {
            graph.references = Set(described)
            run.notes.add(
                "You cannot read sys_dictionary on \(run.shortName), so what refers to \(table) is not shown.")
        }
        return graph
    }

    private mutating func read(_ client: TableClient) async throws(RequestFailure) {
        lines = try await client.ancestries(of: [table])
        children = try await client.children(of: table)
        references = try await client.references(of: line(of: table), to: line(of: table))
        guard hops > 1 else { return }
        func tables(_ kind: Kind) -> [String] {
            let all = groups.filter { $0.kind == kind }.flatMap(\.neighbors).map(\.table)
            return Set(all).subtracting(line(of: table)).sorted()
        }
        let after = tables(.outgoing), before = tables(.incoming)
        lines.merge(try await client.ancestries(of: after)) { $1 }
        references.formUnion(try await client.references(of: Set(after.flatMap(line)).sorted(), to: before))
    }

    private func line(of table: String) -> [String] { lines[table] ?? [table] }

    private var groups: [Group] {
        group(.outgoing, of: table) + line(of: table).flatMap { group(.incoming, of: $0) } + group(.children, of: table)
    }

    /// A group, or none if it is empty.
    private func group(_ kind: Kind, of center: String) -> [Group] {
        // What a table has in common with its parents is outgoing.
        let line = line(of: table)
        let own = Set(kind == .outgoing ? self.line(of: center) : line.contains(center) ? line : [])
        let found =
            switch kind {
            case .outgoing: Dictionary(grouping: references.filter { own.contains($0.table) }, by: \.target)
            case .incoming:
                Dictionary(grouping: references.filter { $0.target == center && !own.contains($0.table) }, by: \.table)
            case .children: Dictionary(uniqueKeysWithValues: Set(children).map { ($0, [TableReference]()) })
            }
        let all = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted { $0.column < $1.column }) }
        let shown = all.prefix(limit ?? .max)
        return all.isEmpty
            ? [] : [Group(kind: kind, center: center, neighbors: Array(shown), rest: Array(all.dropFirst(shown.count)))]
    }

    /// The second hop, if it was read.
    private func next(_ neighbor: Neighbor, in group: Group) -> [Group] {
        hops == 1 || group.kind == .children || line(of: table).contains(neighbor.table)
            ? [] : self.group(group.kind, of: neighbor.table)
    }
}

/// The graph as rows, one for each reference and each table that extends another.
extension TableGraph {
    private struct Row: Hashable {
        var kind = "extends"
        var table: String
        var column = ""
        var label = ""
        var target: String
    }

    private var rows: [Row] {
        func rows(_ groups: [Group]) -> [Row] {
            groups.flatMap { group in
                group.neighbors.flatMap { neighbor in
                    (group.kind == .children ? [Row(table: neighbor.table, target: group.center)] : [])
                        + neighbor.references.map {
                            Row(
                                kind: $0.isList ? "list" : "reference", table: $0.table, column: $0.column,
                                label: $0.label, target: $0.target)
                        }
                }
            }
        }
        let groups = groups, line = line(of: table)
        let further = groups.flatMap { group in group.neighbors.flatMap { next($0, in: group) } }
        var seen: Set<Row> = []
        return (zip(line, line.dropFirst()).map { Row(table: $0, target: $1) } + rows(groups) + rows(further)).filter {
            seen.insert($0).inserted
        }
    }

    var asTable: OutputTable {
        OutputTable(
            ["kind", "table", "table_label", "column", "column_label", "refers_to", "refers_to_label"],
            rows.map { row in
                [
                    row.kind, row.table, labels[row.table] ?? "", row.column, row.label, row.target,
                    labels[row.target] ?? "",
                ].map { Cell($0) }
            })
    }
}

/// The graph as text for people.
extension TableGraph {
    func text(width: Int?) -> String {
        var lines = ScreenText.wrapped(line(of: table).map(name).joined(separator: " extends "), width: width ?? .max)
        for group in groups {
            lines += [""] + ScreenText.wrapped(heading(of: group), width: width ?? .max)
            let all = group.neighbors.count + group.rest.count
            let rest = group.rest.isEmpty ? [] : [["\(more(group.rest)); -n \(all) shows all"]]
            let branches = group.neighbors.map { [text(of: $0, in: group)] + next($0, in: group).map(nextText) } + rest
            for (place, branch) in branches.enumerated() {
                let isLast = place == branches.count - 1
                let rows = branch.flatMap { ScreenText.wrapped($0, width: max((width ?? .max) - 5, 16)) }
                lines += rows.enumerated().map {
                    ($0 == 0 ? isLast ? "└─ " : "├─ " : isLast ? "     " : "│    ") + $1
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// `incident is referred to by 214 columns of 180 tables; 20 of them:`.
    private func heading(of group: Group) -> String {
        let all = group.neighbors + group.rest
        let tables = Phrase.counted(all.count, "table")
        let columns = Phrase.counted(all.flatMap(\.references).count, "column")
        let shown = group.rest.isEmpty ? ":" : "; \(group.neighbors.count) of them:"
        let role = group.center == table ? "" : " as \(group.center)"
        return switch group.kind {
        case .outgoing: "\(table) refers to \(tables) by \(columns)\(shown)"
        case .incoming: "\(table) is referred to\(role) by \(columns) of \(tables)\(shown)"
        case .children: "\(table) is extended by \(tables)\(shown)"
        }
    }

    /// `incident (Incident)`.
    private func name(_ table: String) -> String { SafeText.line(table + (labels[table].map { " (\($0))" } ?? "")) }

    /// `sys_user (User): caller_id, resolved_by; of task: assigned_to, closed_by`.
    private func text(of neighbor: Neighbor, in group: Group) -> String {
        let parts = line(of: group.kind == .outgoing ? table : neighbor.table).compactMap { owner -> String? in
            let own = neighbor.references.filter { $0.table == owner }
            let names = own.map { $0.column + ($0.isList ? " (list)" : "") }.joined(separator: ", ")
            return own.isEmpty ? nil : (owner == table || group.kind == .incoming ? "" : "of \(owner): ") + names
        }
        return name(neighbor.table) + (parts.isEmpty ? "" : ": " + SafeText.line(parts.joined(separator: "; ")))
    }

    /// The second hop in one paragraph.
    private func nextText(_ group: Group) -> String {
        let shown = group.neighbors.map { "\($0.table) (\($0.references.map(\.column).joined(separator: ", ")))" }
        let rest = group.rest.isEmpty ? [] : [more(group.rest)]
        return (group.kind == .outgoing ? "→ " : "← ") + SafeText.line((shown + rest).joined(separator: ", "))
    }

    private func more(_ rest: [Neighbor]) -> String {
        let columns = rest.flatMap(\.references).count
        return Phrase.counted(rest.count, "more table")
            + (columns == 0 ? "" : " with \(Phrase.counted(columns, "column"))")
    }
}

/// The graph for programs that draw it.
extension TableGraph {
    static let formats = ["mermaid", "dot", "svg"]

    /// A flowchart of Mermaid.
    var mermaid: String {
        diagram(
            ["flowchart LR"], lineBreak: "<br/>", node: { "n\($0)[\($1)]" },
            edge: { "n\($0) \($3 ? "-.->" : "-->")|\($2)| n\($1)" },
            escape: { scalar in
                let isPlain =
                    scalar.value > 0x7F || scalar.properties.isAlphabetic
                    || "0123456789 _.,".unicodeScalars.contains(scalar)
                return isPlain ? nil : "#\(scalar.value);"
            }, end: "    style n0 stroke-width:3px")
    }

    /// A graph of Graphviz, in whose labels backslashes begin escapes and ampersands entities.
    var dot: String {
        diagram(
            ["digraph schema {", "rankdir=LR", "node [shape=box, fontname=Arial]", "edge [fontname=Arial]"],
            lineBreak: "\\n", node: { "n\($0) [label=\($1)\($0 == 0 ? ", penwidth=3" : "")]" },
            edge: { "n\($0) -> n\($1) [label=\($2)\($3 ? ", style=dashed, arrowhead=empty" : "")]" },
            escape: { ["\\": "\\\\", "\"": "\\\"", "&": "&amp;"][$0] }, end: "}")
    }

    private func diagram(
        _ begin: [String], lineBreak: String, node: (Int, String) -> String,
        edge: (Int, Int, String, Bool) -> String, escape: (Unicode.Scalar) -> String?, end: String
    ) -> String {
        func quoted(_ lines: [String]) -> String {
            let escaped = lines.map { line in
                SafeText.line(line).unicodeScalars.map { escape($0) ?? String($0) }.joined()
            }
            return "\"\(escaped.joined(separator: lineBreak))\""
        }
        var nodes: [String] = [], numbers: [String: Int] = [:], edges: [String] = []
        func number(_ table: String, rest: [Neighbor] = []) -> Int {
            if let number = numbers[table] { return number }
            let title = rest.isEmpty ? [table] + (labels[table].map { [$0] } ?? []) : [more(rest)]
            numbers[table] = nodes.count
            nodes.append(node(nodes.count, quoted(title)))
            return nodes.count - 1
        }
        _ = number(table)
        var columns: [Row: [String]] = [:], pairs: [Row] = []
        for row in rows {
            let isReference = row.kind != "extends"
            let pair = Row(kind: isReference ? "" : row.kind, table: row.table, target: row.target)
            if columns[pair] == nil { pairs.append(pair) }
            columns[pair, default: []].append(isReference ? row.column : row.kind)
        }
        for pair in pairs {
            let text = quoted(columns[pair] ?? [])
            edges.append(edge(number(pair.table), number(pair.target), text, !pair.kind.isEmpty))
        }
        // One node for the tables that are not shown.
        let groups = groups
        for group in groups + groups.flatMap({ group in group.neighbors.flatMap { next($0, in: group) } })
        where !group.rest.isEmpty {
            let center = number(group.center), others = number("\(group.kind) \(group.center)", rest: group.rest)
            let isOutgoing = group.kind == .outgoing
            edges.append(
                edge(isOutgoing ? center : others, isOutgoing ? others : center, "\"…\"", group.kind == .children))
        }
        let lines = begin.dropFirst() + nodes + edges
        return (begin.prefix(1) + lines.map { "    " + $0 } + [end]).joined(separator: "\n")
    }
}
