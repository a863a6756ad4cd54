import ExchangeModel
import Testing

@Suite struct ZoneRuleTests {
    private func shown(_ rule: String, _ time: String) throws -> String {
        try #require(ZoneRule(named: "x", rule)).text(of: #require(Timestamp(glideText: time)))
    }

    @Test func `a moment is shown with its offset, ahead in summer, on both halves of the earth`() throws {
        #expect(try shown("CET-1CEST,M3.5.0,M10.5.0/3", "2025-03-30 00:59:59") == "2025-03-30 01:59:59 +01:00")
        #expect(try shown("CET-1CEST,M3.5.0,M10.5.0/3", "2025-03-30 01:00:00") == "2025-03-30 03:00:00 +02:00")
        #expect(try shown("PST8PDT,M3.2.0,M11.1.0", "2025-03-02 04:58:00") == "2025-03-01 20:58:00 -08:00")
        #expect(try shown("AEST-10AEDT,M10.1.0,M4.1.0/3", "2025-01-01 00:00:00") == "2025-01-01 11:00:00 +11:00")
        #expect(try shown("<+0545>-5:45", "2025-01-01 00:00:00") == "2025-01-01 05:45:00 +05:45")
        #expect(try shown("GMT0BST,M3.5.0/1,M10.5.0", "2025-01-01 00:00:00") == "2025-01-01 00:00:00 UTC")
        #expect(try shown("UTC0", "2025-01-01 00:00:00") == "2025-01-01 00:00:00 UTC")
    }

    @Test func `what is no rule is none`() {
        for text in [
            "", "Europe/Berlin", "CET", "CET-1CEST,", "CET-99999", "<", String(repeating: "A", count: 300) + "1",
        ] {
            #expect(ZoneRule(named: "x", text) == nil, "\(text)")
        }
        #expect(ZoneRule(named: "x", file: Array("TZif".utf8)) == nil)
        #expect(ZoneRule(named: "x", file: Array("TZif2\n\nCET-1\n".utf8))?.text == "CET-1")
    }

    /// A tape from before times were shown with their zone says UTC0, and no later one does.
    @Test func `a tape says whether times have their zone`() {
        #expect(ZoneRule(taped: "UTC", "UTC0") == nil)
        #expect(ZoneRule(named: "UTC", "UTC0")?.text == ZoneRule.utc.text)
        #expect(ZoneRule(taped: "UTC", ZoneRule.utc.text) == .utc)
    }
}
