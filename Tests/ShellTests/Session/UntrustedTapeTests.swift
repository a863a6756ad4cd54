import CassetteStore
import GraphQLCommands
import NowSDK
import Tables
import Tapes
import TestSupport
import Testing
import Workbench

/// Settings from a tape apply only while it plays.
struct UntrustedTapeTests {
    /// A folder with another user's tape, recorded at another instance with other settings.
    private func folderWithTape() async throws -> Folder {
        let machine = try TestMachine()
        let theirs = try ShellHarness(
            machine, instance: "dev1", user: "admin", tape: "theirs", settings: ["format": "json"],
            variables: ["LD_PRELOAD": "/tmp/theirs.so", "name": "theirs"])
        await expectEqual(theirs.session.run("table count incident"), 0)
        try await theirs.session.close()
        return machine.folder
    }

    @Test func tapeSettingsDoNotAffectLiveCommands() async throws {
        let machine = try TestMachine(try await folderWithTape())
        let mine = try ShellHarness(machine, variables: ["name": "mine"])
        let printed = await mine.transcript(of: [
            "tape open theirs --mode replay", "table count incident", "tape new mine",
            "table count incident | cat; echo ${LD_PRELOAD-none} $name", "whoami --format csv",
        ])
        expectEqual(
            printed,
            """
            > tape open theirs --mode replay
            ! Playing [DIR]/sessions/theirs.cassette: answers come from the tape, nothing is sent.
            > table count incident
            {
              "count": "440"
            }
            > tape new mine
            ! Recording onto [DIR]/sessions/mine.cassette.
            > table count incident | cat; echo ${LD_PRELOAD-none} $name
            440
            none mine
            > whoami --format csv
            instance,profile,guard,user_name,name,sys_id,roles,time_zone,date_format,sign_in,client_id,session,session_opened,session_ends,page_session_opened,page_session_ends,cookies,token_created,token_expires,renewable,token_scope
            http://sandbox.localhost,,open,john.doe,John Doe,ea2bc1b14f4212008a5ab895f110c7d1,"admin,approver_user,itil,knowledge_admin,personalize,personalize_dictionary,problem_admin,problem_coordinator,problem_manager,problem_task_analyst,sn_cmdb_editor,web_service_admin",,,basic,,cookies,2026-01-01 00:00:00,2026-01-01 00:30:00,,,"JSESSIONID,glide_user_route,glide_session_store,BIGipServerpool_sandbox,glide_user,glide_user_session",,,,

            """, "now reads:\n\(printed)")
        try await mine.session.close()
        let session = try #require(try Cassette.playing(at: machine.path("mine")).sessions().first)
        expectEqual(session.instance, "http://sandbox.localhost")
        expectEqual(session.settings, #"{"settings":{"wide":"auto"},"variables":{"name":"mine"}}"#)
    }

    @Test func consecutiveTapesRestoreSettings() async throws {
        let machine = try TestMachine(try await folderWithTape())
        let mine = try ShellHarness(machine, settings: ["format": "tsv"])
        for line in ["tape open theirs --mode replay", "tape open theirs --mode replay", "set format=yaml a=1"] {
            await expectEqual(mine.session.run(line), 0)
        }
        await expectEqual(mine.session.instance.name, "dev1.service-now.com")
        await expectEqual(mine.session.variables["a"], "1")
        await expectEqual(mine.session.run("tape open theirs"), 0)
        await expectEqual(mine.session.instance.name, "sandbox.localhost")
        await expectEqual(mine.session.user, "john.doe")
        await expectEqual(mine.session.settings.values, ["format": "tsv"])
        await expectEqual(mine.session.variables, [:])
    }

    @Test func unplayableTapeChangesNothing() async throws {
        let machine = try TestMachine(try await folderWithTape())
        let mine = try ShellHarness(machine)
        await expectEqual(mine.session.run("tape open theirs --mode replay"), 0)
        machine.folder.write(Array("no cassette".utf8), to: "broken.cassette")
        await expectEqual(mine.session.run("tape open broken.cassette --mode replay"), 5)
        await expectEqual(mine.session.run("tape open broken.cassette"), 5)
        await expectEqual(mine.session.instance.name, "dev1.service-now.com")
        await expectEqual(mine.session.run("table count incident"), 0)
    }
}
