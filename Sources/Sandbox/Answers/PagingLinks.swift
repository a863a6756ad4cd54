import ExchangeModel

/// The `Link` line of a list: first, prev, next, last, as recorded answers have them.
struct PagingLinks {
    let url: HTTPURL
    let limit: Int
    let offset: Int
    /// How many rows this page has, before access rules.
    let rows: Int
    /// Nil when nobody counted: then there is no `last`, and a full page has a `next`.
    let total: Int?

    /// Nil when everything fits on one page. `prev` is given from offset − limit ≥ −1 on, so a page of one record at
    /// offset 0 really names the offset −1.
    var field: HeaderField? {
        guard limit > 0, total.map({ $0 > limit }) ?? (offset > 0 || rows == limit) else { return nil }
        var entries = [link(0, "first")]
        if offset - limit >= -1 { entries.append(link(offset - limit, "prev")) }
        if total.map({ offset + limit < $0 }) ?? (rows == limit) { entries.append(link(offset + limit, "next")) }
        if let total { entries.append(link((total - 1) / limit * limit, "last")) }
        return HeaderField("Link", entries.joined(separator: ","))
    }

    private func link(_ offset: Int, _ name: String) -> String {
        "<" + PagingLinks.enclosable(url.origin + url.path + "?" + query(offset)) + ">;rel=\"" + name + "\""
    }

    /// The parameters as they came, with another offset in its place, or at the end when there was none.
    private func query(_ offset: Int) -> String {
        let parameter = "sysparm_offset=" + String(offset)
        var replaced = false
        var fields = (url.query ?? "").split(separator: "&").map { field in
            guard PercentCoding.decodeForm(field.prefix { $0 != "=" }) == "sysparm_offset" else { return String(field) }
            replaced = true
            return parameter
        }
        if !replaced { fields.append(parameter) }
        return fields.joined(separator: "&")
    }

    /// The address as it may stand between `<` and `>`: a client may send those in its query as they are.
    private static func enclosable(_ address: String) -> String {
        let forbidden = ["<": "%3C", ">": "%3E", "\"": "%22"]
        guard address.contains(where: { forbidden[String($0)] != nil }) else { return address }
        return address.map { forbidden[String($0)] ?? String($0) }.joined()
    }
}
