/// What JSON formats know of their columns before the first row.
enum JSONFields {
    /// The column names as JSON strings.
    static func names(_ columns: [Column]) -> [String] {
        columns.map { column in
            var text = ByteBuffer()
            JSONText.appendString(column.name, to: &text)
            return String(decoding: text.bytes, as: UTF8.self)
        }
    }
}
