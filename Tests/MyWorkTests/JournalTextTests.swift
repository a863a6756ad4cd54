import Testing

@testable import MyWork

/// Journals as records display them, taken apart.
@Suite struct JournalTextTests {
    /// The entries as `time|author|column|text`.
    private func entries(_ text: String, of column: String = "comments_and_work_notes") -> [String] {
        JournalText(text, of: column).entries.map {
            "\($0.shownTime)|\($0.author)|\($0.kind.column)|\($0.text)"
        }
    }

    @Test func entriesAreTakenApart() {
        #expect(
            entries(
                """
                2025-03-03 08:00:02 - John Doe (Work notes)
                first line

                second paragraph

                2025-03-02 17:30:00 - Abel Tuter (Additional comments)
                hello


                """) == [
                    "2025-03-03 08:00:02|John Doe|work_notes|first line\n\nsecond paragraph",
                    "2025-03-02 17:30:00|Abel Tuter|comments|hello",
                ])
    }

    static let formats = [
        "03/05/2025 08:00:02 AM", "05.03.2025 08:00:02", "5-Mar-2025 8:00", "2025/03/05 08:00:02",
        "5. März 2025 08:00:02",
        "2025-03-05",
    ]

    @Test(arguments: formats)
    func timesOfAnyFormatAreKeptAsTheyStand(time: String) {
        let text = "\(time) - John - Doe (IT) (Arbeitsnotizen (intern))\ntext\n\n\(time) - Y (Kommentare)\nz\n\n"
        #expect(
            entries(text) == ["\(time)|John - Doe (IT)|Arbeitsnotizen (intern)|text", "\(time)|Y|Kommentare|z"])
    }

    @Test func linesMayEndAsWindowsHasThem() {
        #expect(
            entries(
                "2025-03-03 08:00:02 - A (Work notes)\r\na\r\nb\r\n\r\n2025-03-02 08:00:02 - B (Work notes)\r\nc\r\n\r\n"
            )
                == ["2025-03-03 08:00:02|A|work_notes|a\r\nb", "2025-03-02 08:00:02|B|work_notes|c"])
    }

    static let quoted = [
        // In the middle of a paragraph.
        "see\n2025-03-01 08:00:00 - Mallory (Work notes)\nquoted",
        // Later than the entry it stands in.
        "see\n\n2025-03-03 12:00:00 - Mallory (Work notes)\nquoted",
        // Another format than the user's.
        "see\n\n03/01/2025 08:00 - Mallory (Work notes)\nquoted",
        // A third label.
        "see\n\n2025-03-01 08:00:00 - Mallory (Approval)\nquoted",
        // No time, no label.
        "see\n\nplan B - Mallory (Work notes)\n\n2025-03-01 08:00:00 - Mallory\n\n- (x)\n\n()",
    ]

    @Test(arguments: quoted)
    func whatLooksLikeAHeadInsideATextStaysInIt(text: String) {
        let shown =
            "2025-03-03 08:00:02 - A (Work notes)\n\(text)\n\n2025-03-02 08:00:00 - B (Additional comments)\nc\n\n"
        // A label is only known to be a third one once there were two.
        let isLabel = text.contains("Approval")
        let found = entries(isLabel ? "2025-03-04 08:00:00 - B (Additional comments)\nc\n\n" + shown : shown)
        #expect(found.contains("2025-03-03 08:00:02|A|work_notes|\(text)"), "\(found)")
        #expect(found.count == (isLabel ? 3 : 2))
    }

    @Test func anHourThatComesTwiceHidesNoEntry() {
        #expect(
            entries("2025-11-02 01:10:00 - A (Work notes)\na\n\n2025-11-02 01:50:00 - B (Work notes)\nb\n\n").count == 2
        )
    }

    @Test func aColumnOfOneKindHasItsOwnAndNoOther() {
        let text = "2025-03-03 08:00:02 - A (Notes de travail)\na\n\n2025-03-01 08:00:02 - B (Autre)\nb\n\n"
        #expect(
            entries(text, of: "work_notes") == [
                "2025-03-03 08:00:02|A|work_notes|a\n\n2025-03-01 08:00:02 - B (Autre)\nb"
            ])
    }

    @Test func textWithoutAHeadIsNotLost() {
        #expect(entries("just text\nof two lines\n\n", of: "comments") == ["||comments|just text\nof two lines"])
        #expect(
            entries("before\n\n2025-03-03 08:00:02 - A (Work notes)\n\n\n") == [
                "|||before", "2025-03-03 08:00:02|A|work_notes|",
            ])
        #expect(entries("").isEmpty && entries(" \n\n").isEmpty)
    }

    @Test func aNameMayBeMissing() {
        #expect(entries("2025-03-03 08:00:02 -  (Work notes)\na\n\n") == ["2025-03-03 08:00:02||work_notes|a"])
    }

    @Test func longTextsTakeTimeByTheirLength() {
        let heads = String(repeating: "2025-03-03 08:00:02 - A (Work notes)\na\n\n", count: 20_000)
        #expect(entries(heads).count == 20_000)
        let brackets = "2025-03-03 08:00:02 - A (Work notes)\n" + String(repeating: ")", count: 1_000_000)
        #expect(entries(brackets).count == 1)
        #expect(entries(String(repeating: "\n", count: 1_000_000)).isEmpty)
    }
}
