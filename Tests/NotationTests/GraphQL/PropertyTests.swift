import Notation
import TestSupport
import Testing

/// Claims about every document, tried on random and on damaged ones from a fixed seed.
@Suite struct GraphQLPropertyTests {
    @Test func `every claim holds for thousands of random and damaged texts`() {
        let report = FuzzRun(GraphQLSubject(), seed: 7).report(on: 0..<2000) { 0 }
        #expect(report.broken.map(\.claim) == [])
        #expect(report.accepted > 600)
        #expect(report.refused > 1000)
    }

    @Test func `what is written reads back as the same value`() throws {
        var documents = GraphQLDocuments(SeededGenerator(seed: 8))
        for _ in 0..<500 {
            let document = documents.document()
            #expect(try GraphQL.Document(document.text) == document)
        }
    }

    @Test func `order and layout do not change what is asked`() {
        var documents = GraphQLDocuments(SeededGenerator(seed: 9))
        var shuffle = GraphQLShuffle(SeededGenerator(seed: 10))
        let rules = GraphQL.NoQuestionRules()
        var count = 0
        for _ in 0..<1000 {
            let document = documents.document()
            let name = document.operations.first?.name?.text
            guard let asked = GraphQL.Question(document.text, operation: name, rules: rules), !asked.text.contains(" @")
            else { continue }
            let other = shuffle.scattered(shuffle.shuffled(document).text)
            #expect(GraphQL.Question(other, operation: name, rules: rules)?.text == asked.text)
            count += 1
        }
        #expect(count > 50)
    }
}
