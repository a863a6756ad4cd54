import ExchangeModel
import Testing

/// Header lines keep their order and their repeats.
@Suite struct HeaderFieldsTests {
    let sample = HeaderFields([
        HeaderField("Set-Cookie", "a=1"), HeaderField("Content-Type", "text/plain"), HeaderField("set-cookie", "b=2"),
        HeaderField("SET-COOKIE", "a=1"),
    ])

    @Test func namesAreComparedWithoutLetterCase() {
        #expect(sample["CONTENT-type"] == "text/plain")
        #expect(sample["Content-Typ"] == nil)
        #expect(sample.values(of: "Set-cookie") == ["a=1", "b=2", "a=1"])
        #expect(HeaderFields.same("X-Ä", "x-Ä"))
        #expect(!HeaderFields.same("X-Ä", "x-ä"))
        // The letters' bit alone makes neither of these pairs the same.
        #expect(!HeaderFields.same("X@", "X`"))
        #expect(!HeaderFields.same("[", "{"))
    }

    @Test func settingReplacesEveryLineInThePlaceOfTheFirst() {
        var fields = sample
        fields["set-COOKIE"] = "c=3"
        #expect(fields.fields == [HeaderField("Set-Cookie", "c=3"), HeaderField("Content-Type", "text/plain")])
        fields["New"] = "n"
        #expect(fields.map(\.name) == ["Set-Cookie", "Content-Type", "New"])
        fields["content-type"] = nil
        #expect(fields.map(\.name) == ["Set-Cookie", "New"])
    }

    @Test func appendingKeepsEarlierLines() {
        var fields: HeaderFields = ["A": "1", "A": "2"]
        fields.append("a", "3")
        #expect(fields.map(\.value) == ["1", "2", "3"])
        fields.remove("A")
        #expect(fields.isEmpty)
    }

    @Test func bytesBecomeTextWhateverTheyAre() {
        func field(_ value: [UInt8]) -> HeaderField {
            Array("X-Note".utf8).withUnsafeBufferPointer { name in
                value.withUnsafeBufferPointer { HeaderField(name: name, value: $0) }
            }
        }
        #expect(field(Array(" \t plain text \r\n".utf8)) == HeaderField("X-Note", "plain text"))
        #expect(field(Array("ü€".utf8)).value == "ü€")
        #expect(field([0x66, 0xFC, 0x72]).value == "für")
        #expect(field([0x20, 0x09]).value == "")
        #expect(field([]).value == "")
    }
}
