import Notation

/// Turns what a command wrote into what a recipe expects: with holes where the text is another at each run.
enum HoleText {
    /// The line with holes for numbers of records, sys_ids and moments, and literal text that looks like a hole as such.
    static func line(_ text: String, hiding names: [String] = []) -> String {
        let bytes = Array(text.utf8)
        var made = "", place = 0
        for value in SaidValues.all(in: text) {
            made += literal(bytes[place..<value.range.lowerBound], hiding: names)
            switch value.form {
            case .number: made += "[INC]"
            case .sysID: made += "[SYS_ID]"
            case .moment: made += "[TIME]"
            case .day: made += "[DATE]"
            }
            place = value.range.upperBound
        }
        return made + literal(bytes[place...], hiding: names)
    }

    private static func literal(_ bytes: ArraySlice<UInt8>, hiding names: [String]) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        for hole in ["[INC]", "[NUMBER]", "[SYS_ID]", "[TIME]", "[DATE]", "[N]", "[..]"] {
            text = text.replacing(hole, with: "\\" + hole)
        }
        for name in names where name.utf8.count >= 3 { text = text.replacing(name, with: "[..]") }
        return text
    }
}
