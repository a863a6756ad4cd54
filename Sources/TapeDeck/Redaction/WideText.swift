import Notation

/// A text of two bytes for each character (UTF-16), which redactors of other texts read by the one that says what it is.
enum WideText: Sendable, Hashable {
    case littleEnd, bigEnd

    /// By its mark or its type; nil for a text of any other kind.
    init?(_ bytes: [UInt8], type: String?) {
        let type = ASCII.lowercased(type ?? "")
        if bytes.starts(with: [0xFF, 0xFE]) || type.contains("utf-16le") {
            self = .littleEnd
        } else if bytes.starts(with: [0xFE, 0xFF]) || type.contains("utf-16be") {
            self = .bigEnd
        } else if type.contains("utf-16") {
            // As browsers have it.
            self = .littleEnd
        } else {
            return nil
        }
    }

    /// One byte for each two; what is not ASCII is none that means anything to a redactor.
    func narrowed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
            let (first, second) = (bytes[place], bytes[place + 1])
            let (low, high) = self == .littleEnd ? (first, second) : (second, first)
            return high == 0 && low < 0x80 ? low : 0xFF
        }
    }

    /// ASCII in two bytes for each.
    func widened(_ bytes: [UInt8]) -> [UInt8] { bytes.flatMap { self == .littleEnd ? [$0, 0] : [0, $0] } }
}

/// Finds in a wide text what another redactor finds in a narrow one.
struct WideRedactor: Redactor {
    static let name = "wide"

    let wide: WideText
    let narrow: any Redactor

    func finds(in bytes: [UInt8]) -> [Find] {
        narrow.finds(in: wide.narrowed(bytes[...])).compactMap { find in
            // A text in a text would have to be written in the other's way twice over.
            var find = find
            find.range = find.range.lowerBound * 2..<find.range.upperBound * 2
            find.nested = nil
            find.wide = wide
            return find
        }
    }
}
