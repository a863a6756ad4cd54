/// One column of a table.
package struct ColumnDescription: Sendable, Hashable {
    /// The name used in queries and answers.
    package var name: String
    /// What people call it.
    package var label: String
    /// The internal type: `string`, `reference`, `glide_date_time` …
    package var type: String
    /// Whether a record needs a value here.
    package var isMandatory: Bool
    /// Whether it cannot be written.
    package var isReadOnly: Bool
    /// The table a reference points to.
    package var reference: String?
    /// How many characters fit.
    package var maxLength: Int?
    /// What a new record holds.
    package var defaultValue: String?
    /// The values a choice column offers, in their order.
    package var choices: [ChoiceDescription]
    /// The column of the table a reference points to whose value is displayed; nil when the instance does not tell.
    package var referenceDisplay: String? = nil
}
