import Notation
import Testing

@testable import Rendering

@Suite struct FieldFaceTests {
    @Test(arguments: [
        ("Update", "sysverb_update", "Update"), ("", "Search", "Search"), ("Delete", "", "Delete"), ("", "", "Submit"),
    ])
    func `a button says what people read on it, whatever it sends`(label: String, value: String, shown: String) {
        let face = FieldFace(.text("sys_action", label, value, .submit))
        #expect(face == .word(before: "< ", shown, after: " >"))
    }
}
