import Notation

/// Secrets of JavaScript: strings that are the values of secrets' names, in assignments, objects, name/value records and
/// calls that set a header, and the secrets inside other strings.
struct ScriptRedactor: Redactor {
    static let name = "script"

    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        bytes.withUnsafeBufferPointer { buffer in
            var scan = Scan(bytes: bytes, depth: depth)
            for token in ScriptTokens(buffer) { scan.take(token, in: buffer) }
            return Find.merged(scan.finds + scan.record.takePending())
        }
    }

    private struct Scan {
        let bytes: [UInt8]
        let depth: Int
        var finds: [Find] = []
        var record = NamedRecord()
        private var names = MemberNames()
        /// The last tokens, the last one first.
        private var last: [ScriptTokens.Token] = []

        init(bytes: [UInt8], depth: Int) { (self.bytes, self.depth) = (bytes, depth) }

        mutating func take(_ token: ScriptTokens.Token, in buffer: UnsafeBufferPointer<UInt8>) {
            switch token.kind {
            case .string where !token.range.isEmpty:
                let find = Find(range: token.range, label: "", coding: .json)
                if let secret = value(find, in: buffer) ?? argument(find) {
                    finds.append(secret)
                } else if token.range.count > 6 {
                    finds += embedded(token)
                }
            case .templatePart: finds += embedded(token)
            case .sign where isSign("{", token) || isSign("}", token):
                finds += record.takePending()
                record = NamedRecord()
            default: break
            }
            last.insert(token, at: 0)
            if last.count > 5 { last.removeLast() }
        }

        /// The secrets inside a string that is none itself. What is a pattern, such as `token=([a-z]+)`, a format such as
        /// `token=%s` or a style such as `.password:after{` has none.
        private func embedded(_ token: ScriptTokens.Token) -> [Find] {
            EmbeddedText.finds(in: bytes[token.range], .json, depth: depth + 1).filter { find in
                find.encoded != nil
                    || !bytes[find.range].contains(where: Self.signsOfPatterns.contains)
                        && !bytes[find.range].starts(with: "%s".utf8)
            }
        }

        private static let signsOfPatterns = ASCIISet("()[]{}")

        /// The value of a name, if that or the name/value record makes it a secret.
        private mutating func value(_ find: Find, in buffer: UnsafeBufferPointer<UInt8>) -> Find? {
            guard let sign = last.first, isSign("=", sign) || isSign(":", sign), let name = name(before: sign) else {
                return nil
            }
            let meaning = names.meaning(of: name, in: buffer)
            guard let label = names.label(of: meaning) else { return record.take(meaning.role, find, in: bytes) }
            return secret(of: find, label, bytes[name])
        }

        /// `token =`, `a.token =`, `"token":`, `a['token'] =`; but not the first value of `x ? token : "…"`.
        private func name(before sign: ScriptTokens.Token) -> Range<Int>? {
            let isIndex = last.count > 3 && isSign("]", last[1]) && isSign("[", last[3])
            let place = isIndex ? 2 : 1
            guard last.count > place, last[place].kind == (isIndex ? .string : last[place].kind) else { return nil }
            guard last[place].kind == .name || last[place].kind == .string else { return nil }
            if !isIndex, isSign(":", sign), last.count > 2, !isSign("{", last[2]), !isSign(",", last[2]) { return nil }
            return last[place].range
        }

        /// The second argument of a call that sets a header: `xhr.setRequestHeader("X-UserToken", "…")`.
        private func argument(_ find: Find) -> Find? {
            guard last.count > 3, isSign(",", last[0]), last[1].kind == .string, isSign("(", last[2]),
                last[3].kind == .name, AssignmentRedactor.setsHeader(bytes[last[3].range]),
                let label = SecretNames.label(of: bytes[last[1].range])
            else { return nil }
            return secret(of: find, label, bytes[last[1].range])
        }

        private func secret(of literal: Find, _ label: String, _ name: ArraySlice<UInt8>) -> Find? {
            CredentialForm.isProgramWord(bytes[literal.range], of: name, label)
                ? nil : AssignmentRedactor.secret(of: literal, label, in: bytes)
        }

        private func isSign(_ sign: Character, _ token: ScriptTokens.Token) -> Bool {
            token.kind == .sign && token.range.count == 1 && bytes[token.range.lowerBound] == sign.asciiValue
        }
    }
}
