import ExchangeModel
import NowSDK
import Notation

extension WebPage {
    /// Where a page leads that is there for nothing else: within five seconds, without anything to fill in, and not to or
    /// from where somebody signs in, which is for people to decide.
    func steppingStone(at instance: Instance) -> HTTPURL? {
        guard isHTML, response.body.count <= 16_384, !LoginPages.contains(address), let refresh = document.refresh,
            0...5 ~= refresh.seconds, document.forms.isEmpty, !refresh.target.isEmpty
        else { return nil }
        let base = document.base.flatMap { address.resolving($0) } ?? address
        guard case .page(let target) = PageAddress(refresh.target, from: base, at: instance), target != address,
            !LoginPages.contains(target)
        else { return nil }
        return target
    }
}
