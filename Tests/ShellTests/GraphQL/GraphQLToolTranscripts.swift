import Testing

/// Output of `graphql format` and `graphql describe`.
extension Transcripts {
    static let graphQLTools = [
        Transcript(
            "A document is laid out",
            files: [
                "broken.graphql": "{\n  a {\n    b(c: )\n  }\n}\n", "fine.graphql": "# all\nquery Q { a # of a\n b }",
            ],
            #"""
            > graphql format { GlideRecord_Query { incident(queryConditions: "active=true" pagination: { limit: 10, offset: 0 }) { _results { sys_id { value }, number { displayValue } } } } }
            {
              GlideRecord_Query {
                incident(
                  queryConditions: "active=true"
                  pagination: {limit: 10, offset: 0}
                ) {
                  _results {
                    sys_id {
                      value
                    }
                    number {
                      displayValue
                    }
                  }
                }
              }
            }
            > graphql format { a { b( ‹}›
            ! error: This } does not close the ( before it.
            ? exit 2
            > graphql format @broken.graphql
            ! broken.graphql:3: error: The document cannot be read: expected a value, found ).
            !       b(c: ‹)›
            ! note: Line 3, column 10 of the document.
            ? exit 2
            > graphql format @fine.graphql
            # all
            query Q {
              a # of a
              b
            }
            > graphql format ‹@missing.graphql›
            ! error: There is no file missing.graphql.
            ? exit 2
            > graphql format { a } => text
            {
              a
            }
            """#),
        Transcript(
            "The record schema is described",
            #"""
            > graphql describe sys_user_grmember
            Fields of _results
            name            type                               label
            group           ReferenceFieldType_sys_user_group  Group
            sys_created_by  FieldType_String                   Created by
            sys_created_on  FieldType_String                   Created
            sys_id          FieldType_ID                       Sys ID
            sys_mod_count   FieldType_Long                     Updates
            sys_tags        FieldType_String                   Tags
            sys_updated_by  FieldType_String                   Updated by
            sys_updated_on  FieldType_String                   Updated
            user            ReferenceFieldType_sys_user        User
            _row_data       RowDataType                        the record as a whole
            _query          QueryType                          another question; $$parent.COLUMN$$ stands for a value here

            Beside _results
            name             type
            _table_metadata  TableMetadataType
            _subscription    SubscriptionFieldsFieldType
            _rowCount        Int
            error_message    String

            Arguments of sys_user_grmember
            name             type                       label
            sys_id           String                     the one record to give
            queryConditions  String                     an encoded query
            omitCount        Boolean                    whether to leave _rowCount uncounted
            pagination       Glide_PaginationInputType  which rows to give

            Mutations
            name                      takes
            insert_sys_user_grmember  group: String, sys_created_by: String, … for each column
            update_sys_user_grmember  sys_id: String, group: String, … for each column
            delete_sys_user_grmember  sys_id: String
            > graphql describe incident priority | head -n 5
            priority: GlideRecord_ChoiceListFieldType
            name                  type
            value                 String
            displayValue          String
            _choices              [GlideRecord_ChoiceListChoiceType]
            > graphql describe incident caller_id | head -n 5
            caller_id: GlideRecord_ReferenceFieldType_sys_user
            name                  type
            value                 String
            displayValue          String
            _reference            TableResultsType_sys_user
            > graphql describe incident ‹prioritty›
            ! error: incident has no column prioritty.
            ! hint: Did you mean priority?
            ! hint: graphql describe incident
            ? exit 3
            > graphql describe
            GlideRecord_Query { TABLE { _table_metadata _subscription _rowCount error_message _results } }
            argument         type                       about
            sys_id           String                     the one record to give
            queryConditions  String                     an encoded query
            omitCount        Boolean                    whether to leave _rowCount uncounted
            pagination       Glide_PaginationInputType  which rows to give

            GlideAggregateRecord_Query { totalCount totalGroupsCount aggregates }
            argument          type                       about
            tableName         String!                    the table to count
            queryConditions   String                     an encoded query
            groupBy           [String]                   the columns that make groups
            having            String
            orderBy           String
            category          String
            aggregateOptions  String
            groupPagination   Glide_PaginationInputType  which groups to give

            GlideRecord_Mutation { insert_TABLE { COLUMN _row_data _query _rowCount error_message _results } }
            argument  type
            COLUMN    String

            GlideRecord_Mutation { update_TABLE { COLUMN _row_data _query _rowCount error_message _results } }
            argument  type    about
            sys_id    String  the record
            COLUMN    String

            GlideRecord_Mutation { delete_TABLE { modified_count sys_id } }
            argument  type    about
            sys_id    String  the record
            """#),
    ]
}
