import ExchangeModel
import NowData
import NowSDK

/// Says what stands between here and an instance: certificates that are not right, and pages that somebody else puts in the
/// place of an answer.
enum ConnectionProblems {
    /// A certificate, or an address that is sent elsewhere; nil for any other failure.
    ///
    /// - Parameter name: what people type for the instance.
    static func problem(_ failure: TransportFailure, with choice: SignInChoice, at name: String) -> Problem? {
        if let (fault, host) = CertificateFault.read(failure) { return problem(fault, host, at: name) }
        switch failure.kind {
        case .tls: return tls(failure, with: choice, at: name)
        case .redirect: return redirect(failure)
        case .resolve:
            return Problem(
                .network, sentence(failure.message),
                notes: ["The name may be misspelt, or this machine has no network at the moment."],
                hints: ["connect https://NAME.service-now.com", "profile list shows the names that are known here."])
        case .connect where failure.message.contains("connection refused"):
            return Problem(
                .network, sentence(failure.message), notes: ["Nothing listens there."],
                hints: [
                    "connect https://NAME.service-now.com", "profile list shows the addresses that are known here.",
                ])
        default: return nil
        }
    }

    private static func tls(_ failure: TransportFailure, with choice: SignInChoice, at name: String) -> Problem? {
        if failure.message.contains("certificate file") {
            return Problem(
                .network, sentence(failure.message), notes: ["--cacert wants certificates of authorities, as PEM."],
                hints: ["openssl x509 -in FILE -noout -subject -enddate shows what a file holds."])
        }
        if choice.kind == .certificate {
            return Problem(
                .network, sentence(failure.message),
                notes: ["The instance may not accept the client certificate, or want one of another authority."],
                hints: ["openssl x509 -in CERTIFICATE -noout -issuer -enddate shows whose it is, and until when."])
        }
        guard failure.message.contains("handshake") else { return nil }
        return Problem(
            .network, sentence(failure.message),
            notes: ["Whatever answers there speaks no TLS, or only versions that are too old to be safe."],
            hints: ["openssl s_client -connect \(place(name)) </dev/null shows what it says."])
    }

    private static func redirect(_ failure: TransportFailure) -> Problem? {
        if failure.message.contains("from https to http") {
            return Problem(
                .network, sentence(failure.message), notes: [whyPage("")],
                hints: ["Open any page in a browser of this machine: it shows who wants a login first."])
        }
        guard failure.message.contains("to another origin") else { return nil }
        return Problem(
            .network, sentence(failure.message),
            notes: ["Nothing was sent there: what is meant for one address is of no concern to another."],
            hints: ["connect https://NAME.service-now.com, if the instance has another address now."])
    }

    /// Host and port of what people type for an instance: `dev1` is `dev1.service-now.com:443`.
    private static func place(_ name: String) -> String {
        let name = name.hasPrefix("https://") ? String(name.dropFirst(8)) : name
        if name.contains(":") { return name }
        return (name.contains(".") ? name : name + ".service-now.com") + ":443"
    }

    private static func problem(_ fault: CertificateFault, _ host: String, at name: String) -> Problem {
        let message = "The certificate of \(host) \(fault.rawValue)."
        let own = place(name)
        let peer = own.hasPrefix(host + ":") ? own : host + ":443"
        let look = "openssl s_client -connect \(peer) -servername \(host) </dev/null | openssl x509 -noout "
        switch fault {
        case .expired:
            return Problem(
                .network, message, notes: ["Either nobody renewed it, or this machine's clock is ahead."],
                hints: ["date shows this machine's clock.", look + "-enddate"])
        case .notYetValid:
            return Problem(
                .network, message, notes: ["This machine's clock is most likely behind."],
                hints: ["timedatectl status shows whether this machine's clock is right.", look + "-startdate"])
        case .otherName:
            return Problem(
                .network, message,
                notes: ["Whoever answers is not that instance, or it goes by another name."],
                hints: [look + "-subject -ext subjectAltName", "connect https://NAME.service-now.com"])
        case .selfSigned:
            return Problem(
                .network, message,
                notes: ["No instance of service-now.com signs its own: someone may stand in between."],
                hints: ["snowdeck --cacert FILE trusts a certificate that you have from a trusted hand."])
        case .unknownAuthority:
            return Problem(
                .network, message, notes: ["A company's proxy may stand in between, with an authority of its own."],
                hints: ["snowdeck --cacert FILE trusts the authority of that file as well."])
        case .revoked:
            return Problem(
                .network, message, notes: ["Its owner took it back; it proves nothing any more."],
                hints: ["Ask whoever runs \(host)."])
        }
    }

    /// A page where JSON was expected; nil when it is something else. A page without a title says nothing of itself.
    static func page(_ refusal: InstanceRefusal, _ name: String) -> Problem? {
        guard refusal.message.hasPrefix("The answer is a web page") else { return nil }
        let title = title(in: refusal)
        return Problem(
            .refused,
            "\(name) answered with a web page\(called(title)) and not with JSON (HTTP \(refusal.status)).",
            notes: [whyPage(title)], hints: aboutPage(title))
    }

    /// A network that lets nothing through before somebody has logged in at it: RFC 6585 has a status for that.
    static func portal(_ title: String, _ name: String) -> Problem {
        Problem(
            .refused,
            "The network here wants a login of its own before it lets anybody through to \(name)"
                + (title.isEmpty ? "" : ": its page is “\(title)”") + " (HTTP 511).",
            hints: ["Open any page in a browser of this machine: it shows who wants a login first."])
    }

    /// The same, from what the instance's API seemed to say.
    static func portal(_ refusal: InstanceRefusal, _ name: String) -> Problem { portal(title(in: refusal), name) }

    private static func title(in refusal: InstanceRefusal) -> String {
        guard let start = refusal.message.firstIndex(of: "“"), let end = refusal.message.lastIndex(of: "”"), start < end
        else { return "" }
        return String(refusal.message[refusal.message.index(after: start)..<end])
    }

    /// A title as a part of a sentence.
    static func called(_ title: String) -> String { title.isEmpty ? "" : ", “\(title)”," }

    /// Who may have sent a page of that title.
    static func whyPage(_ title: String) -> String {
        let title = title.lowercased()
        if title.contains("hibernat") { return "A developer instance sleeps when nobody has used it for a while." }
        if isLogin(title) {
            return "It is a login page: of the instance, a company's single sign-on or the network here."
        }
        return
            "A network that wants a login of its own (a captive portal), a proxy and an instance in maintenance answer so."
    }

    /// What can be done about it.
    static func aboutPage(_ title: String) -> [String] {
        let title = title.lowercased()
        let look = "Open any page in a browser of this machine: it shows who wants a login first."
        let shown = "tape show shows what came."
        if title.contains("hibernat") { return ["https://developer.servicenow.com wakes it.", shown] }
        if isLogin(title) {
            return ["login --sign-in oauth-code --client-id ID signs in by way of the browser.", look, shown]
        }
        return [look, shown]
    }

    private static func isLogin(_ title: String) -> Bool {
        ["log in", "login", "sign in", "anmeld", "session"].contains { title.contains($0) }
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
