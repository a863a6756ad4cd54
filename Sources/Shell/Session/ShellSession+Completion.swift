import ExchangeModel
package import LineEditing
import MyWork
import NowData
import NowSDK
import NowWeb

extension ShellSession {
    /// What may stand at the cursor of a half-typed line.
    package func complete(_ text: String, cursor: Int) async -> Completions? {
        let known = variables.sorted { $0.key < $1.key }.map { Candidate($0.key, $0.value) }
        let zone = zone
        let files = workbench.folderContents, cassettes = workbench.cassettes, startUpFile = workbench.startUpFile
        let desk = link?.pages
        let workbench = workbench
        let folder = workbench.folderContents
        let recipeNames: @Sendable () -> [String] = { ShellSession.recipeNames(in: folder("recipes/")) }
        let read: @Sendable (String) -> Recipe? = { path in
            guard let bytes = try? workbench.readRegularFile(path) else { return nil }
            return try? Recipe.read(String(decoding: bytes, as: UTF8.self), at: path)
        }
        let surroundings = Surroundings(
            variables: { known },
            files: { folder in files(folder) },
            cassettes: { cassettes().map { Candidate($0.path, zone?.text(of: $0.changed) ?? $0.changed.glideText) } },
            instances: { ((try? startUpFile().profiles()) ?? []).map { Candidate($0.name, $0.instance.name) } },
            pages: {
                guard let desk else { return PageSurroundings() }
                let walk = desk.walk
                let titles = Dictionary(
                    (walk.back + walk.forward + [walk.current].compactMap(\.self)).map {
                        ($0.address.target, $0.title)
                    },
                    uniquingKeysWith: { _, last in last })
                return PageSurroundings(
                    addresses: desk.addresses.map { Candidate($0, titles[$0] ?? "") }, document: desk.page?.document)
            },
            themes: {
                let own = ((try? startUpFile().themes()) ?? []).map(\.theme)
                return (WebTheme.builtIn + own).map { Candidate($0.name, $0.isDark ? "dark" : "light") }
            },
            recipes: { recipeNames().map { Candidate($0, read(ShellSession.recipePath($0))?.goal ?? "") } },
            recipeParameters: { read(ShellSession.recipePath($0))?.parameters ?? [] })
        let knowledge = knowledge()
        if knowsOldRecords {
            knowsOldRecords = false
            await knowledge.forgetRecords()
        }
        return await CompletionEngine(knowledge: knowledge, surroundings: surroundings).complete(text, cursor: cursor)
    }

    /// Forgets what a write may have made wrong.
    ///
    /// - Parameter tables: the tables that were written to; nil when they are not known.
    func recordsHaveChanged(in tables: [String]? = nil) {
        knowsOldRecords = completion != nil
        link?.schema.recordsHaveChanged(in: tables)
        link?.listedTasks.forget()
    }

    /// What is known of the present instance, as long as it is the present one.
    func knowledge() -> SessionKnowledge {
        if let completion { return completion }
        let made = SessionKnowledge(
            link: { [weak self] in
                guard let self else { throw CancellationError() }
                return try await self.connected()
            },
            service: { [weak self] in
                guard let self else { throw CancellationError() }
                return MyWorkService(
                    instance: await self.instance, transport: try await self.connected().transport, purpose: .completion
                )
            })
        completion = made
        return made
    }
}
