/// Which member of a record each key of a model means, and which keys found none.
///
/// A key is first a wire name as it is, `short_description` or `caller_id.name`; then camel case, which may differ from
/// the wire name in letter case and underscores only: `shortDescription`, `callerId.name`, `sysID`.
final class ModelNames {
    /// How deep in what is decoded the records are, whose keys name columns; nil when nothing of it is a record.
    private let recordDepth: Int?
    private var forms: [String: String] = [:]
    private var chosen: [String: String] = [:]
    private var found: Set<String> = []
    private var missed: Set<String> = []

    init(recordDepth: Int?) { self.recordDepth = recordDepth }

    /// The keys of a record's model that no record has a member for, in order.
    var absent: [String] { missed.subtracting(found).sorted() }

    /// The wire name that a key means among the members of an object at some depth; nil when it means none.
    func wireName(
        of key: String, in names: @autoclosure () -> [String], depth: Int, contains: (String) -> Bool
    ) -> String? {
        let name = contains(key) ? key : look(for: key, in: names, contains)
        if depth == recordDepth { _ = name == nil ? missed.insert(key) : found.insert(key) }
        return name
    }

    private func look(for key: String, in names: () -> [String], _ contains: (String) -> Bool) -> String? {
        if let known = chosen[key], contains(known) { return known }
        let name = Self.match(key, in: names(), folding: fold)
        chosen[key] = name
        return name
    }

    private func fold(_ name: String) -> String {
        if let form = forms[name] { return form }
        let form = Self.folded(name)
        forms[name] = form
        return form
    }

    /// The name that a key means: itself, else the only one that differs in letter case and underscores, else of those
    /// the one whose camel case it is.
    static func match(
        _ key: String, in names: some Collection<String>, folding fold: (String) -> String = folded
    ) -> String? {
        if names.contains(key) { return key }
        let form = fold(key)
        let candidates = names.filter { fold($0) == form }
        return candidates.count < 2 ? candidates.first : candidates.first { camel($0) == key } ?? candidates.min()
    }

    private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

    /// A wire name in camel case, each step of a dot-walk by itself.
    static func camel(_ name: String) -> String {
        var raises = false
        return String(
            name.flatMap { letter -> [Character] in
                defer { raises = letter == "_" }
                return letter == "_" ? [] : raises ? Array(letter.uppercased()) : [letter]
            })
    }

    /// A key as the wire name it most likely stands for: `callerId.name` is `caller_id.name`, `sysID` is `sys_id`.
    static func snake(_ key: String) -> String {
        let letters = Array(key)
        var name = ""
        for (place, letter) in letters.enumerated() {
            if letter.isUppercase, place > 0, letters[place - 1].isLetter || letters[place - 1].isNumber,
                !letters[place - 1].isUppercase || letters.dropFirst(place + 1).first?.isLowercase ?? false
            {
                name += "_"
            }
            name += letter.lowercased()
        }
        return name
    }
}
