import Glibc
import Notation

/// Secrets in JSON: members named in `SecretNames`, with everything inside them, values of name/value records, and
/// secrets inside strings. In an object under `columns` only values can be secret: a schema names its columns.
///
/// It reads bytes without building a document, so truncated JSON is redacted too.
struct JSONRedactor: Redactor {
    /// What a GraphQL document reveals about members with ordinary names.
    var known = DocumentSecrets()
    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        bytes.withUnsafeBufferPointer { bytes in
            var scan = JSONScan(bytes: bytes, known: known, depth: depth)
            scan.run()
            return Find.merged(scan.finds)
        }
    }
}

/// One pass over a text, with a small state for every open bracket.
struct JSONScan {
    /// What is special about a bracket; most are plain.
    struct Marks {
        /// The label of everything inside.
        package var label: String?
        /// The members are columns of a table, each with its attributes.
        var holdsColumns = false
        /// The label of a described column's values.
        var described: String?
        /// The object is half of the record at that level: `"name": {"value": …, "display_value": …}`.
        var half: (role: PairRole, record: Int)?
        /// The label by the record's name.
        var named: String?
        /// The record was named by a label on a screen: `{"label": "Password", "value": "required"}`.
        var isLabelled = false
    }

    struct Level {
        var marks: Marks?
        /// The object is a record's field, as with `sysparm_display_value=all`.
        var isField = false
        /// Values of a record whose name has not come yet.
        var waiting: [Value] = []
        var array: ArrayState?
        /// The table whose rows are among the next members or elements.
        var table: ColumnarTable?
        /// Rows that came before the names of their columns.
        var rows: Range<Int>?

        /// Begins again, with the memory of an earlier bracket: a list has thousands of records.
        mutating func restart() {
            if marks != nil { marks = nil }
            isField = false
            if array != nil { array = nil }
            if table != nil { table = nil }
            if rows != nil { rows = nil }
            if !waiting.isEmpty { waiting.removeAll(keepingCapacity: true) }
        }
    }

    /// An open array. Lists of records have none inside.
    struct ArrayState {
        let start: Int
        var role: ColumnarTable.Role?
        var isElement = false
        var index = 0
        /// The names of columns in it.
        var names = ColumnarTable()
        /// The table of which it is a row, or a list of rows.
        var row: ColumnarTable?
        /// The secrets of a row, until its length is known.
        var secrets: [Find] = []
    }

    struct Value {
        package let range: Range<Int>
        var isEscaped = false
        var isBare = false

        func find(_ label: String) -> Find {
            Find(range: range, label: label, escapes: isEscaped ? [.json] : [], isBare: isBare)
        }
    }

    package let bytes: UnsafeBufferPointer<UInt8>
    package var place = 0
    /// The open brackets, and ones that were closed.
    var levels: [Level] = [Level()]
    /// The innermost open one.
    var last = 0
    var finds: [Find] = []
    package var key: Range<Int>?
    /// A string without secrets: with `sysparm_display_value=all` every value is there twice.
    private var plain = 0..<0
    /// The meaning of `key`; valid only while there is one.
    private var meaning = MemberNames.Meaning()
    private var names = MemberNames()
    let known: DocumentSecrets
    /// Whether `known` is empty.
    let isUnknown: Bool
    let depth: Int

    /// The most values that wait for a record's name.
    private static let mostWaiting = 16

    init(bytes: UnsafeBufferPointer<UInt8>, known: DocumentSecrets, depth: Int) {
        self.bytes = bytes
        self.known = known
        isUnknown = known.hasNoResponseNames
        self.depth = depth
    }

