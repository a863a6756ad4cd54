import ExchangeModel
import Notation
import TapeDeck

/// sys_ids and what looks like a secret in the text of a recipe.
struct LiteralLint {
    private let survey: RecipeSurvey
    /// Lines that are run, expected or given: what stands in blocks of steps and of parameters.
    private let code: Set<Int>

    init(_ survey: RecipeSurvey) {
        self.survey = survey
        var code: Set<Int> = []
        for case .fence(let fence) in RecipeLayout(survey.recipe.text).parts
        where ["snowdeck", "params"].contains(fence.language) {
            code.formUnion(fence.content.map { $0 + 1 })
        }
        self.code = code
    }

    func findings(of commands: [RecipeSurvey.Command]) -> [RecipeFinding] {
        var findings: [RecipeFinding] = []
        let parameters = Set(survey.recipe.parameters.map(\.line))
        for (index, text) in survey.lines.enumerated() where code.contains(index + 1) {
            let bytes = Array(text.utf8)
            if !parameters.contains(index + 1) {
                findings += LiteralLint.sysIDs(in: bytes).map {
                    RecipeFinding(
                        .sysID, line: index + 1, span: $0,
                        "This sys_id stands for a record of one instance only.",
                        hints: ["A parameter of the type reference(table.column) finds the record by its name."])
                }
            }
            findings += TokenScan.tokens(in: bytes).map {
                RecipeFinding(
                    .secret, line: index + 1, span: $0, "This looks like a key or a token.",
                    hints: ["In a params block: token   # secret: what it opens"])
            }
        }
        for command in commands {
            for word in command.invocation.words {
                guard let length = Assignment.nameLength(in: word) else { continue }
                let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
                let value = word.dropping(length + 1)
                guard SecretWords.sort(of: name.utf8) != nil, let text = value.literal, !text.isEmpty else { continue }
                let place = survey.place(of: value.span, in: command.invocation.text, from: command.line)
                findings.append(
                    RecipeFinding(
                        .secret, line: place.line, span: place.span, "The value of \(name) stands in the file.",
                        hints: ["In a params block: \(name)   # secret: …"]))
            }
        }
        findings += survey.recipe.parameters.filter {
            $0.kind != .secret && SecretWords.sort(of: $0.name.utf8) != nil
        }.map {
            RecipeFinding(
                .secret, line: $0.line, span: survey.place(of: $0.name, in: $0.line),
                "\($0.name) sounds like a secret, and its type is \($0.kind.text).", hints: ["\($0.name)   # secret: …"]
            )
        }
        return findings
    }

    /// 32 hexadecimal digits that are no part of a longer word.
    private static func sysIDs(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            guard bytes[start].isNameByte else {
                start += 1
                continue
            }
            var end = start
            while end < bytes.count, bytes[end].isNameByte { end += 1 }
            if end - start == 32, bytes[start..<end].allSatisfy({ ASCII.hexValue($0) != nil }) {
                found.append(start..<end)
            }
            start = end
        }
        return found
    }
}
