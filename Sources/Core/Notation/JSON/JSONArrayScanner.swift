/// Finds the elements of some arrays in a JSON text that arrives in pieces. It keeps one member name in memory.
///
/// It counts brackets and does not check the text: parsing the elements and the frame, which is the text with these
/// arrays empty, finds every error.
package struct JSONArrayScanner {
    /// An element with the white space around it, as byte offsets.
    package struct Element: Sendable, Hashable {
        /// The index of the array's path.
        package let array: Int
        package let range: Range<Int>
    }

    /// Longer names are not compared.
    private static let nameLimit = 1000

    private let paths: [[String]]
    /// The number of scanned bytes.
    private var offset = 0
    private var isInString = false, isEscaped = false
    /// The open arrays and objects in an element, or in a value that leads to none of the arrays.
    private var depth = 0
    /// The names that lead to the innermost open object; nil outside of the root object.
    private var route: [String]?
    private var wantsName = false
    /// The name being read, as written.
    private var name: [UInt8]?
    /// The path of the value that follows, if it leads to an array. Of members with the same name, the first counts.
    private var target: [String]?
    private var seen: Set<[String]> = []
    /// The array being read, where its next element begins, and whether that is white space so far.
    private var current: Int?
    private var start = 0, isBlank = true, isFirst = true
    /// The contents of the arrays in the order of the text.
    private var contents: [Range<Int>] = []
    /// The first 100 names of members of the root object.
    package private(set) var rootNames: [String] = []

    /// Looks for the arrays at these paths of member names.
    package init(_ paths: [[String]] = []) { self.paths = paths }

    /// Scans the next piece; the elements that end in it.
    package mutating func scan(_ piece: [UInt8]) -> [Element] {
        var found: [Element] = []
        piece.withUnsafeBufferPointer { bytes in
            var index = 0
            while index < bytes.count {
                if isInString {
                    index = readString(bytes, from: index)
                    continue
                }
                switch bytes[index] {
                case UInt8(ascii: "\""):
                    (isInString, isBlank) = (true, false)
                    name = wantsName && depth == 0 && current == nil ? [] : nil
                case UInt8(ascii: "{"), UInt8(ascii: "["): open(bytes[index], at: offset + index)
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    if let last = close(at: offset + index) { found.append(last) }
                case UInt8(ascii: ","): if let element = separate(at: offset + index) { found.append(element) }
                case 0...0x20: break
                default: isBlank = false
                }
                index += 1
            }
        }
        offset += piece.count
        return found
    }

    /// The element that the end of the text cuts off; nil outside of the arrays.
    package var rest: Element? { current.map { Element(array: $0, range: start..<offset) } }

    /// The ranges of the frame.
    package var frame: [Range<Int>] {
        var ranges: [Range<Int>] = []
        var from = 0
        for content in contents {
            ranges.append(from..<content.lowerBound)
            from = content.upperBound
        }
        // An array without an end reaches to the end of the text.
        return ranges + [current == nil ? from..<offset : offset..<offset]
    }

    /// The index after the closing quote, or the end of the piece.
    private mutating func readString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
                break
            }
            index += 1
        }
        if let known = name?.count {
            if known <= Self.nameLimit { name?.append(contentsOf: bytes[start..<index]) }
            if !isInString { endName() }
        }
        return min(index + 1, bytes.count)
    }

    private mutating func endName() {
        let written = name ?? []
        (name, wantsName) = (nil, false)
        guard let route, written.count <= Self.nameLimit,
            let text = try? JSONDocument([UInt8(ascii: "\"")] + written + [UInt8(ascii: "\"")]).root.string
        else { return }
        if route.isEmpty, rootNames.count < 100 { rootNames.append(text) }
        let place = route + [text]
        if paths.contains(where: { $0.starts(with: place) }), seen.insert(place).inserted { target = place }
    }

    private mutating func open(_ byte: UInt8, at place: Int) {
        isBlank = false
        let path = target
        target = nil
        if depth == 0, current == nil {
            if byte == UInt8(ascii: "{"), let next = route == nil && seen.insert([]).inserted ? [] : path,
                !paths.contains(next)
            {
                (route, wantsName) = (next, true)
                return
            }
            if byte == UInt8(ascii: "["), let path, let number = paths.firstIndex(of: path) {
                (current, start, isBlank, isFirst) = (number, place + 1, true, true)
                contents.append(start..<start)
                return
            }
        }
        depth += 1
    }

    private mutating func close(at place: Int) -> Element? {
        if depth > 0 {
            depth -= 1
            return nil
        }
        guard let number = current else {
            (wantsName, target) = (false, nil)
            if route?.popLast() == nil { route = nil }
            return nil
        }
        current = nil
        contents[contents.count - 1] = contents[contents.count - 1].lowerBound..<place
        return isFirst && isBlank ? nil : Element(array: number, range: start..<place)
    }

    private mutating func separate(at place: Int) -> Element? {
        guard depth == 0 else { return nil }
        guard let number = current else {
            (wantsName, target) = (route != nil, nil)
            return nil
        }
        let element = Element(array: number, range: start..<place)
        (start, isBlank, isFirst) = (place + 1, true, false)
        return element
    }
}
