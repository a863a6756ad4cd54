import ExchangeModel
import Notation
import Redactors

/// Collects the people, mail addresses, telephone numbers and, on demand, free text of a tape.
struct PersonCollector: Sendable {
    private(set) var names: Set<String> = []
    /// First, middle and last names from columns of their own.
    package private(set) var parts: Set<String> = []
    private(set) var userNames: Set<String> = []
    private(set) var addresses: Set<String> = []
    private(set) var phones: Set<String> = []
    package private(set) var texts: Set<String> = []
    /// Values of columns that name groups, places and things.
    private(set) var others: Set<String> = []
    /// Words of the tape's structure in lower case: members, commands, paths, code. A name that is one of them is only
    /// replaced as a part of a longer one.
    private var words: Set<String> = []
    private var members: Set<String> = []
    /// How many bodies and inputs are neither text nor encoded text.
    private(set) var binaries = 0
    /// What queries ask for, until an answer shows that they found something.
    private var wanted: (url: String, values: [PersonValue]) = ("", [])
    let takesText: Bool

    init(takesText: Bool) { self.takesText = takesText }

    mutating func read(_ part: TapePart) {
        if case .user = part.kind { takeUserName(String(decoding: part.bytes, as: UTF8.self)) }
        if case .line = part.kind { readLine(String(decoding: part.bytes, as: UTF8.self)) }
        if case .address = part.kind { return readAddress(part) }
        if part.isBinary {
            binaries += 1
            return
        }
        let bytes = part.whole?.bytes ?? part.bytes
        let url = if case .body(_, let address) = part.kind { address } else { "" }
        if part.isEncoded { readForm(bytes) }
        ContactScan.forEachText(in: bytes) { takeContacts(in: $0) }
        if part.isScript { words.formUnion(CodeWords.words(in: bytes[...])) }
        let isLine = part.kind == .line
        for text in Self.readable(bytes) {
            let found = PersonReader(text, isLine: isLine, ofUser: Self.table(of: url) == "sys_user")
            for value in found.people where value.source == .column { take(value) }
            if takesText { for text in found.texts { takeText(text) } }
            others.formUnion(found.others)
            members.formUnion(found.members)
            words.formUnion(found.code)
        }
        if url == wanted.url, !url.isEmpty { settleQueries(Self.hasRecords(bytes)) }
    }

    /// Words of the tape's structure. A member that is a person's name or user name is none: `{"abel.tuter": 3}`.
    var vocabulary: Set<String> {
        let people = Set((names.union(userNames).union(addresses).union(parts)).map(FoldedText.of))
        var all = words
        for member in members where !people.contains(FoldedText.of(member)) {
            all.formUnion(Self.identifiers(in: member))
        }
        return all
    }

    /// A text and the texts in base64 and the like in it.
    private static func readable(_ bytes: [UInt8]) -> [[UInt8]] {
        [bytes] + EncodedRedactor.texts(in: bytes, where: { _ in true }).map(\.text.bytes)
    }

    // MARK: Values

    private mutating func take(_ value: PersonValue) {
        switch value.meaning {
        case .name: for name in PersonFields.names(in: value.text) { takeName(name) }
        case .part: if PersonFields.isName(value.text) { parts.insert(value.text) }
        case .userName: takeUserName(value.text)
        case .address:
            takeContacts(in: Array(value.text.utf8))
            // The mailbox is written like the user name.
            let mailbox = String(value.text.prefix { $0 != "@" })
            if mailbox.utf8.count < value.text.utf8.count { takeUserName(mailbox) }
        case .phone: if value.text.utf8.count(where: ASCII.isDigit) >= 7 { phones.insert(value.text) }
        }
    }

    /// One word is a user name, except in scripts without blanks between words.
    private mutating func takeName(_ name: String) {
        guard PersonFields.isName(name) else { return takeContacts(in: Array(name.utf8)) }
        if name.utf8.contains(UInt8(ascii: " ")) || NameShape(name).isUnspaced {
            names.insert(name)
        } else {
            takeUserName(name)
        }
    }

    private mutating func takeUserName(_ text: String) {
        guard PersonFields.isName(text) else { return }
        if text.utf8.contains(UInt8(ascii: "@")) { addresses.insert(text) } else { userNames.insert(text) }
    }

    private mutating func takeContacts(in bytes: [UInt8]) {
        addresses.formUnion(ContactScan.addresses(in: bytes))
        phones.formUnion(ContactScan.phones(in: bytes))
    }

