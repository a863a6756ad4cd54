extension GraphQL {
    /// What looking at a document brought to light.
    package struct Validation: Sendable, Hashable {
        /// What is wrong, in the order of the document; empty when it can be sent.
        package var findings: [Finding]
        /// The tables whose columns nobody has asked for and which the document needs, sorted. With them known, a second
        /// look may find more.
        package var wantedTables: [String]
        /// How many parts were looked at, for whoever bounds the work.
        package var steps: Int

        /// Looks at a document by all rules for documents that are run (specification section 5).
        ///
        /// The work grows with the document, however fragments are used inside each other.
        /// - Parameters:
        ///   - operationName: the operation that is to run; nil when none is chosen.
        ///   - variables: a JSON object of values for the variables; nil leaves values and the choice of an operation
        ///     unchecked.
        package init(
            of document: Document, in schema: some Schema, operationName: String? = nil, variables: JSON? = nil
        ) {
            var validator = Validator(document, schema)
            validator.run()
            if let variables { validator.check(variables, operationName: operationName) }
            findings = validator.sortedFindings
            wantedTables = validator.wanted.sorted()
            steps = validator.steps
        }
    }
}
