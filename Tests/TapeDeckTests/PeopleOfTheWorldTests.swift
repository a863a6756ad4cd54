import CassetteStore
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck
@testable import TapeFormats

/// 500 names in 20 languages, in the places where tapes have names: none is left on the copy.
struct PeopleOfTheWorldTests {
    @Test(arguments: try! TestPerson.languages())
    func noNameIsLeft(_ language: String) async throws {
        let people = try TestPerson.all(language)
        expectEqual(people.count, 25)
        let folder = TemporaryFolder()
        try await record(people, at: folder.tape)
        let source = try Cassette.playing(at: folder.tape)
        let pseudonyms = Pseudonyms(key: [UInt8](repeating: 7, count: Pseudonyms.keyLength))
        let pseudonymizer = try Pseudonymizer(of: source, with: pseudonyms, freeText: false)
        let path = folder.file("copy.cassette")
        let copy = try Cassette.recording(at: path)
        try pseudonymizer.copy(source, onto: copy)
        let remainder = try pseudonymizer.remainder(on: copy)
        expectEqual(remainder.original, nil, "\(remainder)")
        try copy.close()

        var texts = [String(decoding: try folder.bytes("copy.cassette"), as: UTF8.self)]
        let changed = try Cassette.playing(at: path)
        try TapePart.forEach(of: changed) { part in
            texts.append("§\(part.place)§" + String(decoding: part.bytes, as: UTF8.self))
        }
        var search = NameSearch()
        for person in people { search.add(person) }
        var left: Set<String> = []
        for text in Set(texts) { left.formUnion(search.found(in: text)) }
        expectEqual(left.sorted(), [])
        // The same search finds every name on the original.
        var found: Set<String> = [], original: [String] = []
        try TapePart.forEach(of: source) { part in
            original.append(String(decoding: part.bytes, as: UTF8.self))
        }
        for text in original { found.formUnion(search.names(in: text)) }
        expectEqual(found.count, search.count, "\(search.missing(from: found))")
    }

