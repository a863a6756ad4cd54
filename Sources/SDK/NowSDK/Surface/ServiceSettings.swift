import ExchangeModel
public import FoundationEssentials
import Notation
import Synchronization

/// The known settings by instance, and the streams that receive updates.
final class SettingsCache: Sendable {
    private struct State {
        var known: [Instance: [String: String]] = [:]
        var listeners: [Int: (instance: Instance, continuation: AsyncStream<[String: String]>.Continuation)] = [:]
        var next = 0
    }
    private let state = Mutex(State())

    func settings(of instance: Instance) -> [String: String]? { state.withLock { $0.known[instance] } }

    /// The instances with known settings.
    var instances: [Instance] { state.withLock { Array($0.known.keys) } }

    func keep(_ settings: [String: String], of instance: Instance) {
        let waiting = state.withLock { state in
            state.known[instance] = settings
            return state.listeners.values.filter { $0.instance == instance }.map(\.continuation)
        }
        for continuation in waiting { continuation.yield(settings) }
    }

    /// The known settings, then every update. A slow consumer gets only the newest.
    func stream(of instance: Instance) -> AsyncStream<[String: String]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [String: String].self, bufferingPolicy: .bufferingNewest(1))
        let (number, known) = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = (instance, continuation)
            return (state.next, state.known[instance])
        }
        if let known { continuation.yield(known) }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    /// Forgets the settings. Streams stay open.
    func forget() { state.withLock { $0.known = [:] } }
}

/// Reads an instance's mobile properties: active records of `sys_sg_properties`. The URL that the mobile applications
/// use is not documented; the table and its precedence are.
enum SettingsEndpoint {
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
        // An instance without this table reports an invalid table name.
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
            // The global scope takes precedence, then the latest change: rows are ordered that way.
            let isOfGlobalScope = row["sys_scope"]?.string == "global"
            guard settings[name] == nil || isOfGlobalScope && !isGlobal.contains(name) else { continue }
            settings[name] = value
            if isOfGlobalScope { isGlobal.insert(name) }
        }
        return settings
    }
}

/// Why there are no settings (the SDK's documented cases).
public enum SettingsError: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible, LocalizedError {
    /// There was no response.
    case fetchError
    /// The instance responded with an error status.
    case fetchFailed
    /// The response is not valid.
    case invalidJSON
    /// The service's configuration has no instance.
    case invalidProvider
    /// Not signed in, or the user may not read the settings.
    case notAuthorized
    /// The instance has no license for the SDK. This implementation never reports it.
    case sdkNotLicensed
    /// The instance has no settings.
    case settingNotFound
    /// Another error.
    case unknown

    /// One sentence.
    public var description: String {
        switch self {
        case .fetchError: "The settings could not be fetched: there was no answer."
        case .fetchFailed: "The settings could not be fetched: the instance failed."
        case .invalidJSON: "The settings cannot be read."
        case .invalidProvider: "The service's configuration names no instance."
        case .notAuthorized: "This user may not read the settings."
        case .sdkNotLicensed: "The instance has no license for the SDK."
        case .settingNotFound: "The instance has no settings."
        case .unknown: "The settings are unavailable."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
