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
        // By bytes: a query may hold thousands of conditions.
        var fields = (url.query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { field in
            let name = Substring(field.prefix { $0 != UInt8(ascii: "=") })
            guard PercentCoding.decodeForm(name) == "sysparm_offset" else { return String(Substring(field)) }
            replaced = true
            return parameter
        }
        if !replaced { fields.append(parameter) }
        return fields.joined(separator: "&")
    }

    /// The address as it may stand between `<` and `>`: a client may send those in its query as they are.
    private static func enclosable(_ address: String) -> String {
        let forbidden: [UInt8: String] = [
            UInt8(ascii: "<"): "%3C", UInt8(ascii: ">"): "%3E", UInt8(ascii: "\""): "%22",
        ]
        guard address.utf8.contains(where: { $0 == 0x22 || $0 == 0x3C || $0 == 0x3E }) else { return address }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(address.utf8.count + 64)
        for byte in address.utf8 {
            if let coded = forbidden[byte] { bytes += coded.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
