import ExchangeModel
public import FoundationEssentials
import Notation
import Synchronization

/// The settings that are known, by instance, and everybody who wants to hear of new ones.
final class SettingsKeeper: Sendable {
    private struct State {
        var known: [Instance: [String: String]] = [:]
        var listeners: [Int: (instance: Instance, continuation: AsyncStream<[String: String]>.Continuation)] = [:]
        var next = 0
    }
    private let state = Mutex(State())

    /// What is known of an instance.
    func settings(of instance: Instance) -> [String: String]? { state.withLock { $0.known[instance] } }

    /// The instances that something is known of.
    var instances: [Instance] { state.withLock { Array($0.known.keys) } }

    func keep(_ settings: [String: String], of instance: Instance) {
        let waiting = state.withLock { state in
            state.known[instance] = settings
            return state.listeners.values.filter { $0.instance == instance }.map(\.continuation)
        }
        for continuation in waiting { continuation.yield(settings) }
    }

    /// What is known, and everything that comes from now on; of what comes faster than it is taken only the newest stays.
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

    /// Forgets what is known; who listens goes on listening.
    func forget() { state.withLock { $0.known = [:] } }
}

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

/// Why there are no settings (the SDK's documented cases).
public enum SettingsError: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible, LocalizedError {
    /// No answer came.
    case fetchError
    /// The instance answered with a status that is none of success.
    case fetchFailed
    /// The answer is not what the API sends.
    case invalidJSON
    /// The service's configuration names no instance.
    case invalidProvider
    /// There is no sign-in, or its user may not read the settings.
    case notAuthorized
    /// The instance has no licence for the SDK. Nothing here finds that out.
    case sdkNotLicensed
    /// The instance keeps no settings.
    case settingNotFound
    /// Something else.
    case unknown

    /// One sentence.
    public var description: String {
        switch self {
        case .fetchError: "The settings could not be fetched: no answer came."
        case .fetchFailed: "The settings could not be fetched: the instance failed."
        case .invalidJSON: "The settings cannot be read."
        case .invalidProvider: "The service's configuration names no instance."
        case .notAuthorized: "This user may not read the settings."
        case .sdkNotLicensed: "The instance has no licence for the SDK."
        case .settingNotFound: "The instance keeps no settings."
        case .unknown: "The settings are unavailable."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
