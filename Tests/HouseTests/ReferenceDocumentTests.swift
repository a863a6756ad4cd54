import Recipes
import TestSupport
import Testing
import Workbench

struct ReferenceDocumentTests {
    @Test func referenceIsUpToDate() throws {
        let written = try Project.text(of: "REFERENCE.md")
        expectEqual(written, Reference.markdown, "run: snowdeck help --reference > REFERENCE.md")
    }
}
