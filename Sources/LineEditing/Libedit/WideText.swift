/// Text as libedit holds it: UTF-32.
enum WideText {
    static func string(_ scalars: some Sequence<UInt32>) -> String {
        var view = String.UnicodeScalarView()
        for scalar in scalars { view.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
        return String(view)
    }

    static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}
