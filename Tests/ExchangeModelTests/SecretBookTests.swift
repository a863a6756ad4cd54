import ExchangeModel
import Testing

/// The book of secrets remembers each once, and says when it has grown.
@Suite struct SecretBookTests {
    @Test func aSecretIsWrittenOnceUnderItsFirstLabel() {
        let book = SecretBook()
        #expect(book.version == 0)
        book.write("s3cret", as: "password")
        book.write("s3cret", as: "token")
        book.write("", as: "token")
        book.write("other", as: "cookie")
        #expect(book.entries.map(\.label) == ["password", "cookie"])
        #expect(book.entries.map(\.text) == ["s3cret", "other"])
        #expect(book.version == 2)
    }

    @Test func manyTasksMayWriteAtOnce() async {
        let book = SecretBook()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { for number in 0..<100 { book.write("secret \((number + writer) % 100)", as: "token") } }
            }
        }
        #expect(book.version == 100)
        #expect(Set(book.entries.map(\.text)).count == 100)
    }
}
