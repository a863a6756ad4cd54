package import ExchangeModel
import Notation
import NowSDK

extension WebPage {
    /// The page with submitted values in the form that has these fields, below a notice; nil if there is no such form.
    /// Passwords, files and the form's token are those of the page.
    package func refilled(with entries: [FormEntry], notice: String) -> WebPage? {
        let names = Set(entries.map(\.name)), received = document
        guard let place = received.forms.firstIndex(where: { names.isSubset(of: $0.fields.map(\.name)) })
        else { return nil }
        var filled = received
        filled.forms[place] = received.forms[place].refilled(with: entries)
        filled.blocks.insert(.notice([.paragraph([.text(notice, [])])]), at: 0)
        return WebPage(address: address, response: response, document: filled, received: received)
    }

    /// What was typed into this page's forms, a text for each field that can be seen.
    var typed: [String] {
        guard let received else { return [] }
        let fields = zip(received.forms, document.forms).flatMap { zip($0.fields, $1.fields) }
        return fields.filter { $0 != $1 && $1.kind != .hidden }.map { "\($1.shownName): \($1.shownValue)" }
    }
}

extension Form {
    fileprivate func refilled(with entries: [FormEntry]) -> Form {
        var filled = self, texts: [String: [String]] = [:]
        for entry in entries {
            if case .text(let text) = entry.value { texts[entry.name, default: []].append(text) }
        }
        let all = texts
        for place in fields.indices where !fields[place].isDisabled {
            let name = fields[place].name
            guard !FormEntry.isSecret(name.utf8) else { continue }
            switch fields[place].kind {
            case .text, .area, .hidden:
                guard let text = texts[name]?.first else { continue }
                texts[name]?.removeFirst()
                filled.fields[place].value = text
            case .checkBox, .radio: filled.fields[place].isChecked = all[name]?.contains(fields[place].value) ?? false
            case .choice:
                guard fields[place].allowsMany || all[name] != nil else { continue }
                let options = fields[place].options
                filled.fields[place].select { all[name]?.contains(options[$0].value) ?? false }
            case .password, .file, .submit, .button: break
            }
        }
        return filled
    }
}

extension PageClient {
    /// Submits a form of the page at `address`. If the session has ended, the page is requested again, signed in again,
    /// and shown with what was typed: `PageError.page`. The form is not sent again.
    package func submit(
        _ request: HTTPRequest, _ entries: [FormEntry], from address: HTTPURL
    ) async throws(PageError) -> WebPage {
        do throws(PageError) {
            return try await page(for: request)
        } catch {
            guard error.kind == .sessionEnded else { throw error }
            var failure = error
            failure.page = await again(address, entries, after: error)
            throw failure
        }
    }

    /// The page at `address` with what was typed into its form and was not sent.
    func again(_ address: HTTPURL, _ entries: [FormEntry], after failure: PageError) async -> WebPage? {
        let notice = failure.outcome + " This is the form with what was typed."
        return try? await page(at: address).refilled(with: entries, notice: notice)
    }
}

extension PageError {
    /// For `.sessionEnded`: what became of the form.
    var outcome: String {
        isNotTaken
            ? "Not sent: the session had ended."
            : "The session had ended, and the instance does not say whether it accepted the form."
    }

    /// For `.sessionEnded`: whether the form was certainly not processed.
    package var isNotTaken: Bool {
        guard case .formNotTaken(_, let isCertain)? = cause?.cause as? SignInError else { return true }
        return isCertain
    }
}
