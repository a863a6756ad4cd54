import TestSupport
import Testing

@testable import Shell

@Suite struct RecipePropertyTests {
    @Test func damagedRecipesAreRejectedOrFormatEquivalently() {
        let report = FuzzRun(RecipeFuzzTarget(), seed: 11).report(on: 0..<400) { 0 }
        #expect(report.broken.map { "\($0.number): \($0.claim)" } == [])
        #expect(report.accepted > 20)
        #expect(report.rejected > 20)
    }
}
