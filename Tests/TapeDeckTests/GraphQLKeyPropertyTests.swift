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

    private static func node(_ depth: Int, _ number: Int, _ dice: inout SeededRandom) -> Node {
        var node = Node(name: "f\(number)")
        for place in 0..<Int.random(in: 0...2, using: &dice) {
            node.arguments.append(
                ("x\(place)", ["1", "\"a b\"", "[1, 2]", "{m: 1, n: E}", "null"].randomElement(using: &dice)!))
        }
        if depth > 0 {
            for place in 0..<Int.random(in: 0...4, using: &dice) {
                node.below.append(self.node(depth - 1, place, &dice))
            }
        }
        return node
    }

    /// One way to write the selections: shuffled, some repeated, some in fragments, with other white space.
    private static func write(_ nodes: [Node], _ dice: inout SeededRandom) -> String {
        var out: [String] = []
        for node in nodes.shuffled(using: &dice) {
            var text = node.name
            if !node.arguments.isEmpty {
                text +=
                    "("
                    + node.arguments.shuffled(using: &dice).map { $0.0 + blank(&dice) + ":" + $0.1 }
                    .joined(separator: [",", " ", "\n  ,"].randomElement(using: &dice)!) + ")"
            }
            if !node.below.isEmpty {
                let half = Int.random(in: 0...node.below.count, using: &dice)
                if half > 0, half < node.below.count, Bool.random(using: &dice) {
                    // Split into two parts.
                    out.append(text + "{" + write(Array(node.below[..<half]), &dice) + "}")
                    text += "{" + write(Array(node.below[half...]), &dice) + "}"
                } else {
                    text += blank(&dice) + "{" + write(node.below, &dice) + "}"
                }
            } else if Bool.random(using: &dice) {
                out.append(text)
            }
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: text = "... { \(text) }"
            case 1: text = "... @include(if: true) { \(text) }"
            case 2: out.append("gone @skip(if: true)")
            default: break
            }
            out.append(text)
        }
        return out.joined(separator: blank(&dice))
    }

    private static func blank(_ dice: inout SeededRandom) -> String {
        [" ", "\n", ",", " # note { \n", "\t "].randomElement(using: &dice)!
    }

    @Test func equivalentDocumentsHaveEqualKeys() {
        var dice = SeededRandom(state: 11)
        var keys: Set<String> = []
        for number in 0..<100 {
            let nodes = (0...3).map { Self.node(3, $0, &dice) } + [Node(name: "only\(number)")]
            var first: String?
            for spelling in 0..<10 {
                var text = Self.write(nodes, &dice)
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
        var dice = SeededRandom(state: 5)
        for _ in 0..<50 {
            let nodes = (0...3).map { Self.node(3, $0, &dice) }
            let question = GraphQLKeyTests.question("{" + Self.write(nodes, &dice) + "}")
            #expect(
                question.flatMap { GraphQLKeyTests.question($0.text)?.text } == question?.text)
        }
    }
}