    /// Each line is replaced alone, so that a journal keeps its headers.
    private mutating func takeText(_ text: String) {
        for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }) {
            let line = ASCII.trimmed(line)
            guard line.utf8.count > 3, !JournalHeaderLine.isHeader(Array(line.utf8)[...]),
                line.contains(where: \.isLetter), !SysIDForm.isWritten(line)
            else { continue }
            texts.insert(String(line))
        }
    }

    // MARK: Lines and URLs

    /// A command line's first words and flags are the program's.
    private mutating func readLine(_ line: String) {
        let parts = line.split(separator: " ")
        for word in parts.prefix(2) + parts.dropFirst(2).filter({ $0.hasPrefix("-") }) {
            words.formUnion(Self.identifiers(in: String(word)))
        }
    }

    private mutating func readForm(_ bytes: [UInt8]) {
        for field in PercentCoding.fields(of: String(decoding: bytes, as: UTF8.self)) where !field.value.isEmpty {
            let (last, before) = PersonFields.split(field.name)
            guard let meaning = PersonFields.meaning(of: last, before, ofUser: false) else { continue }
            take(PersonValue(range: 0..<0, text: field.value, meaning: meaning, source: .column))
        }
    }

    private mutating func readAddress(_ part: TapePart) {
        settleQueries(false)
        ContactScan.forEachText(in: part.bytes) { takeContacts(in: $0) }
        let text = String(decoding: part.bytes, as: UTF8.self)
        guard let url = HTTPURL(text) else { return }
        members.formUnion(url.path.split(separator: "/").map(String.init))
        let isUser = Self.table(of: text) == "sys_user"
        var values: [PersonValue] = []
        for field in url.queryFields {
            words.formUnion(Self.identifiers(in: field.name))
            guard field.name == "sysparm_query" else { continue }
            QueryValues.forEach(in: Array(field.value.utf8), isLine: false, ofUser: isUser) { range, meaning in
                let value = String(decoding: Array(field.value.utf8)[range], as: UTF8.self)
                values.append(PersonValue(range: range, text: value, meaning: meaning, source: .query))
            }
        }
        wanted = (text, values)
    }

    /// A query that found records asked for people. One that found none may have been mistaken: only a value of two
    /// words that names nothing else is taken for a name.
    private mutating func settleQueries(_ hasFound: Bool) {
        for value in wanted.values
        where hasFound || value.meaning != .name && value.meaning != .part
            || Pseudonyms.words(of: value.text).count > 1 && !others.contains(value.text)
        {
            if hasFound || value.meaning != .userName { take(value) }
        }
        wanted = ("", [])
    }

    private static func hasRecords(_ bytes: [UInt8]) -> Bool {
        guard let document = try? JSONDocument(bytes), let result = document.root["result"] else { return false }
        return result.count > 0
    }

    static func table(of url: String) -> String? {
        guard let path = HTTPURL(url)?.path, let end = path.firstEnd(of: "/table/") else { return nil }
        return String(path[end...].prefix { $0 != "/" })
    }

    private static func identifiers(in text: String) -> [String] {
        text.utf8.split { !ASCII.isLetter($0) }.map { ASCII.lowercased(String(Substring($0))) }
    }
}

/// Mail addresses and telephone numbers by their form.
enum ContactScan {
    /// Passes on a text and what is encoded in it, for values in any encoding.
    ///
    /// - Parameter levels: how deep the texts are nested that are read.
    static func forEachText(
        in bytes: [UInt8], levels: Int = 2, _ escapes: [EscapedView.Escape] = [.percent, .json, .html],
        _ body: ([UInt8]) -> Void
    ) {
        body(bytes)
        guard levels > 0 else { return }
        let views = escapes.compactMap { EscapedView(bytes[...], of: $0)?.bytes }
        for text in views + EncodedRedactor.texts(in: bytes, where: { _ in true }).map(\.text.bytes) {
            forEachText(in: text, levels: levels - 1, escapes, body)
        }
    }

