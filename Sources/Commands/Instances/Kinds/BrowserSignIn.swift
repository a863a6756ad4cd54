package import NowSDK
import Workbench

extension SignInKind {
    package static let browser = SignInKind(rawValue: "browser")
}

extension SignInMethod {
    /// The session of a browser that Snowdeck opens, with a profile folder for each instance.
    static let browser = withSession(
        SignInFlags(.browser, []), "sign-in in a browser window, as always",
        note:
            " Single sign-on, second factors and certificates work. Chromium, Chrome or Edge opens on the instance "
            + "and closes when you are signed in.",
        [.browserSession], hints: { ["\($0.again) opens the browser again."] })
}
