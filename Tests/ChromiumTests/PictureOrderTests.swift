import Chromium
import Testing

@Suite struct PictureOrderTests {
    @Test func aPictureIsAsWideAsAScreenUnlessTold() {
        #expect(PictureOrder(address: "http://127.0.0.1/").width == 1280)
    }
}