    static func addresses(in bytes: [UInt8]) -> [String] {
        var found: [String] = []
        var from = 0
        while let sign = bytes.dropFirst(from).firstPlace(of: UInt8(ascii: "@")) {
            from = sign + 1
            var start = sign, end = sign + 1
            while start > 0, sign - start < 64, isMailbox(bytes[start - 1]) { start -= 1 }
            start = afterEscape(start, sign, in: bytes)
            while end < bytes.count, end - sign < 254, isHost(bytes[end]) { end += 1 }
            while end > sign + 1, !ASCII.isLetter(bytes[end - 1]) { end -= 1 }
            while start < sign, !ASCII.isLetter(bytes[start]), !ASCII.isDigit(bytes[start]) { start += 1 }
            let labels = bytes[(sign + 1)..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard start < sign, labels.count > 1, !labels.contains(where: \.isEmpty),
                let top = labels.last, top.count > 1, top.allSatisfy(ASCII.isLetter),
                !fileTypes.contains(String(decoding: top, as: UTF8.self))
            else { continue }
            found.append(String(decoding: bytes[start..<end], as: UTF8.self))
            from = end
        }
        return found
    }

    /// `logo@2x.png` is a file.
    private static let fileTypes: Set<String> = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js", "txt", "json",
    ]

    /// Numbers with `+`, or with an area code in parentheses, with an international prefix, of the form 555-555-0100, or
    /// after a word that says so: `tel: 0171 5551234`.
    static func phones(in bytes: [UInt8]) -> [String] {
        var found: [String] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            let isStart = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "(") || ASCII.isDigit(byte)
            guard isStart, place == 0 || !continuesNumber(bytes[place - 1]) else {
                place += 1
                continue
            }
            var end = place + 1
            while end < bytes.count, end - place < 26, ASCII.isDigit(bytes[end]) || " -.()/".utf8.contains(bytes[end]) {
                end += 1
            }
            while end > place, !ASCII.isDigit(bytes[end - 1]) { end -= 1 }
            let next = end < bytes.count ? bytes[end] : 0
            if end > place, !ASCII.isLetter(next), next != UInt8(ascii: "_"),
                isPhone(bytes[place..<end]) || followsLabel(place, in: bytes) && isLocalPhone(bytes[place..<end])
            {
                found.append(String(decoding: bytes[place..<end], as: UTF8.self))
                place = end
            } else {
                // The bracket may be around the whole number.
                place = byte == UInt8(ascii: "(") ? place + 1 : max(place + 1, end)
            }
        }
        return found
    }

    static func isPhone(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.filter(ASCII.isDigit).count
        guard (7...15).contains(digits) else { return false }
        let groups = text.split { !ASCII.isDigit($0) }.map(\.count)
        switch text.first {
        case UInt8(ascii: "+"): return digits >= 8 && ASCII.isDigit(text[text.startIndex + 1])
        case UInt8(ascii: "("): return groups.count > 2 && groups[0] == 3 && digits == 10
        case UInt8(ascii: "0") where text.starts(with: "00".utf8): return digits >= 10 && groups.count > 1
        default:
            let signs = Set(text.filter { !ASCII.isDigit($0) })
            return groups == [3, 3, 4] && signs.isSubset(of: Array("-. ".utf8))
        }
    }

    private static let labels = ["tel", "telefon", "telephone", "phone", "mobile", "mobil", "cell", "fax"]

    private static func followsLabel(_ place: Int, in bytes: [UInt8]) -> Bool {
        let before = bytes[..<place].suffix(16).reversed().drop { " :.=\"'".utf8.contains($0) }
        let word = before.prefix(while: ASCII.isLetter).reversed()
        return labels.contains { word.elementsEqual($0.utf8, by: { ASCII.lowercased($0) == $1 }) }
    }

    /// A number without an international prefix, with at least one sign or a zero at the beginning.
    private static func isLocalPhone(_ text: ArraySlice<UInt8>) -> Bool {
        (7...15).contains(text.count(where: ASCII.isDigit))
            && (text.first == UInt8(ascii: "0") || !text.allSatisfy(ASCII.isDigit))
    }

    private static func isMailbox(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "._+-'".utf8.contains(byte) || byte >= 0x80
    }

    private static func isHost(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func continuesNumber(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "+-._%/".utf8.contains(byte)
    }

    /// The start of a mailbox after an escape in front of it: `\n`, `%3D`, `\u003d`.
    private static func afterEscape(_ start: Int, _ sign: Int, in bytes: [UInt8]) -> Int {
        guard start > 0 else { return start }
        switch bytes[start - 1] {
        case UInt8(ascii: "\\"): return min(sign, start + (bytes[start] == UInt8(ascii: "u") ? 5 : 1))
        case UInt8(ascii: "%"): return min(sign, start + 2)
        default: return start
        }
    }
}
