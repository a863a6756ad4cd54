import Notation

// Tables of HTML: columns with a secret's name, and name/value records in rows.
extension MarkupScan {
    mutating func beginCell(_ tag: MarkupTag) {
        guard let last = tables.indices.last else { return }
        switch tag.name {
        case "tr":
            collect(tables[last].row)
            tables[last].row = NamedRecord()
            tables[last].column = -1
        case "td", "th":
            tables[last].column += 1
            tables[last].isHeading = tag.name == "th" && tables[last].column >= tables[last].labels.count
            guard tables[last].isHeading, tables[last].column < 1024 else { return }
            let name = tag["name"] ?? tag["glide_field"] ?? tag["data-name"]
            while tables[last].labels.count <= tables[last].column {
                tables[last].labels.append(name.flatMap { SecretNames.label(of: bytes[$0]) })
                tables[last].roles.append(name.flatMap { PairRole(bytes[$0]) })
            }
        default: break
        }
    }

    mutating func readCell(_ find: Find) -> Bool {
        guard let last = tables.indices.last, tables[last].labels.indices.contains(tables[last].column) else {
            return false
        }
        let column = tables[last].column
        if tables[last].isHeading {
            let title = find.secret(in: bytes).map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }
            tables[last].labels[column] = tables[last].labels[column] ?? SecretNames.label(of: title)
            tables[last].roles[column] = tables[last].roles[column] ?? PairRole(title)
            return false
        }
        if let label = tables[last].labels[column] {
            add(find, label)
            return true
        }
        guard let secret = tables[last].row.take(tables[last].roles[column], find, in: bytes) else { return false }
        finds.append(secret)
        return true
    }
}
