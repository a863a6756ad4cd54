import Notation

/// The forms of a page, and which of them a field belongs to.
///
/// A parser hangs a field that stands outside its form's element on that form nevertheless, as long as the form was not
/// closed: `<table><form><tr><td><input>`, where the form's element ends at once. Gumbo does not say so; it shows in the
/// text, where the form starts and where the next `</form` stands.
struct PageForms {
    /// The forms without fields, in the order they stand.
    private(set) var forms: [Form] = []
    private var numbers: [PageNode: Int] = [:]
    private var named: [String: Int] = [:]
    /// From where to where in the text a form was not closed, by where it starts.
    private var spans: [(start: Int, end: Int, number: Int)] = []

    /// Takes a form.
    mutating func add(_ node: PageNode) {
        var form = Form()
        let id = node.attribute("id") ?? ""
        form.name = [node.attribute("name"), id].compactMap(\.self).first { !$0.isEmpty }
        form.method = node.keyword("method") == "post" ? "POST" : "GET"
        form.action = node.address("action").flatMap { $0.isEmpty ? nil : $0 }
        switch node.keyword("enctype") {
        case "multipart/form-data": form.encoding = .multipart
        case "text/plain": form.encoding = .text
        default: break
        }
        if !id.isEmpty, named[id] == nil { named[id] = forms.count }
        numbers[node] = forms.count
        spans.append((node.offset, .max, forms.count))
        forms.append(form)
    }

    /// Finds out where forms were closed.
    mutating func close(in text: ArraySlice<UInt8>) {
        guard !spans.isEmpty else { return }
        spans.sort { $0.start < $1.start }
        var ends: [Int] = []
        let base = text.startIndex
        text.withUnsafeBytes { text in
            var from = 0
            while let place = text.place(of: "</", from: from) {
                from = place + 2
                guard place + 6 <= text.count else { break }
                let name = text[from..<place + 6].map { $0 | 0x20 }
                if name.elementsEqual("form".utf8) { ends.append(base + place) }
            }
        }
        var next = 0
        for index in spans.indices {
            while next < ends.count, ends[next] <= spans[index].start { next += 1 }
            if next < ends.count { spans[index].end = ends[next] }
        }
    }

    /// The number of a form's element.
    func number(of form: PageNode) -> Int? { numbers[form] }

    /// The number of the form that a field belongs to; nil when it belongs to none.
    ///
    /// - Parameter around: the form that it stands in.
    func owner(of field: PageNode, around: Int?) -> Int? {
        if let name = field.attribute("form") { return named[name] }
        if let around { return around }
        let offset = field.offset
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].start < offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0, offset < spans[low - 1].end else { return nil }
        return spans[low - 1].number
    }
}
