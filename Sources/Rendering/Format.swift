/// The forms a result can take; the raw values are the words people type.
package enum Format: String, CaseIterable, Sendable, Hashable {
    /// Aligned columns under a header, for people.
    case columns
    /// A field a line, whole values, for people.
    case line
    /// An array of objects, or one object for one record.
    case json
    /// One JSON object a line.
    case ndjson
    /// RFC 4180 with a header and `\n` line ends.
    case csv
    /// Tab-separated with a header; tabs, line breaks and backslashes are escaped.
    case tsv
    /// YAML 1.2; every value is a string.
    case yaml
    /// A GitHub-flavoured Markdown table.
    case markdown

    /// Whether it is read by programs: such formats hold raw values unless told otherwise.
    package var isForPrograms: Bool {
        switch self {
        case .columns, .line, .markdown: false
        case .json, .ndjson, .csv, .tsv, .yaml: true
        }
    }
}
