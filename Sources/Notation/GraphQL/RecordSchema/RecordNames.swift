extension GraphQL {
    /// The names of a record schema's fields and types that others go by too.
    package enum RecordNames {
        // MARK: Fields of the outermost types

        /// Asks for records.
        package static let recordQuery = "GlideRecord_Query"
        /// Changes records.
        package static let recordMutation = "GlideRecord_Mutation"
        /// Counts records.
        package static let aggregateQuery = "GlideAggregateRecord_Query"

        // MARK: Types

        /// Where queries begin.
        package static let queryType = "QueryType"
        /// Where mutations begin.
        package static let mutationType = "MutationType"
        /// A field for every table.
        package static let recordQueryType = "GlideRecord_QueryType"
        /// Three fields for every table that can be written.
        package static let recordMutationType = "GlideRecord_MutationType"
        /// Counts of a table, and its groups.
        package static let aggregateQueryType = "GlideAggregateRecord_QueryType"
        /// One group and its aggregates.
        package static let aggregatesType = "GlideAggregateRecord_AggregatesType"
        /// One column that makes groups, and its value in one of them.
        package static let groupByType = "GlideAggregateRecord_GroupByType"
        /// What `delete_TABLE` gives.
        package static let deletionType = "GlideRecord_DeleteMutationOutputType"
        /// A record as a whole.
        package static let rowDataType = "GlideRecord_RowDataType"
        /// A table as a whole.
        package static let metadataType = "GlideRecord_TableMetadataType"
        /// One value of a choice list.
        package static let choiceType = "GlideRecord_ChoiceListChoiceType"

        // MARK: Beginnings of types, a table's name behind them

        /// What a question about a table gives.
        package static let tablePrefix = "GlideRecord_TableType_"
        /// A row of a table.
        package static let rowPrefix = "GlideRecord_TableResultsType_"
        /// What `insert_TABLE` and `update_TABLE` give.
        package static let writePrefix = "GlideRecord_MutationResultType_"
        /// A column that refers to a table.
        package static let referencePrefix = "GlideRecord_ReferenceFieldType_"

        // MARK: Types of columns

        /// How most of them begin, a scalar's name behind it.
        package static let wrapperPrefix = "GlideRecord_FieldType_"
        /// How the others end.
        package static let wrapperSuffix = "FieldType"
    }
}
