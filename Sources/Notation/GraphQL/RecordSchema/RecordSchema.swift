extension GraphQL {
    /// The schema that an instance makes from its tables: `GlideRecord_Query`, `GlideRecord_Mutation` and
    /// `GlideAggregateRecord_Query`.
    ///
    /// Names and fields are those of an instance's introspection, save these, which no public one shows:
    /// `MutationType` for the root of mutations, and `GlideRecord_MutationResultType_TABLE` for what `insert_` and
    /// `update_` give. Public documents select a record's columns there as well as `_results`; on an instance they give
    /// one type or the other, so this one has both.
    package struct RecordSchema: Schema {
        /// Who knows the tables.
        package let tables: any TableSource
        /// Whether an instance has no other roots and types than these. When it may have, because nobody asked it for
        /// its scripted schemas, a root field of another name is not known yet, unless it looks like one of these.
        package let isWhole: Bool

        /// The schema of an instance's tables.
        package init(tables: some TableSource, isWhole: Bool = true) {
            self.tables = tables
            self.isWhole = isWhole
        }

        /// Where queries begin.
        package let queryType = RecordNames.queryType
        /// Where mutations begin.
        package let mutationType: String? = RecordNames.mutationType

        /// The names of all types, four for every table; nil when the tables are not all known.
        package var ownTypeNames: [String]? {
            tables.tableNames.map { names in
                [
                    RecordNames.queryType, RecordNames.mutationType, RecordNames.recordQueryType,
                    RecordNames.recordMutationType,
                ]
                    + Self.framework.map(\.name)
                    + names.flatMap { name in
                        [
                            RecordNames.tablePrefix, RecordNames.rowPrefix, RecordNames.referencePrefix,
                            RecordNames.writePrefix,
                        ]
                        .map { $0 + name }
                    }
            }
        }

        /// One type, made now.
        package func ownType(_ name: String) -> Knowledge<TypeDefinition> {
            switch name {
            case RecordNames.queryType:
                return .known(root(name, [Self.queryRoot, Self.aggregateRoot]))
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
                return ofTable(table) { _ in
                    TypeDefinition(object: name, fields: ColumnWrapper.reference(table).fields)
                }
            }
            if let table = Self.rest(of: name, after: RecordNames.writePrefix) {
                return ofTable(table) { rowType(name, table, $0, more: Self.writeFields(table)) }
            }
            return isWhole || Self.looksOwn(name) ? .absent : .notYet
        }

        /// A type of a table, unless there is no such table; its shape is nil when it is not known yet.
        private func ofTable(_ table: String, _ make: (TableShape?) -> TypeDefinition) -> Knowledge<TypeDefinition> {
            switch tables.shape(of: table) {
            case .known(let shape): .known(make(shape))
            case .absent: .absent
            case .notYet: .known(make(nil))
            }
        }

        /// What follows a prefix, unless it is empty or no prefix.
        static func rest(of name: String, after prefix: String) -> String? {
            guard name.utf8.starts(with: prefix.utf8), name.utf8.count > prefix.utf8.count else { return nil }
            return String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        }

        /// Whether a name can only mean one of these types or roots.
        private static func looksOwn(_ name: String) -> Bool {
            ["GlideRecord", "GlideAggregate", "Glide_"].contains { name.utf8.starts(with: $0.utf8) }
        }

        private func root(_ name: String, _ fields: [FieldDefinition]) -> TypeDefinition {
            let isWhole = isWhole
            return TypeDefinition(
                object: name, list: { fields },
                find: { name in
                    if let found = fields.first(where: { $0.name == name }) { return .known(found) }
                    return isWhole || Self.looksOwn(name) ? .absent : .notYet
                })
        }
    }
}
