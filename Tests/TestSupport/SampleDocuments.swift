/// GraphQL documents that several rooms are tried with.
package enum SampleDocuments {
    /// The ten articles published last: the query of the mobile SDK's documentation, as it is printed there.
    package static let articles = """
        {
        GlideRecord_Query {
        kb_knowledge(queryConditions: "active=true^ORDERBYpublishedDESC" pagination: { limit: 10, offset: 0 }) {
        _results {
        sys_id {
        value
        },
        number {
        displayValue
        },
        short_description {
        displayValue
        },
        author {
        displayValue
        }
        published {
        displayValue
        }
        }
        }
        }
        }
        """
}
