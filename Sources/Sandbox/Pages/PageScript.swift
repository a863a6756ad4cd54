import ExchangeModel
import Notation

/// The variables that every page of an instance sets for its scripts, by the names that clients look for.
struct PageScript {
    let session: SessionBook.Session
    let viewer: PageViewer

    var text: String {
        let account = viewer.account
        let format = account?.format
        let date = format?.date ?? DateFormat.systemDate
        let time = format?.time ?? DateFormat.systemTime
        let offset = (format?.zone ?? .instance).offset(at: viewer.now) * 1000
        let names = (account?.name ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        return """
            var g_ck = '\(session.csrfToken)';
            window.NOW = window.NOW || {};
            var g_builddate = \(PageScript.string(viewer.build));
            var g_lang = 'en';
            var g_user_date_format = \(PageScript.string(date));
            var g_user_date_time_format = \(PageScript.string(date + " " + time));
            var g_tz_offset = \(offset);
            NOW.session_id = '\(standIn)';
            NOW.isPolarisEnabled = 'false';
            NOW.user = {};
            NOW.user.logged_in = \(session.hasUser);
            NOW.user.userID = \(PageScript.string(account?.sysID ?? ""));
            NOW.user.name = \(PageScript.string(account?.userName ?? "guest"));
            NOW.user.firstName = \(PageScript.string(names.first ?? ""));
            NOW.user.lastName = \(PageScript.string(names.count > 1 ? names[1] : ""));
            NOW.user.roles = \(PageScript.string((account?.roles ?? []).sorted().joined(separator: ",")));
            """
    }

    /// What stands for the session in scripts. The real identifier is for cookies alone, which no script reads.
    private var standIn: String {
        var random = SeededRandom(seed: StableHash.mixed(UInt64(bitPattern: StableHash.of(session.csrfToken))))
        return random.hex(32)
    }

    /// A string of a script inside a page: no quote ends it, and no text in it ends the element.
    static func string(_ text: String) -> String {
        var out = "'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "'", "\\", "\"", "<", ">", "&", "\u{2028}", "\u{2029}", "\u{7F}", "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "'"
    }
}
