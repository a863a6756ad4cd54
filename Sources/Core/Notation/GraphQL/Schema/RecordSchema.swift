extension GraphQL {
    /// The schema that an instance derives from its tables: `GlideRecord_Query`, `GlideRecord_Mutation` and
    /// `GlideAggregateRecord_Query`.
    ///
    /// Names and fields are those of an instance's introspection, except those that no public one shows: `MutationType`
    /// for the mutation root, and `GlideRecord_MutationResultType_TABLE` for the results of `insert_` and `update_`.
    /// Public documents select a record's columns there as well as `_results`; an instance has one type or the other,
    /// so this one has both.
    package struct RecordSchema: Schema {
        package let tables: any TableSource
        /// Whether the instance has no other roots and types. If it may have (its scripted schemas were not read),
        /// other root fields count as not known yet, unless they resemble these.
        package let isWhole: Bool

        package init(tables: some TableSource, isWhole: Bool = true) {
            self.tables = tables
            self.isWhole = isWhole
        }

        package let queryType = RecordNames.queryType
        package let mutationType: String? = RecordNames.mutationType

        /// The names of all types, four for each table; nil if not all tables are known.
        package var ownTypeNames: [String]? {
            typealias Names = RecordNames
            let roots = [queryType, Names.mutationType, Names.recordQueryType, Names.recordMutationType]
            let prefixes = [Names.tablePrefix, Names.rowPrefix, Names.referencePrefix, Names.writePrefix]
            return tables.tableNames.map { names in
                roots + Self.framework.map(\.name) + names.flatMap { name in prefixes.map { $0 + name } }
            }
        }

        package func ownType(_ name: String) -> Knowledge<TypeDefinition> {
            switch name {
            case RecordNames.queryType:
                return .known(root(name, Self.queryRoots))
            case RecordNames.mutationType:
                return .known(
                    root(name, [FieldDefinition(RecordNames.recordMutation, .type(RecordNames.recordMutationType))]))
            case RecordNames.recordQueryType: return .known(recordQuery)
            case RecordNames.recordMutationType: return .known(recordMutation)
            default: break
            }
            if let found = Self.frameworkByName[name] { return .known(found) }
            if let table = Self.rest(of: name, after: RecordNames.tablePrefix) {
                return ofTable(table) { tableType(table, $0) }
            }
            if let table = Self.rest(of: name, after: RecordNames.rowPrefix) {
                return ofTable(table) { rowType(name, table, $0, more: []) }
            }
            if let table = Self.rest(of: name, after: RecordNames.referencePrefix) {
                return ofTable(table) { _ in Self.referenceType(to: table) }
            }
            if let table = Self.rest(of: name, after: RecordNames.writePrefix) {
                return ofTable(table) { rowType(name, table, $0, more: Self.writeFields(table)) }
            }
            return isWhole || Self.isRecordName(name) ? .absent : .notYet
        }

        private func ofTable(_ table: String, _ make: (TableShape?) -> TypeDefinition) -> Knowledge<TypeDefinition> {
            switch tables.shape(of: table) {
            case .known(let shape): .known(make(shape))
            case .absent: .absent
            case .notYet: .known(make(nil))
            }
        }

        static func rest(of name: String, after prefix: String) -> String? {
            guard name.utf8.starts(with: prefix.utf8), name.utf8.count > prefix.utf8.count else { return nil }
            return String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        }

        private static func isRecordName(_ name: String) -> Bool {
            ["GlideRecord", "GlideAggregate", "Glide_"].contains { name.utf8.starts(with: $0.utf8) }
        }

        private func root(_ name: String, _ fields: [FieldDefinition]) -> TypeDefinition {
            let isWhole = isWhole
            return TypeDefinition(
                object: name, list: { fields },
                find: { name in
                    if let found = fields.first(where: { $0.name == name }) { return .known(found) }
                    return isWhole || Self.isRecordName(name) ? .absent : .notYet
                })
        }
    }

    package enum RecordNames {
        package static let recordQuery = "GlideRecord_Query"
        package static let recordMutation = "GlideRecord_Mutation"
        package static let aggregateQuery = "GlideAggregateRecord_Query"

        package static let queryType = "QueryType"
        package static let mutationType = "MutationType"
        package static let recordQueryType = "GlideRecord_QueryType"
        package static let recordMutationType = "GlideRecord_MutationType"
        package static let aggregateQueryType = "GlideAggregateRecord_QueryType"
        package static let aggregatesType = "GlideAggregateRecord_AggregatesType"
        package static let groupByType = "GlideAggregateRecord_GroupByType"
        package static let deletionType = "GlideRecord_DeleteMutationOutputType"
        package static let rowDataType = "GlideRecord_RowDataType"
        package static let metadataType = "GlideRecord_TableMetadataType"
        package static let choiceType = "GlideRecord_ChoiceListChoiceType"

        package static let tablePrefix = "GlideRecord_TableType_"
        package static let rowPrefix = "GlideRecord_TableResultsType_"
        package static let writePrefix = "GlideRecord_MutationResultType_"
        package static let referencePrefix = "GlideRecord_ReferenceFieldType_"

        package static let wrapperPrefix = "GlideRecord_FieldType_"
        package static let wrapperSuffix = "FieldType"
    }

    /// The operation of a `GlideRecord_Mutation` field; the raw value is the prefix of its name.
    package enum RecordWrite: String, Sendable, CaseIterable {
        case insert = "insert_"
        case update = "update_"
        case delete = "delete_"

        package static func read(_ field: String) -> (write: RecordWrite, table: String)? {
            for write in allCases {
                if let table = RecordSchema.rest(of: field, after: write.rawValue) { return (write, table) }
            }
            return nil
        }
    }

    package struct TableShape: Sendable, Hashable {
        /// The `sys_db_object.name`.
        package let name: String
        /// Empty if unknown.
        package let label: String
        package let columns: [ColumnShape]
        package let hasMutations: Bool
        private let index: [String: Int]

        package init(name: String, label: String = "", columns: [ColumnShape], hasMutations: Bool = true) {
            self.name = name
            self.label = label
            self.columns = columns
            self.hasMutations = hasMutations
            index = Dictionary(columns.indices.map { (columns[$0].name, $0) }) { first, _ in first }
        }

        package func column(_ name: String) -> ColumnShape? { index[name].map { columns[$0] } }
    }

    package struct ColumnShape: Sendable, Hashable {
        package var name: String
        /// Empty if unknown.
        package var label: String
        package var internalType: String
        /// The referenced table; nil for other types.
        package var reference: String?
        package var hasChoices: Bool

        package init(
            _ name: String, label: String = "", internalType: String = "string", reference: String? = nil,
            hasChoices: Bool = false
        ) {
            self.name = name
            self.label = label
            self.internalType = internalType
            self.reference = reference
            self.hasChoices = hasChoices
        }
    }

    /// The tables of an instance. Both requirements are called often and must not block.
    package protocol TableSource: Sendable {
        /// All tables in listing order; nil if not all are known.
        var tableNames: [String]? { get }
        /// The columns of a table. `absent`: the table does not exist; `notYet`: it has not been requested yet.
        func shape(of table: String) -> Knowledge<TableShape>
    }

    package struct TableShapes: TableSource {
        package let tableNames: [String]?
        private var known: [String: Knowledge<TableShape>]

        /// Tables with known columns, and the names of others.
        package init(_ shapes: [TableShape] = [], allNames: [String]?) {
            tableNames = allNames
            known = Dictionary((allNames ?? []).map { ($0, .notYet) }) { first, _ in first }
            for shape in shapes { learn(shape) }
        }

        package func shape(of table: String) -> Knowledge<TableShape> {
            known[table] ?? (tableNames == nil ? .notYet : .absent)
        }

        package mutating func learn(_ shape: TableShape) { known[shape.name] = .known(shape) }

        package mutating func learn(_ table: String, _ knowledge: Knowledge<TableShape>) { known[table] = knowledge }

        package func isLearned(_ table: String) -> Bool { known[table] != nil }
    }
}
