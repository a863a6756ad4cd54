import NowData
import Notation

/// The tables of an instance as far as a session has asked for them, as the record schema wants to be told of them.
struct KnownTables: GraphQL.TableSource {
    /// Every table; nil when nobody has asked.
    private(set) var tableNames: [String]?
    private var known: [String: GraphQL.Knowledge<GraphQL.TableShape>] = [:]

    /// - Parameter names: every table of the instance, where that is known.
    init(names: [String]? = nil) { tableNames = names }

    func shape(of table: String) -> GraphQL.Knowledge<GraphQL.TableShape> { known[table] ?? .notYet }

    /// Whether a table was asked for, whatever came of it.
    func isAsked(_ table: String) -> Bool { known[table] != nil }

    /// Takes in what the instance tells of a table's columns: none when it does not tell, so that any may exist.
    mutating func learn(_ columns: [ColumnDescription], of table: String) {
        known[table] = columns.isEmpty ? .notYet : .known(Self.shape(of: table, columns))
    }

    /// Takes in a table.
    mutating func learn(_ shape: GraphQL.TableShape) { known[shape.name] = .known(shape) }

    /// There is no such table.
    mutating func lacks(_ table: String) { known[table] = .absent }

    static func shape(of table: String, _ columns: [ColumnDescription]) -> GraphQL.TableShape {
        GraphQL.TableShape(
            name: table,
            columns: columns.map { column in
                GraphQL.ColumnShape(
                    column.name, label: column.label, internalType: column.type, reference: column.reference,
                    hasChoices: !column.choices.isEmpty, isMandatory: column.isMandatory,
                    isReadOnly: column.isReadOnly)
            })
    }
}

extension ShellSession {
    /// Asks for the columns of a table, unless this session has them; learns that there is none where that is so.
    func learn(_ table: String, into tables: inout KnownTables) async throws {
        do {
            tables.learn(try await columns(of: table), of: table)
        } catch RequestFailure.refused(let refusal) where refusal.saysTableIsInvalid {
            tables.lacks(table)
        }
    }
}
