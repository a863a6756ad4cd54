import CassetteStore
import TestSupport
import Testing

@testable import Workbench

/// Tapes, their commands and requests as users name them.
struct TapeReferenceTests {
    @Test(
        arguments: [
            ("%6", "%6", nil, nil), ("%6:12", "%6", 12, nil), ("%6:12.3", "%6", 12, 3), ("%6.17", "%6", nil, 17),
            ("%", nil, nil, nil), ("%:12", nil, 12, nil), ("%:12.3", nil, 12, 3), ("%.17", nil, nil, 17),
            ("last:4", "last", 4, nil), ("outage", "outage", nil, nil), ("outage:4.1", "outage", 4, 1),
            ("v1.2", "v1.2", nil, nil), ("v1.2:.17", "v1.2", nil, 17), ("a:b", "a:b", nil, nil),
            ("sessions/x.cassette:3", "sessions/x.cassette", 3, nil), ("%6:0", "%6:0", nil, nil),
            ("%6:-1", "%6:-1", nil, nil), ("%6:99999999999999999999", "%6:99999999999999999999", nil, nil),
        ] as [(String, String?, Int64?, Int64?)])
    func textIsRead(_ text: String, _ tape: String?, _ command: Int64?, _ request: Int64?) {
        let reference = TapeReference(text)
        expectEqual(reference.tape, tape)
        expectEqual(reference.command, command)
        expectEqual(reference.request, request)
    }
}
