import Notation

/// What is said at the end of a page that is not on it: where it leads by itself, and what was left out.
enum PageRemarks {
    static func sentences(on document: Document) -> [String] {
        var sentences: [String] = []
        if let refresh = document.refresh {
            let target = PageText.label(refresh.target)
            let place = target.isEmpty ? "comes again" : "leads on to \(target)"
            sentences.append(
                refresh.seconds <= 0
                    ? "The page \(place) by itself."
                    : "The page \(place) by itself after \(counted(refresh.seconds, "second")).")
        }
        return sentences + document.cuts.map(sentence)
    }

    static func sentence(_ cut: Document.Cut) -> String {
        switch cut {
        case .bytes(let read, let all):
            "The page has \(counted(all, "byte")); the first \(grouped(read)) are shown. `page source > FILE` has all of it."
        case .depth(let most):
            "The page nests deeper than \(counted(most, "level")); what lies deeper is not shown. `page source` has it."
        case .nodes(let most):
            "The page has more than \(counted(most, "part")); the rest is not shown. `page source` has it."
        case .badText(let count):
            "\(counted(count, "byte")) of the page \(count == 1 ? "is" : "are") no text in its character set, shown as \u{FFFD}."
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Digits in threes, held together.
    private static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "\u{A0}" }
            text.append(digit)
        }
        return text
    }
}
