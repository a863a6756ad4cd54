extension GraphQL {
    /// Who knows the tables of an instance. Both questions are asked again and again, so the answers are at hand.
    package protocol TableSource: Sendable {
        /// Every table, in the order they are listed; nil when they are not all known.
        var tableNames: [String]? { get }
        /// A table's columns. `absent` says that there is no such table, `notYet` that nobody has asked the instance.
        func shape(of table: String) -> Knowledge<TableShape>
    }

    /// Tables that are at hand as values.
    package struct TableShapes: TableSource {
        private let shapes: [String: TableShape]
        private let names: [String]?
        private let known: Set<String>

        /// These tables and no others.
        package init(_ shapes: [TableShape]) {
            self.init(shapes, allNames: shapes.map(\.name))
        }

        /// Tables whose columns are known, among others of which at most the names are.
        ///
        /// - Parameter allNames: every table of the instance; nil when they are not all known.
        package init(_ shapes: [TableShape], allNames: [String]?) {
            self.shapes = Dictionary(shapes.map { ($0.name, $0) }) { first, _ in first }
            names = allNames
            known = Set(allNames ?? [])
        }

        /// Every table; nil when they are not all known.
        package var tableNames: [String]? { names }

        /// A table's columns, when it was given; it is absent when all names are known and this is none of them.
        package func shape(of table: String) -> Knowledge<TableShape> {
            if let shape = shapes[table] { return .known(shape) }
            return names == nil || known.contains(table) ? .notYet : .absent
        }
    }
}
