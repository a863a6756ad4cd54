import Testing

/// Each writing `table` command in each format.
extension Transcripts {
    static let writeFormats = [
        Transcript(
            "A created record has all eight formats",
            #"""
            > table create cmn_department name=D0 -f name,id --format columns
            name  D0
            id
            ! Created cmn_department D0.
            ! undo: table delete cmn_department 10e38fd54ad1ee50d82a64ba652b0eef
            > table create cmn_department name=D1 -f name,id --format line
            name: D1
            id:
            ! Created cmn_department D1.
            ! undo: table delete cmn_department 7fcc50675db73bc937c84dc1f1150700
            > table create cmn_department name=D2 -f name,id --format json
            {
              "name": "D2",
              "id": ""
            }
            ! Created cmn_department D2.
            ! undo: table delete cmn_department 43b06c48c91e728cf1c5f82846a0be68
            > table create cmn_department name=D3 -f name,id --format ndjson
            {"name":"D3","id":""}
            ! Created cmn_department D3.
            ! undo: table delete cmn_department 42ec33223c03bb0e7243eb88c58bc546
            > table create cmn_department name=D4 -f name,id --format csv
            name,id
            D4,
            ! Created cmn_department D4.
            ! undo: table delete cmn_department 9aef843bea2d8668013b90a6fbef59ba
            > table create cmn_department name=D5 -f name,id --format tsv
            name	id
            D5	
            ! Created cmn_department D5.
            ! undo: table delete cmn_department e415ce56f87b08890ce6902ec7c7e47b
            > table create cmn_department name=D6 -f name,id --format yaml
            name: D6
            id: ""
            ! Created cmn_department D6.
            ! undo: table delete cmn_department 2edaf13e4dbb959387dbd9a05c366faa
            > table create cmn_department name=D7 -f name,id --format markdown
            | Field | Value |
            | --- | --- |
            | name | D7 |
            | id |  |
            ! Created cmn_department D7.
            ! undo: table delete cmn_department 8da1aeca1ee805ed0c4581bb8411ca06
            """#),
        Transcript(
            "A changed record has all eight formats",
            #"""
            > table update incident INC0010021 urgency=1 -f number,urgency --format columns
            number   INC0010021
            urgency  1 - High
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > table update incident INC0010021 urgency=2 -f number,urgency --format line
            number:  INC0010021
            urgency: 2 - Medium
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=1 priority=2
            ! The instance changed priority as well; undo writes that back too.
            > table update incident INC0010021 urgency=3 -f number,urgency --format json
            {
              "number": "INC0010021",
              "urgency": "3"
            }
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > table update incident INC0010021 urgency=1 -f number,urgency --format ndjson
            {"number":"INC0010021","urgency":"1"}
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=3 priority=4
            ! The instance changed priority as well; undo writes that back too.
            > table update incident INC0010021 urgency=2 -f number,urgency --format csv
            number,urgency
            INC0010021,2
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=1 priority=2
            ! The instance changed priority as well; undo writes that back too.
            > table update incident INC0010021 urgency=3 -f number,urgency --format tsv
            number	urgency
            INC0010021	3
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > table update incident INC0010021 urgency=1 -f number,urgency --format yaml
            number: INC0010021
            urgency: "1"
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=3 priority=4
            ! The instance changed priority as well; undo writes that back too.
            > table update incident INC0010021 urgency=2 -f number,urgency --format markdown
            | Field | Value |
            | --- | --- |
            | number | INC0010021 |
            | urgency | 2 - Medium |
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=1 priority=2
            ! The instance changed priority as well; undo writes that back too.
            """#),
        Transcript(
            "A deletion shows nothing in any format",
            #"""
            > table delete cmn_department Sales --format columns
            ! Deleted cmn_department Sales.
            ! undo: table create cmn_department sys_id=c795c085f4bcaee1e9d05371f4ca76b1 description='Direct and partner sales' head_count=44 name=Sales company=31bea3d53790200044e0bfc8bcbe5dec id=40
            ! undo makes a record again with its sys_id; journals, attachments, sys_ columns and what the instance deleted with it do not come back.
            > table delete cmn_department Marketing --format line
            ! Deleted cmn_department Marketing.
            ! undo: table create cmn_department sys_id=24d4febafc51801bba5f92ada9c8efd3 description='Brand, events & web' head_count=49 name=Marketing company=31bea3d53790200044e0bfc8bcbe5dec id=80
            ! undo makes a record again with its sys_id; journals, attachments, sys_ columns and what the instance deleted with it do not come back.
            > table delete cmn_department Legal --format json
            ! Deleted cmn_department Legal.
            ! undo: table create cmn_department sys_id=7f6add693ef3d059c77fe6670f7b2189 description='Contracts and compliance' head_count=57 name=Legal company=31bea3d53790200044e0bfc8bcbe5dec id=70
            ! undo makes a record again with its sys_id; journals, attachments, sys_ columns and what the instance deleted with it do not come back.
            > table delete cmn_department HR --format ndjson
            ! Deleted cmn_department HR.
            ! undo: table create cmn_department sys_id=e143a9dcd527c2d04805b1c10d8f0f10 description='People and learning' head_count=44 name=HR company=31bea3d53790200044e0bfc8bcbe5dec id=30
            ! undo makes a record again with its sys_id; journals, attachments, sys_ columns and what the instance deleted with it do not come back.
            > table delete cmn_department Finance --format csv
            ! Deleted cmn_department Finance.
            ! undo: table create cmn_department sys_id=a581ab703710200044e0bfc8bcbe5de8 description='Accounts, payroll and audit' head_count=25 dept_head=46c5bf6ca9fe1981010713e3ac7d3384 name=Finance company=31bea3d53790200044e0bfc8bcbe5dec id=20
            ! undo makes a record again with its sys_id; journals, attachments, sys_ columns and what the instance deleted with it do not come back.
            > table delete cmn_department Facilities --format tsv
            ! Deleted cmn_department Facilities.
            ! undo: table create cmn_department sys_id=2a0c51a35a5196fe4153f4c51576f946 description='Buildings, keys and coffee' head_count=40 name=Facilities company=31bea3d53790200044e0bfc8bcbe5dec id=90
            ! undo makes a record again with its sys_id; journals, attachments, sys_ columns and what the instance deleted with it do not come back.
            > table delete cmn_department Development --format yaml
            ! Deleted cmn_department Development.
            ! undo: table create cmn_department sys_id=714a21fe0839935f5daad8912fbd6a6f parent=038ad11730eefcd62354d4945e46b165 description='Builds it' head_count=38 name=Development company=31bea3d53790200044e0bfc8bcbe5dec id=51
            ! undo makes a record again with its sys_id; journals, attachments, sys_ columns and what the instance deleted with it do not come back.
            > table delete cmn_department IT --format markdown
            ! Deleted cmn_department IT.
            ! undo: table create cmn_department sys_id=2b3b614d7fed8e5e75c1f039ca18e183 description='Runs what everybody else works with' head_count=9 name=IT company=31bea3d53790200044e0bfc8bcbe5dec id=10
            ! undo makes a record again with its sys_id; journals, attachments, sys_ columns and what the instance deleted with it do not come back.
            """#),
    ]
}
