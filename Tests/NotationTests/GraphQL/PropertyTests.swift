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

    @Test func `order and layout do not change the canonical form`() throws {
        var documents = GraphQLDocuments(SeededGenerator(seed: 9))
        var shuffle = GraphQLShuffle(SeededGenerator(seed: 10))
        var count = 0
        for _ in 0..<500 {
            let document = documents.document()
            let canonical = document.canonical()
            guard canonical.fragments.isEmpty else { continue }
            let other = shuffle.scattered(shuffle.shuffled(document).text)
            #expect(try GraphQL.Document(other).canonical().text == canonical.text)
            count += 1
        }
        #expect(count > 300)
    }
}
