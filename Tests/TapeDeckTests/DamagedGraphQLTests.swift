import ExchangeModel
import Testing

@testable import TapeDeck

/// Randomly damaged documents.
@Suite struct DamagedGraphQLTests {
    private static let seeds = [
        #"mutation ($p: String = "a", $q: [Int!]!) { M { insert_x(user_password: "geheim", n: {token: $p, l: [1, "b"]}) { a: b @include(if: true) { c } ...F } } } fragment F on T { d }"#,
        #"{"query":"{t(queryConditions:\"a=1^user_password=x y^b=2\", password: \"\"\"q \\\" r\"\"\"){c}}","variables":{"p":["x",{"y":7}]},"operationName":"Q"}"#,
        #"graphql "mutation {a(user_password:\"ge\\u0068eim\", # (token: 1)"# + "\n"
            + #"apiKey:-12)}" --var p=x --var=q='a^token=b' -q token=c"#,
    ]
    private static let pieces = [
        "\"", "\\", "(", ")", "{", "}", "[", "]", ":", "$p", "#", "\n", "\"\"\"", "token: ", "'", "=", "@skip(if: $p)",
        "\u{E9}",
        "...", "REDACTED-token-1", "%", "\\u00e9", ",", " ",
    ]

    @Test func redactionIsIdempotentAndNeverCrashes() {
        var state: UInt64 = 3
        func randomNumber(_ count: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            return Int(StableHash.mixed(state) % UInt64(max(count, 1)))
        }
        for number in 0..<300 {
            var text = Array(Self.seeds[number % Self.seeds.count].utf8)
            for _ in 0...randomNumber(4) {
                let place = randomNumber(text.count)
                if randomNumber(3) == 0 {
                    text.removeSubrange(place..<min(text.count, place + 1 + randomNumber(12)))
                } else {
                    text.insert(contentsOf: Self.pieces[randomNumber(Self.pieces.count)].utf8, at: place)
                }
            }
            let redaction = Redaction(secrets: SecretBook())
            let line = String(decoding: text, as: UTF8.self)
            // With unbalanced quotation marks, the words of a line are ambiguous.
            _ = redaction.redactLine(line)
            let request = redaction.redact(.send(.post, "/api/now/graphql", line))
            #expect(redaction.redact(request) == request, "\(line)")
            let address = HTTPRequest.get("/api/now/graphql?variables=%7B%7D&query=" + PercentCoding.encode(line))
            #expect(redaction.redact(redaction.redact(address)) == redaction.redact(address))
            for asked in [request, address, GraphQLKeyTests.request(line)] {
                #expect(RequestKey(of: RequestParts(of: asked)) == RequestKey(of: RequestParts(of: asked)))
            }
        }
    }

    @Test func repeatedCharacterIsFast() {
        let redaction = Redaction(secrets: SecretBook())
        for sign in ["#", "(", "{", "[", "\"", "\\", "$", ":", "\"\"\"", "a(token:", "#\n", "\"(\" ", ")"] {
            let line = "{a(" + String(repeating: sign, count: 20_000)
            _ = redaction.redactLine(line)
            _ = redaction.redact(.send(.post, "/api/now/graphql", line))
            _ = RequestKey(of: RequestParts(of: GraphQLKeyTests.request(line)))
        }
    }
}