    package mutating func run() {
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): string()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open(isObject: bytes[place] == UInt8(ascii: "{"))
                key = nil
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if levels[last].array != nil { closeArray() }
                if last > 0 {
                    last -= 1
                    if levels[last].array?.role == .names { takeColumn(levels[last + 1].marks?.named) }
                } else {
                    levels[0].restart()
                }
                key = nil
                place += 1
            case UInt8(ascii: ","):
                key = nil
                place += 1
                if levels[last].array != nil { levels[last].array?.index += 1 }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number()
            // Digits and hyphens in a word, as in a placeholder, are no numbers.
            case let byte where ASCII.isLetter(byte):
                while place < bytes.count, ASCII.isName(bytes[place]) { place += 1 }
            default: place += 1
            }
        }
    }

    private mutating func open(isObject: Bool) {
        let outer = last
        last += 1
        if last == levels.count { levels.append(Level()) } else { levels[last].restart() }
        if !isObject { openArray(in: outer) }
        if isUnknown, levels[outer].marks == nil, key == nil || meaning.isPlain { return }
        var marks = Marks()
        let around = levels[outer].marks, label = labelOfValue(in: outer)
        marks.label = label
        marks.half = around?.half
        if marks.half == nil, let key, let role = role(of: key) { marks.half = (role, outer) }
        if isObject, around?.label == nil {
            if around?.holdsColumns ?? false { (marks.described, marks.label) = (label, nil) }
            marks.holdsColumns = key != nil && meaning.place == .columns
        }
        if marks.label == nil, key != nil, meaning.place == .value, !levels[outer].isField {
            marks.label = known.valueLabel
        }
        levels[last].marks = marks
    }

    /// The label that applies to the next value: the member's, or that of an enclosing secret.
    private func labelOfValue(in level: Int) -> String? {
        if let label = levels[level].marks?.label { return label }
        guard let key else { return nil }
        if let label = levels[level].marks?.described, meaning.place?.isValue ?? false { return label }
        if let label = names.label(of: meaning) { return label }
        return known.aliases.isEmpty ? nil : known.aliases[text(of: key)]
    }

    private func role(of key: Range<Int>) -> PairRole? {
        if let role = meaning.role { return role }
        return known.roles.isEmpty ? nil : known.roles[text(of: key)]
    }

    private func text(of key: Range<Int>) -> String {
        String(decoding: MemberNames.decoded(bytes[key]) ?? Array(bytes[key]), as: UTF8.self)
    }

    private mutating func string() {
        let start = place + 1
        var end = start, isEscaped = false
        while true {
            end = ASCII.stop(in: bytes, from: end, quote: UInt8(ascii: "\""))
            // A JSON string cannot contain a line break: this was not a string, or it was cut off.
            guard end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != 10 else { break }
            if bytes[end] == UInt8(ascii: "\\") {
                isEscaped = true
                end += 1
            }
            end += 1
        }
        end = min(end, bytes.count)
        place = min(end + 1, bytes.count)
        var next = place
        while next < bytes.count, ASCII.isSpace(bytes[next]) { next += 1 }
        if key == nil, next < bytes.count, bytes[next] == UInt8(ascii: ":") {
            key = start..<end
            meaning = names.meaning(of: start..<end, in: bytes)
            place = next + 1
            return
        }
        take(Value(range: start..<end, isEscaped: isEscaped))
    }

    private mutating func number() {
        let start = place
        while place < bytes.count, ASCII.isName(bytes[place]) || bytes[place] == UInt8(ascii: "+") { place += 1 }
        take(Value(range: start..<place, isBare: true))
    }

    /// A scalar value: hides it if its name or place makes it a secret, and stores the members `name` and `value`.
    private mutating func take(_ value: Value) {
        defer { key = nil }
        if key == nil, levels[last].array != nil { takeElement(value) }
        // Nearly all values of a list of records; a seventh of the time of redaction is saved here.
        if isUnknown, levels[last].marks == nil, key == nil || meaning.isOfPlainField {
            if key != nil, meaning.place == .displayValue || meaning.place == .link { levels[last].isField = true }
            if key != nil, meaning.role == .value { wait(value, at: last) }
            if !value.isBare { readText(value.range) }
            return
        }
        if let label = labelOfValue(in: last) { return describesType ? () : finds.append(value.find(label)) }
        if key != nil, meaning.place == .auth, CredentialForm.isUserAndPassword(bytes[value.range]) {
            return finds.append(value.find("authorization"))
        }
        if key != nil, meaning.place == .displayValue || meaning.place == .link { levels[last].isField = true }
        let half = levels[last].marks?.half
        if let label = known.valueLabel, key != nil, meaning.place == .value, !levels[last].isField, half == nil {
            return finds.append(value.find(label))
        }
        if let key, let role = role(of: key) {
            if takeHalf(role, value, of: last) { return }
            // `value` and `display_value` of an object that is half of a record.
            if role == .value, let half, takeHalf(half.role, value, of: half.record) { return }
        } else if key == nil, let half, takeHalf(half.role, value, of: half.record) {
            return
        }
        if value.isBare { return }
        if let key, !known.queries.isEmpty, known.queries.contains(text(of: key)) {
            let query = NestedText(Array(bytes[value.range])[...], .json).finds(by: EncodedQueryRedactor().finds)
            finds += query.map { $0.moved(by: value.range.lowerBound) }
        }
        readText(value.range)
    }

    /// Finds secrets in a string that is not secret as a whole.
    private mutating func readText(_ range: Range<Int>) {
        guard let start = bytes.baseAddress,
            range.count != plain.count || memcmp(start + range.lowerBound, start + plain.lowerBound, range.count) != 0
        else { return }
        guard EmbeddedText.mayHoldSecret(UnsafeBufferPointer(rebasing: bytes[range])) else { return plain = range }
        let found = EmbeddedText.finds(in: Array(bytes[range])[...], .json, depth: depth + 1)
        if found.isEmpty { plain = range }
        finds += found.map { $0.moved(by: range.lowerBound) }
    }

    /// Takes half of a record: the name decides whether the value is a secret. Returns true if it is.
    private mutating func takeHalf(_ role: PairRole, _ value: Value, of level: Int) -> Bool {
        switch role {
        case .name:
            let name = value.isEscaped ? EscapedView(Array(bytes[value.range])[...], of: .json)?.bytes : nil
            guard levels[level].marks?.named == nil,
                let label = name.map(SecretNames.label) ?? SecretNames.label(of: bytes[value.range])
            else { return false }
            // A member of a record is named as a whole, the target of a JSON patch (RFC 6902) by its path.
            let isVariable = !known.roles.isEmpty && key.map { known.roles[text(of: $0)] != nil } ?? false
            let isPath = !isVariable && isKey("path"), isLabelled = !isVariable && isKey("label")
            if isPath, bytes[value.range].first != UInt8(ascii: "/") { return false }
            finds += levels[level].waiting.filter { !isLabelled || isCredential($0) }.map { $0.find(label) }
            levels[level].waiting = []
            levels[level].marks = levels[level].marks ?? Marks()
            levels[level].marks?.named = label
            levels[level].marks?.isLabelled = isLabelled
            return false
        case .value:
            guard let label = levels[level].marks?.named else {
                wait(value, at: level)
                return false
            }
            if levels[level].marks?.isLabelled ?? false, !isCredential(value) { return false }
            finds.append(value.find(label))
            return true
        }
    }

    private func isKey(_ name: String) -> Bool { key.map { bytes[$0].elementsEqual(name.utf8) } ?? false }

    private func isCredential(_ value: Value) -> Bool {
        let text = Array(bytes[value.range])[...]
        return !CredentialForm.isOrdinary(text) && SecretNames.label(of: text) == nil
    }

    private mutating func wait(_ value: Value, at level: Int) {
        if levels[level].waiting.count < Self.mostWaiting { levels[level].waiting.append(value) }
    }
}

