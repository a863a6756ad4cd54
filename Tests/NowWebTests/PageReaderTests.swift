import NowWeb
import Notation
import Testing

@Suite struct PageReaderTests {
    @Test func nothingIsAnEmptyDocument() {
        #expect(PageReader.document([], contentType: nil) == Document())
    }
}
