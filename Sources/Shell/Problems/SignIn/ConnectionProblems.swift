import ExchangeModel
import NowData
import NowSDK

/// Says what stands between here and an instance: certificates that are not right, and pages that somebody else puts in the
/// place of an answer.
enum ConnectionProblems {
    /// The problem that a network error is; nil where nothing more than its message can be said.
    ///
    /// - Parameter name: what people type for the instance.
    static func problem(_ failure: TransportFailure, with choice: SignInChoice, at name: String) -> Problem? {
        func problem(_ note: String, _ hints: String...) -> Problem {
            Problem(.network, sentence(failure.message), notes: [note], hints: hints)
        }
        switch failure.cause as? NetworkError {
        case .certificate(let fault, let host): return self.problem(fault, host, at: name)
        case .unknownHost:
            return problem(
                "The name may be misspelt, or this machine has no network at the moment.",
                "connect https://NAME.service-now.com", "profile list shows the names that are known here.")
        case .connectionRefused:
            return problem(
                "Nothing listens there.", "connect https://NAME.service-now.com",
                "profile list shows the addresses that are known here.")
        case .unreadableCertificateFile:
            return problem(
                "--cacert wants certificates of authorities, as PEM.",
                "openssl x509 -in FILE -noout -subject -enddate shows what a file holds.")
        case .insecureRedirect:
            return problem(
                whyPage(""), "Open any page in a browser of this machine: it shows who wants a login first.")
        case .foreignRedirect:
            return problem(
                "Nothing was sent there: what is meant for one address is of no concern to another.",
                "connect https://NAME.service-now.com, if the instance has another address now.")
        case _ where failure.kind == .tls && choice.kind == .certificate:
            return problem(
                "The instance may not accept the client certificate, or want one of another authority.",
                "openssl x509 -in CERTIFICATE -noout -issuer -enddate shows whose it is, and until when.")
        case .handshakeFailed:
            return problem(
                "Whatever answers there speaks no TLS, or only versions that are too old to be safe.",
                "openssl s_client -connect \(place(name)) </dev/null shows what it says.")
        default: return nil
        }
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
        guard refusal.kind == .notJSON, case .webPage(let title)? = refusal.cause else { return nil }
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
    static func portal(_ refusal: InstanceRefusal, _ name: String) -> Problem {
        if case .webPage(let title)? = refusal.cause { return portal(title, name) }
        return portal("", name)
    }

    /// A title as a part of a sentence.
    static func called(_ title: String) -> String { title.isEmpty ? "" : ", “\(title)”," }

    /// Who may have sent a page of that title.
    static func whyPage(_ title: String) -> String {
        switch WebPageKind(title: title) {
        case .hibernating: "A developer instance sleeps when nobody has used it for a while."
        case .login: "It is a login page: of the instance, a company's single sign-on or the network here."
        case .other:
            "A network that wants a login of its own (a captive portal), a proxy and an instance in maintenance answer so."
        }
    }

    /// What can be done about it.
    static func aboutPage(_ title: String) -> [String] {
        let look = "Open any page in a browser of this machine: it shows who wants a login first."
        let shown = "tape show shows what came."
        return switch WebPageKind(title: title) {
        case .hibernating: ["https://developer.servicenow.com wakes it.", shown]
        case .login: ["login --sign-in oauth-code --client-id ID signs in by way of the browser.", look, shown]
        case .other: [look, shown]
        }
    }

    private static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