/// Tables in JSON whose rows are arrays: `{"columns": ["user", "password"], "rows": [["a", "x"]]}`, an array of arrays
/// that begins with the names, or two arrays side by side. Only rows with as many values as there are names count.
struct ColumnarTable {
    /// The role of an array by the name of its member.
    enum Role {
        case names, rows

        init?(_ key: some Collection<UInt8>) {
            guard key.count <= 16, let role = Self.roles[key] else { return nil }
            self = role
        }

        private static let roles = NameTable<Role>([
            .names: "columns cols columnnames fields fieldnames headers header head names keys attributes",
            .rows: "rows row values data records results result items entries cells",
        ])
    }

    /// The labels of the secret columns.
    var labels: [Int: String] = [:]
    /// The number of columns.
    var count = 0

    /// Longer texts and later columns are not names of columns.
    private static let longestName = 64, mostColumns = 256

    package mutating func take(name: some Collection<UInt8>, at column: Int) {
        guard column < Self.mostColumns, name.count <= Self.longestName else { return }
        if let label = SecretNames.label(of: name) { labels[column] = label }
    }
}

// Tables whose rows are arrays.
extension JSONScan {
    /// Whether a value inside a secret's object describes its type, as in a JSON Schema: `"password": {"type": "string"}`.
    var describesType: Bool {
        guard levels[last].marks?.label != nil, isUnknown, let key else { return false }
        return ["type", "format", "title", "description"].contains { bytes[key].elementsEqual($0.utf8) }
    }

    mutating func openArray(in outer: Int) {
        var array = ArrayState(start: place, role: key.flatMap { ColumnarTable.Role(bytes[$0]) }, isElement: key == nil)
        if key == nil, let around = levels[outer].array {
            array.row = levels[outer].table ?? around.row
        } else if array.role == .rows {
            array.row = levels[outer].table
        }
        levels[last].array = array
    }

    mutating func closeArray() {
        guard let array = levels[last].array, last > 0 else { return }
        if let row = array.row, array.index + 1 == row.count { finds += array.secrets }
        let outer = last - 1
        if array.role == .rows, levels[outer].rows == nil { levels[outer].rows = array.start..<place }
        guard !array.names.labels.isEmpty, array.index > 0 || array.role == .names else { return }
        // Names are in a member called so, or in the first of many arrays.
        guard array.role == .names || array.isElement && levels[outer].array?.index == 0 else { return }
        var table = array.names
        table.count = array.index + 1
        levels[outer].table = table
        guard let rows = levels[outer].rows else { return }
        var scan = JSONScan(bytes: UnsafeBufferPointer(rebasing: bytes[rows]), known: known, depth: depth)
        scan.levels[0].array = ArrayState(start: 0)
        scan.levels[0].table = table
        scan.run()
        finds += scan.finds.map { $0.moved(by: rows.lowerBound) }
    }

    mutating func takeElement(_ value: Value) {
        guard let array = levels[last].array else { return }
        if let label = array.row?.labels[array.index] { levels[last].array?.secrets.append(value.find(label)) }
        if !value.isBare { levels[last].array?.names.take(name: bytes[value.range], at: array.index) }
    }

    /// Takes the name of a column that an object describes: `"columns": [{"name": "password", "type": "string"}]`.
    mutating func takeColumn(_ label: String?) {
        guard let label, let index = levels[last].array?.index else { return }
        levels[last].array?.names.labels[index] = label
    }
}
