import ExchangeModel
import Notation

/// Reads an instance's mobile properties: active records of `sys_sg_properties`. The address from which the mobile
/// applications take them is not documented; the table and its precedence are.
enum SettingsReading {
    static func request(_ instance: Instance) -> HTTPRequest {
        HTTPRequest(
            .get,
            instance.url(
                "/api/now/table/sys_sg_properties",
                query: [
                    ("sysparm_query", "active=true^ORDERBYDESCsys_updated_on"),
                    ("sysparm_fields", "name,value,sys_scope"), ("sysparm_exclude_reference_link", "true"),
                ]), headers: ["Accept": "application/json"], purpose: .command)
    }

    static func settings(in response: HTTPResponse) throws(SettingsError) -> [String: String] {
        switch response.status {
        case 200...299: break
        case 401, 403: throw .notAuthorized
        // An instance without the table calls its name invalid.
        case 400, 404: throw .settingNotFound
        default: throw .fetchFailed
        }
        guard let root = try? JSONDocument(response.body).root, let rows = root["result"], rows.kind == .array else {
            throw .invalidJSON
        }
        var settings: [String: String] = [:]
        var isGlobal: Set<String> = []
        for row in rows.elements {
            guard let name = row["name"]?.string, let value = row["value"]?.string else { throw .invalidJSON }
            // The global scope goes first, then whichever was changed last; that is the order they come in.
            let isOfGlobalScope = row["sys_scope"]?.string == "global"
            guard settings[name] == nil || isOfGlobalScope && !isGlobal.contains(name) else { continue }
            settings[name] = value
            if isOfGlobalScope { isGlobal.insert(name) }
        }
        return settings
    }
}
