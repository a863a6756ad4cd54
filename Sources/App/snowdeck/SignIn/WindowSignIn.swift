import Chromium
import ExchangeModel
import Glibc
import Instances
import LineEditing
import Notation
import NowSDK
import Programs
import Workbench

/// Signs in to an instance in a browser window: the user signs in as always, and the session's cookies and user token
/// are taken. Each instance has a profile folder of its own.
struct WindowSignIn {
    let instance: Instance
    let sources: SecretSources

    private static let patience = Duration.seconds(600), rest = Duration.seconds(3)
    private static let displays = ["DISPLAY", "WAYLAND_DISPLAY"]

    /// Pages have the user token in `g_ck`, also for guests. Their user is in `NOW.user`, in older pages in `g_user`;
    /// where it is in neither, a page that asks for a password is a guest's.
    private var script: String {
        """
        (() => {
          if (location.origin !== \(JSON.string(instance.origin.origin).compact) || !window.g_ck) return null
          const now = window.NOW || {}, own = now.user || {}
          const user = own.name || own.userName || now.user_name || (window.g_user || {}).userName
          const isGuest = user ? user === 'guest' : document.querySelector('input[type=password]')
          return isGuest ? null : String(window.g_ck)
        })()
        """
    }

    var canShow: Bool {
        !sources.isNonInteractive && Self.displays.contains { sources.safeEnvironment[$0] != nil } && program != nil
    }

    private var program: ChromiumProgram? { try? ChromiumProgram.find(path: sources.safeEnvironment["PATH"]) }

    private var profile: String {
        let origin = instance.origin
        return "\(sources.stateFolder)/browsers/\(origin.scheme)-\(origin.host)-\(origin.effectivePort)"
    }

    /// The session, as a copied request. First without a window, if the profile is not new; nil if no one is signed in
    /// then and the user does not want to.
    func session(after reason: CredentialRequest.Reason) async throws -> Secret? {
        if access(profile, F_OK) == 0, let silent = try await session(isVisible: false) { return silent }
        guard canShow else {
            if reason != .first { return nil }
            throw missing("There is no display here for a browser window, or no Chromium, Chrome or Edge.")
        }
        if reason != .first {
            let question = "The session at \(instance.name) has ended. Enter signs in again in the browser, or Ctrl-D: "
            switch await TerminalQuestions().ask(question) {
            case .text: break
            case .interrupted: throw CancellationError()
            default: return nil
            }
        }
        sources.say("Sign in to \(instance.name) in the browser window that opens. It closes by itself.")
        return try await session(isVisible: true)
    }

    /// Nil if no one is signed in and there is no window to do that in.
    private func session(isVisible: Bool) async throws -> Secret? {
        guard let program else { return nil }
        MachineFiles.makePrivateFolder(profile)
        let origin = instance.origin.origin
        do {
            let found = try await ChromiumWindow.with(
                program, environment: sources.safeEnvironment, profile: profile, at: origin + "/", isVisible: isVisible
            ) { [script] window in
                try await window.value(
                    of: script, at: origin, cookiesFor: [origin + "/", origin + "/api/now/"], within: Self.patience,
                    rest: isVisible ? nil : Self.rest)
            }
            let cookies = found.cookies.map { $0.name + "=" + $0.value }.joined(separator: "; ")
            let session = WebSession(
                kind: .browser, cookies: Secret(cookies), userToken: found.value.scalarText.map { Secret($0) })
            return session.copied(at: instance)
        } catch let failure as ChromiumFailure {
            if Task.isCancelled { throw CancellationError() }
            guard isVisible else { return nil }
            throw missing(failure.message)
        }
    }

    /// Deletes the profile.
    func forget() { _ = Folder.remove(profile) }

    private func missing(_ message: String) -> TransportFailure {
        let hints = ["--sign-in paste takes a request that is copied from a browser elsewhere."]
        return TransportFailure(.signIn, message, cause: Problem(.refused, message, hints: hints))
    }
}
