import ExchangeModel

/// Hides the times of the recording itself, which every recording changes: dates up to a day away from a moment,
/// because an instance and its users may be in any time zone.
struct RecordingDates {
    private let days: Set<[UInt8]>
    private static let mark = Array("‹now›".utf8)

    init(_ moment: Timestamp) {
        let day: Int64 = 86_400_000_000
        days = Set(
            [-day, 0, day].map { offset in
                Array(Timestamp(microseconds: moment.microseconds + offset).glideText.utf8.prefix(10))
            })
    }

    func hidden(in text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        var kept = 0, place = 0
        while place + 10 <= bytes.count {
            guard bytes[place + 4] == UInt8(ascii: "-"), days.contains(Array(bytes[place..<(place + 10)])),
                place == 0 || !VolatileText.isWord(bytes[place - 1]),
                let end = VolatileText.endOfTime(in: bytes, from: place)
            else {
                place += 1
                continue
            }
            out += bytes[kept..<place] + Self.mark
            (kept, place) = (end, end)
        }
        return kept == 0 ? text : String(decoding: out + bytes[kept...], as: UTF8.self)
    }
}
