import Recipes
import Testing
import Workbench

@Suite struct ReferenceDocumentTests {
    @Test func referenceIsUpToDate() throws {
        let written = try Project.text(of: "REFERENCE.md")
        #expect(written == Reference.markdown, "run: snowdeck help --reference > REFERENCE.md")
    }
}
