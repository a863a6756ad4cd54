import Testing

@testable import NowData

/// What a text is to a column.
@Suite struct ValueReadingTests {
    private static let choices = [
        ChoiceDescription(value: "1", label: "1 - Critical"), ChoiceDescription(value: "2", label: "High"),
        ChoiceDescription(value: "7", label: "Closed"), ChoiceDescription(value: "8", label: "Closed"),
    ]

    private static func column(_ type: String, reference: String? = nil, choices: [ChoiceDescription] = [])
        -> ColumnDescription
    {
        ColumnDescription(
            name: "x", label: "X", type: type, isMandatory: false, isReadOnly: false, reference: reference,
            maxLength: nil, defaultValue: nil, choices: choices)
    }

    private static let readings: [(ColumnDescription, String, ValueReading)] = [
        (column("integer", choices: choices), "1", .value),
        (column("integer", choices: choices), "", .value),
        (column("integer", choices: choices), "critical", .label(of: [choices[0]])),
        (column("integer", choices: choices), "1 - critical", .label(of: [choices[0]])),
        (column("integer", choices: choices), "closed", .label(of: [choices[2], choices[3]])),
        (column("integer", choices: choices), "9", .noChoice),
        (column("string", choices: choices), "Hgh", .noChoice),
        (column("integer"), "-5", .value), (column("integer"), "many", .noNumber),
        (column("decimal"), "nan", .noNumber),
        (column("boolean"), "TRUE", .value), (column("boolean"), "0", .value), (column("boolean"), "tru", .noTruth),
        (column("glide_date_time"), "2025-03-03", .value), (column("glide_date_time"), "2025-03-03 08:00:00", .value),
        (column("glide_date_time"), "2025-03-03T08:00:00Z", .value),
        (column("glide_date_time"), "javascript:gs.nowDateTime()", .value),
        (column("glide_date_time"), "2025-03-03 08:00", .noDate), (column("glide_date"), "2025-02-30T08:00", .noDate),
        (column("glide_date_time"), "yesterday", .noDate), (column("glide_date"), "2025-02-30", .noDate),
        (column("due_date"), "03.03.2025", .noDate), (column("glide_date"), "2025-03-03x", .noDate),
        (column("reference", reference: "sys_user"), "abel.tuter", .name(in: "sys_user")),
        (column("reference", reference: "sys_user"), "62826BF03710200044e0bfc8bcbe5df1", .value),
        (column("string"), "anything", .value), (column("glide_list"), "a,b", .value),
    ]

    @Test(arguments: readings.indices)
    func aTextIsReadByTheColumn(_ index: Int) {
        let (column, text, reading) = Self.readings[index]
        #expect(column.read(text) == reading, "\(column.type) \(text)")
    }
}
