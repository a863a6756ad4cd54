import Foundation
package import Testing

/// Expects two equal values.
///
/// `#expect(a == b)` says the same, but takes the compiler five to eight times as long, which adds up to half a minute
/// for all tests. Of texts with several lines the message holds those that differ.
package func expectEqual<Value: Equatable>(
    _ value: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard value != expected else { return }
    let difference =
        lineDifference(value, expected) ?? "\(String(reflecting: value)) is not \(String(reflecting: expected))"
    Issue.record(
        "\(difference)\(comment().map { "\n\($0.rawValue)" } ?? "")", sourceLocation: sourceLocation)
}

/// The lines that are only in one of two texts; nil if these are no texts of several lines.
private func lineDifference(_ value: some Any, _ expected: some Any) -> Comment? {
    guard let value = value as? String, let expected = expected as? String, (value + expected).contains("\n") else {
        return nil
    }
    let changes = value.components(separatedBy: "\n").difference(from: expected.components(separatedBy: "\n"))
    return Comment(
        rawValue: changes.map { change in
            switch change {
            case .insert(let line, let text, _): "line \(line + 1) is     \(text.debugDescription)"
            case .remove(let line, let text, _): "line \(line + 1) is not \(text.debugDescription)"
            }
        }.joined(separator: "\n"))
}
