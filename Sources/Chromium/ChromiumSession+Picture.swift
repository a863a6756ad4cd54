import Notation

extension ChromiumSession {
    /// The highest picture, in pixels; what is further down is left out.
    package static let mostHeight = 16_384

    /// Opens an address and takes a picture (PNG) of the whole page, down to `mostHeight`, as wide as the window.
    package func photograph(_ order: PictureOrder) async throws(ChromiumFailure) -> [UInt8] {
        try await look(width: order.width, isDark: order.isDark)
        try await navigate(to: order.address)
        let metrics = try await call("Page.getLayoutMetrics", [:])
        let height = metrics["cssContentSize"]?["height"]?.scalarText.flatMap { Double($0) } ?? 0
        let clip: JSON = [
            "x": 0, "y": 0, "width": .number("\(order.width)"),
            "height": .number("\(Int(min(max(height.rounded(.up), 1), Double(Self.mostHeight))))"), "scale": 1,
        ]
        let answer = try await call(
            "Page.captureScreenshot",
            ["format": "png", "captureBeyondViewport": true, "clip": clip])
        guard let picture = answer["data"]?.scalarText.flatMap({ Base64.decode(Array($0.utf8)[...]) }),
            picture.starts(with: [0x89, 0x50, 0x4E, 0x47])
        else { throw ChromiumFailure(.lost, "The browser gave no picture.") }
        return picture
    }
}
