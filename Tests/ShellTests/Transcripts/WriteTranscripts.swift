import Testing

/// `table create`, `update` and `delete`.
extension Transcripts {
    static let writes = [
        Transcript(
            "A record is made, changed, read and deleted",
            #"""
            > table create incident short_description="Printer on fire" urgency=2 => inc = .number
            number             INC0010201
            short_description  Printer on fire
            priority           4 - Low
            state              New
            assigned_to
            urgency            2 - Medium
            sys_id             10e38fd54ad1ee50d82a64ba652b0eef
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > table get incident {{inc}} -f number,urgency,state
            number   INC0010201
            urgency  2 - Medium
            state    New
            > table update incident {{inc}} urgency=1 comments='On my way'
            number             INC0010201
            short_description  Printer on fire
            priority           3 - Moderate
            state              New
            assigned_to
            urgency            1 - High
            comments           2025-03-03 08:00:02 - John Doe (Additional comments)⏎On my way⏎⏎
            sys_id             10e38fd54ad1ee50d82a64ba652b0eef
            ! Updated incident INC0010201.
            ! undo: table update incident INC0010201 urgency=2 priority=4
            ! The instance changed priority as well; undo writes that back too.
            ! `undo` cannot remove the entry in comments: journal entries are permanent.
            > table delete incident {{inc}}
            ! Deleted incident INC0010201.
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            > table get incident ‹{{inc}}›
            ! error: No record of incident is called INC0010201, or you may not read it.
            ! hint: table list incident
            ? exit 3
            """#),
        Transcript(
            "A field takes the text of a file, through the tape", files: ["note.txt": "Two\nlines"],
            #"""
            > table create incident short_description=@note.txt -f short_description --format json
            {
              "short_description": "Two\nlines"
            }
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > table create incident ‹short_description›=@missing.txt
            ! error: There is no file missing.txt.
            ? exit 2
            """#),
        Transcript(
            "Many records are counted, listed and asked for, on the sandbox too",
            answers: ["no", "sandbox", "sandbox"],
            #"""
            > table update incident -q numberININC0010001,INC0010002 urgency=3
            ! This would update 2 records of incident on sandbox, setting urgency=3 (PATCH, one by one).
            !   INC0010001  Second monitor flickers  urgency: 3 - Low as it is
            !   INC0010002  Application freezes while saving a draft  urgency: 3 - Low as it is
            ! Type sandbox to continue: no
            ! error: Nothing was changed: the answer was not sandbox.
            ! note: This would update 2 records of incident on sandbox, setting urgency=3 (PATCH, one by one).
            ? exit 7
            > table update incident -q numberININC0010001,INC0010002 urgency=3
            number      short_description                         priority      state    assigned_to  urgency  sys_id
            INC0010001  Second monitor flickers                   5 - Planning  Closed   ITIL User    3 - Low  becf6f1413bde14f36bde90c3d219baf
            INC0010002  Application freezes while saving a draft  4 - Low       On Hold  Fred Luddy   3 - Low  bc76816a03ca1fba5a7dcb9e3aa99e09
            ! This would update 2 records of incident on sandbox, setting urgency=3 (PATCH, one by one).
            !   INC0010001  Second monitor flickers  urgency: 3 - Low as it is
            !   INC0010002  Application freezes while saving a draft  urgency: 3 - Low as it is
            ! Type sandbox to continue: sandbox
            ! 2 records of incident updated.
            > table delete incident -q numberININC0010001,INC0010002,INC0010003
            ! This would delete 3 records of incident on sandbox (DELETE, one by one).
            !   INC0010001  Second monitor flickers
            !   INC0010002  Application freezes while saving a draft
            !   INC0010003  No network address after moving desks
            ! Type sandbox to continue: sandbox
            ! 3 records of incident deleted.
            ! undo: 3 lines, kept in this session; undo shows them, undo --run runs them.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            > table delete incident -q numberININC0010001,INC0010002
            ! The query finds no record of incident; nothing was changed.
            > table update incident -q number=INC0010004 urgency=1
            number      short_description                   priority      state   assigned_to  urgency   sys_id
            INC0010004  Query on the ledger runs for hours  1 - Critical  Closed  Beth Anglin  1 - High  5786a91c4d3620cb51c4518335d64bef
            ! 1 record of incident updated.
            ! undo: table update incident INC0010004 urgency=2 priority=2
            ! The instance changed priority as well; undo writes that back too.
            > table delete incident -q ‹number=INC0010004^nonsense›
            ! error: The instance would ignore this part of the query and change more records: nonsense
            ! hint: help queries
            ? exit 7
            """#),
        Transcript(
            "A field that is not there is said, and a reference to nothing; one that is named twice is shown once",
            #"""
            > table update incident -q number=INC0010021 ‹nosuch›=1 work_notes=x -f number
            ! error: incident has no column nosuch; nothing was sent.
            ! hint: table describe incident
            ? exit 2
            > table update incident INC0010021 caller_id="Abel Tuter" -f number,caller_id
            number     INC0010021
            caller_id  Abel Tuter
            ! Updated incident INC0010021.
            > table update incident INC0010021 caller_id= -f number,caller_id
            number     INC0010021
            caller_id
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 caller_id=62826bf03710200044e0bfc8bcbe5df1
            > table get incident INC0010021 -f number,state,number --format json
            {
              "number": "INC0010021",
              "state": "2"
            }
            """#),
    ]
}
