import Testing

/// Variables, captures, redirections and pipelines.
extension Transcripts {
    static let captures = [
        Transcript(
            "A value of an answer is kept and used",
            #"""
            > table get incident INC0010021 -f number,caller_id => caller = .caller_id => number = .number
            number     INC0010021
            caller_id  Abel Tuter
            > table get sys_user {{caller}} -f name
            name  Abel Tuter
            > table list incident -n 2 --order number -f number => all => last = .[-1].number
            number
            INC0009751
            INC0009752
            ! 2 of 440 shown; -n NUMBER or --all shows more.
            > set | grep variable
            {{all}}     [{"number":"INC0009751"},{"number":"INC0009752"}]  A variable
            {{caller}}  62826bf03710200044e0bfc8bcbe5df1                   A variable
            {{last}}    INC0009752                                         A variable
            {{number}}  INC0010021                                         A variable
            > table list incident -q number={{last}} -f number
            number
            INC0009752
            """#),
        Transcript(
            "A path that leads nowhere says what there is",
            #"""
            > table list incident -n 2 ‹=> x = .number›
            number      short_description                         priority      state    assigned_to
            INC0010001  Second monitor flickers                   5 - Planning  Closed   ITIL User
            INC0010002  Application freezes while saving a draft  4 - Low       On Hold  Fred Luddy
            ! 2 of 440 shown; -n NUMBER or --all shows more.
            ! error: The answer is a list and has no "number".
            ! hint: => x = .[0].number
            ? exit 3
            > table list incident -q number=NONE -f number ‹=> x = .number›
            number
            ! No record found.
            ! error: The answer is an empty list.
            ? exit 3
            > table get incident INC0010021 -f number,state ‹=> x = .nunber›
            number  INC0010021
            state   In Progress
            ! error: There is no "nunber" in the answer.
            ! hint: Did you mean number?
            ? exit 3
            > table get cmn_department Sales -f name,id ‹=> x = .zzzzz›
            name  Sales
            id    40
            ! error: There is no "zzzzz" in the answer.
            ! hint: There are: id, name and sys_id.
            ? exit 3
            > table list incident -n 1 -f number ‹=> x = .[1].number›
            number
            INC0010001
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            ! error: There is no element 1 in the answer, which holds 1.
            ? exit 3
            > table count incident ‹=> x = .count.more›
            440
            ! error: .count is a text and has no "more".
            ? exit 3
            > table update incident -q number=NONE urgency=1 => x
            ! The query finds no record of incident; nothing was changed.
            > table count incident -q short_descriptionLIKE{{x}}
            0
            """#),
        Transcript(
            "What keeps nothing is not run",
            #"""
            > table delete incident INC0010021 ‹=> x›
            ! error: table delete gives nothing that can be kept in a variable.
            ? exit 2
            > table get incident INC0010021 -f number
            number  INC0010021
            > table list incident --all ‹=> x›
            ! error: table list --all gives nothing that can be kept in a variable.
            ! hint: table list without --all does.
            ? exit 2
            """#),
        Transcript(
            "A variable is one word, and no query changes by one",
            #"""
            > set word='two words' evil='x^active=true' flag=--all
            > table create incident short_description={{word}} -f short_description
            short_description  two words
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > table list incident -q short_description=‹{{evil}}› -n 1
            ! error: The value of {{evil}} holds a ^, which would change what the query asks.
            ! hint: Choose a value without ^, or write that part of the query out.
            ? exit 2
            > set narrow=active=true^priority=1^ORpriority=2 wide=active=true^NQpriority=1
            > table count incident -q numberISNOTEMPTY^{{narrow}}^category!=x
            17
            > table count incident -q numberISNOTEMPTY^‹{{narrow}}›^ORcategory=x
            ! error: The value of {{narrow}} holds a ^, which would change what the query asks.
            ! hint: Choose a value without ^, or write that part of the query out.
            ? exit 2
            > table count incident -q ‹{{wide}}›^category!=x
            ! error: The value of {{wide}} holds a ^, which would change what the query asks.
            ! hint: Choose a value without ^, or write that part of the query out.
            ? exit 2
            > set --unset narrow
            > set --unset wide
            > table get incident ‹{{flag}}›
            ! error: No record of incident is called --all, or you may not read it.
            ! hint: table list incident
            ? exit 3
            > set --unset word
            > table get incident ‹{{word}}›
            ! error: There is no variable {{word}}.
            ! hint: set word=VALUE gives it one; a line that ends in => word keeps an answer in it.
            ? exit 2
            > set | grep variable
            {{evil}}   x^active=true  A variable
            {{flag}}   --all          A variable
            """#),
        Transcript(
            "Output goes to files and pipelines as it is",
            #"""
            > table list incident -n 2 --order number -f number --format csv > out.csv
            ! 2 of 440 shown; -n NUMBER or --all shows more.
            > table list incident -n 1 --order -number -f number --format ndjson >> out.csv
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            > table list incident -n 20 -f number --format tsv | wc -l
            21
            ! 20 of 440 shown; -n NUMBER or --all shows more.
            > set word=kept
            > table count incident | echo $word; cat
            kept
            440
            > table count incident > nowhere/out.csv
            ! error: There is no folder for nowhere/out.csv.
            ? exit 2
            > table list incident -n 1 ‹>›
            ! error: A file name must follow >.
            ? exit 2
            > table count incident > a ‹>› b
            ! error: The output can be redirected only once.
            ! hint: Use | tee FILE to write a file too.
            ? exit 2
            """#),
    ]
}
