import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// Encoded texts, and what may hold a secret.
struct EncodedRunTests {
    @Test(arguments: ["0000e215e9d785ccf57b76aca601ab64", "source_application_family", "sys_created_on"])
    func `names and identifiers are no encoded text`(_ name: String) {
        let text = Array(name.utf8)
        expectEqual(EncodedText(run: text[...]), nil)
    }

    @Test(arguments: [
        ("plain words only", false), ("a=b", false), ("word=b", true), ("10:30:15", false), ("https://host", false),
        ("name: value", true), (":abcd", true), ("a & b c", true), ("tab\u{0}le", true), ("<br>", true),
        ("ünïcödé text", false),
    ])
    func `signs of names and values are noticed`(_ text: String, _ isNoticed: Bool) {
        expectEqual(EmbeddedText.mayHoldSecret(Array(text.utf8)[...]), isNoticed)
    }

    @Test func `closed brackets leave nothing to later ones`() {
        // The label of the first record's name must not apply to the second.
        let text = """
            {"result":[{"name":"db.password","value":"first-secret-value"},{"value":"second-plain-value"},
            {"name":"color","value":"third-plain-value"},[{"value":"fourth-plain-value"}],
            {"value":"fifth-secret-value","name":"api.password"}]}
            """
        let bytes = Array(text.utf8)
        let found = JSONRedactor().finds(in: bytes).map { String(decoding: bytes[$0.range], as: UTF8.self) }
        expectEqual(found, ["first-secret-value", "fifth-secret-value"])
    }

    @Test(arguments: 0..<3) func `a placeholder is masked at every place of encoded text`(lead: Int) {
        let plain = String(repeating: "x", count: lead) + "{\"pin\": \"REDACTED-pin-1\"}"
        let masked = plain.replacing("REDACTED-pin-1", with: Redaction.mask)
        let hexadecimal = { (text: String, digits: String) in
            text.utf8.flatMap { [Array(digits.utf8)[Int($0 >> 4)], Array(digits.utf8)[Int($0 & 15)]] }
        }
        let encodings: [(String) -> [UInt8]] = [
            { Base64Text.encode(Array($0.utf8), isURL: false, isPadded: true) },
            { Base64Text.encode(Array($0.utf8), isURL: true, isPadded: false) },
            { hexadecimal($0, "0123456789abcdef") }, { hexadecimal($0, "0123456789ABCDEF") },
        ]
        for encoded in encodings {
            let shown = Redaction.maskingPlaceholders(in: Array("a ".utf8) + encoded(plain) + Array(" b".utf8))
            expectEqual(shown, Array("a ".utf8) + encoded(masked) + Array(" b".utf8))
        }
    }
}
