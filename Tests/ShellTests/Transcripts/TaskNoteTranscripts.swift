import Testing

/// `task comment`.
extension Transcripts {
    static let taskNotes = [
        Transcript(
            "What is called a comment is a work note, and says so", answers: ["typed at the prompt", " "],
            files: ["note.txt": "from a file\nof two lines\n", "bad.txt": "\u{0}"],
            #"""
            > table update incident INC0010021 urgency=1 -f number,urgency
            number   INC0010021
            urgency  1 - High
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > task comment INC0010021 "On my way" => note = .value
            ! Work note added to INC0010021.
            ! `undo` cannot remove the entry in work_notes: journal entries are permanent.
            > undo
            ! error: There is nothing to undo: the last write changed nothing that can be reverted.
            ! note: task comment INC0010021 "On my way" => note = .value
            ? exit 3
            > task comment 061c92d26f030200d7aecd9c5d3ee4f8 @note.txt
            ! Work note added to INC0010021.
            ! `undo` cannot remove the entry in work_notes: journal entries are permanent.
            > task comment INC0010021
            ! Work note for INC0010021: typed at the prompt
            ! Work note added to INC0010021.
            ! `undo` cannot remove the entry in work_notes: journal entries are permanent.
            > task comment INC0010021
            ! Work note for INC0010021:  
            ! error: A work note needs a text; nothing was changed.
            ? exit 2
            > task comment INC0010021
            ! error: There is no terminal to ask for the work note.
            ! hint: task comment INC0010021 TEXT
            ? exit 2
            > task comment INC0010021 ‹@nowhere.txt›
            ! error: There is no file nowhere.txt.
            ? exit 2
            > task comment INC0010021 ‹"  "›
            ! error: A work note needs a text; nothing was changed.
            ? exit 2
            > task comment INC0010021 '@note.txt' --plan
            ! This would add the work note “@note.txt” to INC0010021 on sandbox. Nothing was changed.
            > task comment INC0010021 On ‹my› way
            ! error: task comment takes no further argument.
            ! hint: Put a text of several words in quotes: 'On my way'
            ! hint: Usage: task comment TASK [TEXT] [--visible] [--table-api] [--plan]
            ? exit 2
            > task comments INC0010021 -n 3
            2025-03-03 08:00:04 - john.doe (Work note)
            typed at the prompt

            2025-03-03 08:00:03 - john.doe (Work note)
            from a file
            of two lines

            2025-03-03 08:00:02 - john.doe (Work note)
            On my way
            """#),
        Transcript(
            "A comment that the requester sees is written on request", answers: ["typed"],
            #"""
            > task comment INC0010021 "Solved" --visible --plan
            ! This would add the comment “Solved” to INC0010021 on sandbox. Nothing was changed.
            > task comment INC0010021 "Solved" --visible
            ! Comment added to INC0010021; the requester can see it.
            ! `undo` cannot remove the entry in comments: journal entries are permanent.
            > task comment INC0010021 --visible
            ! Comment for INC0010021: typed
            ! Comment added to INC0010021; the requester can see it.
            ! `undo` cannot remove the entry in comments: journal entries are permanent.
            > task comments INC0010021 -n 2
            2025-03-03 08:00:02 - john.doe (Comment)
            typed

            2025-03-03 08:00:01 - john.doe (Comment)
            Solved
            """#),
        Transcript(
            "On other instances a note is asked for", instance: "dev1", user: "john.doe", answers: ["no", "dev1"],
            #"""
            > task comment PRB0000011 "One"
            ! This would add the work note “One” to PRB0000011 on dev1. Continue? [y/N] no
            ! error: Nothing was changed.
            ! note: This would add the work note “One” to PRB0000011 on dev1.
            ? exit 7
            > task comment PRB0000011 "Two"
            ! This would add the work note “Two” to PRB0000011 on dev1. Continue? [y/N] dev1
            ! Work note added to PRB0000011.
            ! `undo` cannot remove the entry in work_notes: journal entries are permanent.
            > task comment PRB0000011 "Three" --allow-writes dev1
            ! Work note added to PRB0000011.
            ! `undo` cannot remove the entry in work_notes: journal entries are permanent.
            > task comments PRB0000011 -n 2
            2025-03-03 08:00:02 - john.doe (Work note)
            Three

            2025-03-03 08:00:01 - john.doe (Work note)
            Two
            ! 2 of 3 journal entries shown; -n NUMBER shows more.
            """#),
        Transcript(
            "Without the application the Table API serves", faults: ["no-my-work"],
            #"""
            > task
            ! error: The Task Tracker API needs the application My Work (x_snc_my_work), which is not installed on sandbox.
            ! note: An admin of the instance installs it: under Retrieved Update Sets the update set “My Work” is imported, previewed and committed.
            ! hint: --table-api asks the Table API for the same.
            ? exit 3
            > task comment INC0010021 "On my way"
            ! error: The Task Tracker API needs the application My Work (x_snc_my_work), which is not installed on sandbox.
            ! note: An admin of the instance installs it: under Retrieved Update Sets the update set “My Work” is imported, previewed and committed.
            ! hint: --table-api writes the note by the Table API.
            ? exit 3
            > task comment INC0010021 "On my way" --table-api
            ! Work note added to INC0010021.
            ! `undo` cannot remove the entry in work_notes: journal entries are permanent.
            > task comments INC0010021 -n 1
            2025-03-03 08:00:01 - john.doe (Work note)
            On my way
            """#),
        Transcript(
            "A note that may not be written is refused", user: "joe.employee",
            #"""
            > table list task -f number,sys_class_name
            number  sys_class_name
            ! 0 of 20 shown, 20 withheld by access rules.
            ! 20 of 1195 were asked for; -n NUMBER or --all asks for more.
            > task comment ‹INC0010021› "mine" --table-api
            ! error: There is no task INC0010021, or you may not read it.
            ! hint: task lists mine.
            ! hint: table list task lists all.
            ? exit 3
            """#),
    ]
}
