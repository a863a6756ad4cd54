import ExchangeModel
import TestSupport
import Testing

/// Timestamps in the formats of instances and HTTP.
struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01 00:00:00"), (1_713_122_949, "2024-04-14 19:29:09"), (951_782_400, "2000-02-29 00:00:00"),
            (-1, "1969-12-31 23:59:59"), (4_107_542_399, "2100-02-28 23:59:59"), (4_107_542_400, "2100-03-01 00:00:00"),
            (-2_203_891_200, "1900-03-01 00:00:00"), (-62_135_596_800, "0001-01-01 00:00:00"),
            (253_402_300_799, "9999-12-31 23:59:59"),
        ] as [(Int64, String)])
    func secondsAndTextRoundTrip(seconds: Int64, text: String) {
        expectEqual(Timestamp(seconds: seconds).glideText, text)
        expectEqual(Timestamp(glideText: text), Timestamp(seconds: seconds))
    }

    @Test func everyDayOfFourCenturiesRoundTrips() {
        var previous = CivilTime(secondsSince1970: -12_219_292_800 - 86_400)
        var wrong: [Int64] = []
        for day in stride(from: Int64(-12_219_292_800), through: 403_800_000, by: 86_400) {
            let time = CivilTime(secondsSince1970: day)
            let isNext = time.day == previous.day + 1 || time.day == 1
            let follows = isNext && time.weekday == (previous.weekday + 1) % 7
            if !follows || time.secondsSince1970 != day { wrong.append(day) }
            previous = time
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [
        "", "2024-04-14 19:29", "2024-02-30", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-00",
        "2024-01-01 24:00:00",
        "2024-01-01 00:60:00", "2024-01-01 00:00:60", "2024-01-01T00:00:00", "2024/01/01", "+024-01-01", "2024-1-01x",
        "１024-01-0",
    ])
    func invalidDateIsRejected(text: String) {
        expectEqual(Timestamp(glideText: text), nil)
    }

    @Test func dateAloneIsMidnight() {
        expectEqual(Timestamp(glideText: "2024-04-14"), Timestamp(glideText: "2024-04-14 00:00:00"))
    }

    @Test func displayAndHeaderFormats() {
        let moment = Timestamp(microseconds: 1_713_287_778_045_999)
        expectEqual(moment.description, "2024-04-16T17:16:18.045Z")
        expectEqual(moment.httpText, "Tue, 16 Apr 2024 17:16:18 GMT")
        expectEqual(moment.seconds, 1_713_287_778)
        let before = Timestamp(microseconds: -1)
        expectEqual(before.description, "1969-12-31T23:59:59.999Z")
        expectEqual(before.httpText, "Wed, 31 Dec 1969 23:59:59 GMT")
        expectEqual(before.seconds, -1)
        #expect(before < Timestamp(seconds: 0))
    }

    @Test func extremeNumbersNeverOverflow() {
        expectEqual(Timestamp(seconds: .max).microseconds, .max)
        expectEqual(Timestamp(seconds: .min).microseconds, .min)
        expectEqual(Timestamp(seconds: 5).advanced(bySeconds: .max).microseconds, .max)
        expectEqual(Timestamp(seconds: -5).advanced(bySeconds: .min).microseconds, .min)
        expectEqual(Timestamp(seconds: 5).advanced(bySeconds: -7), Timestamp(seconds: -2))
        for moment in [Timestamp(microseconds: .max), Timestamp(microseconds: .min)] {
            #expect(!moment.description.isEmpty && !moment.httpText.isEmpty && !moment.glideText.isEmpty)
        }
    }
}

struct ZoneRuleTests {
    private func shown(_ rule: String, _ time: String) throws -> String {
        try #require(ZoneRule(named: "x", rule)).text(of: #require(Timestamp(glideText: time)))
    }

    @Test func `times have their offset, including daylight saving time`() throws {
        try expectEqual(shown("CET-1CEST,M3.5.0,M10.5.0/3", "2025-03-30 00:59:59"), "2025-03-30 01:59:59 +01:00")
        try expectEqual(shown("CET-1CEST,M3.5.0,M10.5.0/3", "2025-03-30 01:00:00"), "2025-03-30 03:00:00 +02:00")
        try expectEqual(shown("PST8PDT,M3.2.0,M11.1.0", "2025-03-02 04:58:00"), "2025-03-01 20:58:00 -08:00")
        try expectEqual(shown("AEST-10AEDT,M10.1.0,M4.1.0/3", "2025-01-01 00:00:00"), "2025-01-01 11:00:00 +11:00")
        try expectEqual(shown("<+0545>-5:45", "2025-01-01 00:00:00"), "2025-01-01 05:45:00 +05:45")
        try expectEqual(shown("GMT0BST,M3.5.0/1,M10.5.0", "2025-01-01 00:00:00"), "2025-01-01 00:00:00 UTC")
        try expectEqual(shown("UTC0", "2025-01-01 00:00:00"), "2025-01-01 00:00:00 UTC")
    }

    @Test func `invalid rules are nil`() {
        for text in [
            "", "Europe/Berlin", "CET", "CET-1CEST,", "CET-99999", "<", String(repeating: "A", count: 300) + "1",
        ] {
            expectEqual(ZoneRule(named: "x", text), nil, "\(text)")
        }
        expectEqual(ZoneRule(named: "x", file: Array("TZif".utf8)), nil)
        expectEqual(ZoneRule(named: "x", file: Array("TZif2\n\nCET-1\n".utf8))?.text, "CET-1")
    }

    /// A tape recorded before times were shown with a zone has UTC0; later ones do not.
    @Test func `a tape says whether times have their zone`() {
        expectEqual(ZoneRule(taped: "UTC", "UTC0"), nil)
        expectEqual(ZoneRule(named: "UTC", "UTC0")?.text, ZoneRule.utc.text)
        expectEqual(ZoneRule(taped: "UTC", ZoneRule.utc.text), .utc)
    }
}
