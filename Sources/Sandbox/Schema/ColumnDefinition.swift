/// A column as the table that owns it declares it.
struct ColumnDefinition: Sendable {
    let name: String
    var label: String
    let type: InternalType
    /// The table a reference or a list points into.
    let reference: String?
    /// The column of that table which the value names, when it is not `sys_id`.
    let referenceKey: String?
    /// How many characters fit.
    var length: Int
    var isReadOnly: Bool
    /// The raw value a new record gets.
    var defaultValue: String?
    /// Further columns of its dictionary entry (`mandatory`, `audit`, `attributes`) with their values.
    var attributes: [String: String] = [:]

    /// Declares a column; without a label it is called as its name reads.
    init(
        _ name: String, _ type: InternalType = .string, label: String? = nil, to reference: String? = nil,
        key: String? = nil, length: Int? = nil, readOnly: Bool = false, default defaultValue: String? = nil
    ) {
        self.name = name
        self.label = label ?? ColumnDefinition.label(from: name)
        self.type = type
        self.reference = reference
        referenceKey = key
        self.length = length ?? type.defaultLength
        isReadOnly = readOnly
        self.defaultValue = defaultValue
    }

    /// The name as it may stand in SQL.
    var sqlName: String { "\"" + name + "\"" }

    /// The columns that the platform itself keeps.
    static let system: [ColumnDefinition] = [
        .init("sys_id", .guid, label: "Sys ID", readOnly: true),
        .init("sys_created_on", .dateTime, label: "Created", readOnly: true),
        .init("sys_created_by", label: "Created by", readOnly: true),
        .init("sys_updated_on", .dateTime, label: "Updated", readOnly: true),
        .init("sys_updated_by", label: "Updated by", readOnly: true),
        .init("sys_mod_count", .integer, label: "Updates", readOnly: true, default: "0"),
        .init("sys_tags", label: "Tags", readOnly: true),
    ]

    /// `short_description` reads `Short description`.
    private static func label(from name: String) -> String {
        var bytes = Array(name.utf8)
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "_") {
                bytes[index] = UInt8(ascii: " ")
            } else if index == 0, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[index]) {
                bytes[index] &= 0xDF
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
