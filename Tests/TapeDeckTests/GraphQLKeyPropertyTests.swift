import ExchangeModel
import Notation
import Testing

@testable import TapeDeck

/// Equivalent documents have equal keys.
@Suite struct GraphQLKeyPropertyTests {
    /// A deterministic generator.
    private struct SeededRandom: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            return StableHash.mixed(state)
        }
    }

    /// A field of the document, requested in many equivalent ways.
    private struct Node {
        var name: String
        var arguments: [(String, String)] = []
        var below: [Node] = []
    }

    private static func node(_ depth: Int, _ number: Int, _ randomNumber: inout SeededRandom) -> Node {
        var node = Node(name: "f\(number)")
        for place in 0..<Int.random(in: 0...2, using: &randomNumber) {
            node.arguments.append(
                ("x\(place)", ["1", "\"a b\"", "[1, 2]", "{m: 1, n: E}", "null"].randomElement(using: &randomNumber)!))
        }
        if depth > 0 {
            for place in 0..<Int.random(in: 0...4, using: &randomNumber) {
                node.below.append(self.node(depth - 1, place, &randomNumber))
            }
        }
        return node
    }

    /// One way to write the selections: shuffled, some repeated, some in fragments, with other white space.
    private static func write(_ nodes: [Node], _ randomNumber: inout SeededRandom) -> String {
        var out: [String] = []
        for node in nodes.shuffled(using: &randomNumber) {
            var text = node.name
            if !node.arguments.isEmpty {
                text +=
                    "("
                    + node.arguments.shuffled(using: &randomNumber).map { $0.0 + blank(&randomNumber) + ":" + $0.1 }
                    .joined(separator: [",", " ", "\n  ,"].randomElement(using: &randomNumber)!) + ")"
            }
            if !node.below.isEmpty {
                let half = Int.random(in: 0...node.below.count, using: &randomNumber)
                if half > 0, half < node.below.count, Bool.random(using: &randomNumber) {
                    // Split into two parts.
                    out.append(text + "{" + write(Array(node.below[..<half]), &randomNumber) + "}")
                    text += "{" + write(Array(node.below[half...]), &randomNumber) + "}"
                } else {
                    text += blank(&randomNumber) + "{" + write(node.below, &randomNumber) + "}"
                }
            } else if Bool.random(using: &randomNumber) {
                out.append(text)
            }
            switch Int.random(in: 0..<6, using: &randomNumber) {
            case 0: text = "... { \(text) }"
            case 1: text = "... @include(if: true) { \(text) }"
            case 2: out.append("gone @skip(if: true)")
            default: break
            }
            out.append(text)
        }
        return out.joined(separator: blank(&randomNumber))
    }

    private static func blank(_ randomNumber: inout SeededRandom) -> String {
        [" ", "\n", ",", " # note { \n", "\t "].randomElement(using: &randomNumber)!
    }

    @Test func equivalentDocumentsHaveEqualKeys() {
        var randomNumber = SeededRandom(state: 11)
        var keys: Set<String> = []
        for number in 0..<100 {
            let nodes = (0...3).map { Self.node(3, $0, &randomNumber) } + [Node(name: "only\(number)")]
            var first: String?
            for spelling in 0..<10 {
                var text = Self.write(nodes, &randomNumber)
                if spelling % 2 == 0 { text = "query Q\(spelling) {\(text)}" } else { text = "{" + text + "}" }
                let question = GraphQLKeyTests.question(text)
                #expect(question != nil, "\(text)")
                first = first ?? question?.text
                #expect(question?.text == first, "\(text)")
            }
            if let first { keys.insert(first) }
        }
        #expect(keys.count == 100)
    }

    @Test func canonicalFormIsIdempotent() {
        var randomNumber = SeededRandom(state: 5)
        for _ in 0..<50 {
            let nodes = (0...3).map { Self.node(3, $0, &randomNumber) }
            let question = GraphQLKeyTests.question("{" + Self.write(nodes, &randomNumber) + "}")
            #expect(
                question.flatMap { GraphQLKeyTests.question($0.text)?.text } == question?.text)
        }
    }
}