    private func record(_ people: [TestPerson], at path: String) async throws {
        var outcomes: [ScriptedTransport.Outcome] = [], requests: [(String, HTTPRequest)] = []
        func add(_ line: String, _ request: HTTPRequest, _ response: HTTPResponse) {
            outcomes.append(.success(response))
            requests.append((line, request))
        }
        let users = people.map(\.user).joined(separator: ",")
        add(
            "table list sys_user -n 25", .get("/api/now/table/sys_user?sysparm_limit=25"),
            .json(#"{"result":[\#(users)]}"#))
        for (number, person) in people.enumerated() {
            let other = people[(number + 1) % people.count]
            // Queries: glued to operators and in lists; on the line and in the URL.
            let query =
                "assigned_to.nameLIKE\(person.family)^ORcaller_id.first_nameIN\(person.given),\(other.given)"
                + "^opened_by.user_name=\(person.userName)"
            let target = "/api/now/table/incident?sysparm_query=\(PercentCoding.encode(query))"
            add(#"table list incident -q "\#(query)" -f number --format csv"#, .get(target), .json(person.incident))
            // Each name in one of the other places, each place with some names of every language.
            switch number % 3 {
            case 0:
                // A page: text, attributes, a link, entities.
                add(
                    "page open x.do", .get("/x.do?sysparm_caller=\(PercentCoding.encode(person.name))"),
                    HTTPResponse(
                        status: 200, reason: "OK", headers: ["Content-Type": "text/html"],
                        body: Array(person.page.utf8)))
            case 1:
                // An attachment: names of the file, CSV and UTF-16.
                add(
                    #"attach get incident INC001 "\#(person.name).csv""#,
                    .get("/api/now/attachment/0123456789abcdef0123456789abcd\(10 + number)/file"),
                    HTTPResponse(
                        status: 200, reason: "OK", headers: person.fileHeaders, body: Array(person.file.utf8)))
            default:
                add(
                    #"graphql --variable name="\#(person.name)""#,
                    .send(.post, "/api/now/graphql", person.operation), .json(#"{"data":{"x":1}}"#))
            }
        }
        let recording = Recording(at: path, outcomes)
        for (line, request) in requests { try await recording.command(line, request) }
        try recording.deck.close()
    }
}

/// A person of `Tests/People/names.txt`.
struct TestPerson {
    let name: String
    let given: String
    let family: String
    let userName: String

    var mail: String { userName + "@acme.org" }
    /// `JaneRoe`; empty for names without blanks.
    var glued: String { given + family }

    private static func lines() throws -> [String] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "People/names.txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init).filter { !$0.hasPrefix("#") }
    }

    static func languages() throws -> [String] { try lines().split(separator: "").compactMap(\.first) }

    static func all(_ language: String) throws -> [TestPerson] {
        let group = try lines().split(separator: "").first { $0.first == language } ?? []
        return group.dropFirst().flatMap { $0.split(separator: ",") }.map { entry in
            var words = entry.split(separator: " ").map(String.init)
            let isLatin = !(words.last?.contains(".") ?? false)
            let given = words.removeFirst(), userName: String
            if isLatin {
                userName = ascii(given).lowercased() + "." + ascii(words.last ?? "").lowercased()
            } else {
                userName = words.removeLast()
            }
            guard let family = words.last else {
                // 王小明, 김민준
                let cut = given.count == 4 ? 2 : 1
                return TestPerson(
                    name: given, given: String(given.dropFirst(cut)), family: String(given.prefix(cut)),
                    userName: userName)
            }
            return TestPerson(
                name: ([given] + words).joined(separator: " "), given: given, family: family, userName: userName)
        }
    }

    /// As user names are made of names: `mueller`.
    static func ascii(_ name: String) -> String {
        let pairs: [Character: String] = [
            "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "Ø": "Oe", "å": "aa",
            "Å": "Aa",
            "ß": "ss", "æ": "ae", "Æ": "Ae", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i",
        ]
        return name.map { pairs[$0] ?? String($0) }.joined().folding(options: .diacriticInsensitive, locale: nil)
            .filter { $0 != "'" }
    }

    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.isASCII || scalar.value > 0xFFFF
                ? String(scalar)
                : "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
                    + String(scalar.value, radix: 16)
        }.joined()
    }

    private func entities(_ text: String) -> String {
        text.unicodeScalars.map { $0.isASCII ? String($0) : "&#\($0.value);" }.joined()
    }

    var user: String {
        #"{"sys_id":"x","name":"\#(name)","first_name":"\#(given)","last_name":"\#(family)","#
            + #""user_name":"\#(userName)","email":"\#(mail)"}"#
    }

    var incident: String {
        let base64 = Data("caller: \(name) <\(mail)>".utf8).base64EncodedString()
        let inner = #"{\"caller_id\":\"\#(name)\",\"mail\":\"\#(mail)\"}"#
        return #"""
            {"result":[{"number":"INC1",
            "caller_id":{"display_value":"\#(name)","link":"https://x/api/now/table/sys_user/1"},
            "assigned_to.name":"\#(escaped(name))","opened_by.first_name":"\#(given)","sys_created_by":"\#(userName)",
            "machine":"\#(glued)-PC","host":"srv-\#(userName).local","payload":"\#(inner)","blob":"\#(base64)",
            "short_description":"\#(name.uppercased()) phoned; \#(name.decomposedStringWithCanonicalMapping) wrote.",
            "url":"https://x/p?who=\#(PercentCoding.encode(PercentCoding.encode(name)))",
            "work_notes":"2026-04-14 19:29:09 - \#(name) (Work notes)\nSpoke with \#(family) \#(given).\n\n"}]}
            """#
    }

    var page: String {
        """
        <html><body><input name="incident.caller_id" value="\(name)"><span title="\(entities(name))">\(name)</span>
        <a href="mailto:\(userName)&#64;acme.org">x</a><i data-x="{&quot;assigned_to&quot;:&quot;\(name)&quot;}"></i>
        <script>var who = "\(escaped(name))";</script><p>\(glued) \(TestPerson.ascii(name))</p></body></html>
        """
    }

    var fileHeaders: HeaderFields {
        [
            "Content-Type": "text/csv",
            "Content-Disposition": "attachment; filename=\"\(TestPerson.ascii(name)).csv\"; "
                + "filename*=UTF-8''\(PercentCoding.encode(name)).csv",
        ]
    }

    var file: String { "number,caller\nINC1,\"\(name)\"\nINC2,\"\(family), \(given)\"\n" }
    var operation: String {
        #"{"query":"query($who: String) { x(who: $who) }","variables":{"who":"\#(name)","mail":"\#(mail)"}}"#
    }
}

/// Searches decoded texts for names, without the readers of the program.
private struct NameSearch {
    /// Names to be found as words, and those to be found anywhere.
    private var words: [String: String] = [:]
    private var parts: [String: String] = [:]
    private var names: Set<String> = []

    var count: Int { names.count }
    func missing(from found: Set<String>) -> Set<String> { names.subtracting(found) }

    mutating func add(_ person: TestPerson) {
        names.insert(person.name)
        let whole = [
            person.name, person.glued, person.family + person.given, "\(person.family) \(person.given)",
            "\(person.family), \(person.given)", person.userName, person.mail,
        ]
        for text in whole + [TestPerson.ascii(person.name), TestPerson.ascii(person.glued)] {
            let folded = Self.fold(text)
            if folded.count > 5 || folded.utf8.count >= 6 {
                parts[folded] = person.name
            } else {
                words[folded] = person.name
            }
        }
        for word in person.name.split(separator: " ").map(String.init) + [person.given, person.family] {
            let folded = Self.fold(word)
            if NeutralNames.lowercased.contains(folded) || OrdinaryWords.contains(folded) { continue }
            let isUnspaced = word.unicodeScalars.contains { $0.value > 0x2E80 }
            if folded.count > 4 || isUnspaced && word.count > 1 {
                parts[folded] = person.name
            } else if folded.count > 2 {
                words[folded] = person.name
            }
        }
    }

    /// Full names in a text, in the spelling of the list.
    func names(in text: String) -> Set<String> { names.filter { text.contains($0) } }

    func found(in text: String) -> Set<String> {
        var found: Set<String> = []
        for text in Self.decoded(text, text.utf8.count > 65536 ? 0 : 2) {
            let folded = Self.fold(text)
            let bytes = Array(folded.utf8)
            for (part, name) in parts where bytes.firstPlace(of: Array(part.utf8)) != nil {
                if !Self.isPseudonym(part, folded) { found.insert("\(name): \(part)") }
            }
            // `JaneRoe` are two words.
            let separated = text.reduce(into: "") { out, next in
                if next.isUppercase, out.last?.isLowercase ?? false { out.append(" ") }
                out.append(next)
            }
            for word in Self.fold(separated).split(whereSeparator: { !$0.isLetter }) {
                if let name = words[String(word)] { found.insert("\(name): \(word)") }
            }
        }
        return found
    }

    /// Whether a part occurs only within pseudonyms: `anders` in `anderson`.
    private static func isPseudonym(_ part: String, _ text: String) -> Bool {
        text.split(whereSeparator: { !$0.isLetter }).filter { $0.contains(part) }.allSatisfy { word in
            NeutralNames.lowercased.contains { $0.contains(part) && word.contains($0) }
        } && !part.contains(where: { !$0.isLetter })
    }

    private static func fold(_ text: String) -> String {
        // Most texts of a copy: folding characters takes long.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let letters: [Character: String] = ["ł": "l", "ø": "o", "đ": "d", "æ": "ae", "ß": "ss", "ı": "i", "œ": "oe"]
        return text.lowercased().map { letters[$0] ?? String($0) }.joined()
            .folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
    }

    private static func decoded(_ text: String, _ depth: Int) -> [String] {
        var all = [text]
        guard depth > 0 else { return all }
        var inner: [String] = []
        if text.contains("%"), let plain = text.removingPercentEncoding, plain != text { inner.append(plain) }
        if text.contains("&#") || text.contains("&quot;") { inner.append(replaced(text, "&#", ";", 10)) }
        if text.contains("\\u") { inner.append(replaced(text, "\\u", "", 16)) }
        for run in text.split(whereSeparator: { !($0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0))) })
        where run.count >= 16 && run.count % 4 == 0 {
            if let data = Data(base64Encoded: String(run)), let plain = String(data: data, encoding: .utf8) {
                inner.append(plain)
            }
        }
        for text in inner { all += decoded(text, depth - 1) }
        return all
    }

    /// Decodes `&#252;` or `\u00fc`.
    private static func replaced(_ text: String, _ start: String, _ end: String, _ radix: Int) -> String {
        var pieces = text.components(separatedBy: start)
        for place in pieces.indices.dropFirst() {
            let digits = end.isEmpty ? pieces[place].prefix(4) : pieces[place].prefix { $0 != ";" }
            guard let value = UInt32(digits, radix: radix), let scalar = Unicode.Scalar(value) else { continue }
            pieces[place] = String(scalar) + pieces[place].dropFirst(digits.count + end.count)
        }
        return pieces.joined().replacingOccurrences(of: "&quot;", with: "\"")
    }
}
