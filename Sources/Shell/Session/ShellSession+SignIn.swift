import NowSDK

extension ShellSession {
    /// Where a session stands: its instance and the way to it, with whatever was learnt on that way.
    struct Standing {
        fileprivate let instance: Instance
        fileprivate let signIn: SignInChoice
        fileprivate let profile: Profile?
        fileprivate let link: InstanceLink?
        fileprivate let completion: SessionKnowledge?
    }

    /// Where the session stands now.
    var standing: Standing {
        Standing(instance: instance, signIn: signIn, profile: profile, link: link, completion: completion)
    }

    /// How often an instance has refused somebody so far, one time after another. Each try has cookies and tokens of its
    /// own, so those from before are counted here.
    func countRefusals(of choice: SignInChoice, by instance: Instance) -> Int {
        let name = "\(instance) \(choice.user ?? "")"
        let count = (refusals[name] ?? 0) + (link?.authenticating.status.refusals ?? 0)
        refusals[name] = count
        return count
    }

    /// Forgets refusals: somebody was accepted.
    func forgetRefusals(of choice: SignInChoice, by instance: Instance) {
        refusals["\(instance) \(choice.user ?? "")"] = nil
    }

    /// Goes back to where it stood, cookies and tokens included.
    func goBack(to standing: Standing) {
        instance = standing.instance
        signIn = standing.signIn
        profile = standing.profile
        link = standing.link
        completion = standing.completion
        // What was tried may have put another client certificate in the place of the one that this link is proven by.
        if link != nil, !slot.isPlaying { _ = workbench.credentials(for: instance, signIn) }
    }
}
