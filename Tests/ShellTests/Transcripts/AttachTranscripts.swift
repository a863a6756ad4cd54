import Testing

/// The `attach` commands.
extension Transcripts {
    static let attachments = [
        Transcript(
            "Files are attached, listed, shown, fetched and deleted",
            files: ["error.log": "it burns\n", "logo.png": "\u{89}PNG\u{0}\u{1}"],
            #"""
            > attach list incident INC0010021
            file_name  size_bytes  content_type  sys_created_on  sys_created_by  sys_id
            ! incident INC0010021 has no attachment.
            > attach put incident INC0010021 error.log logo.png
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            error.log  9           text/plain    2025-03-03 16:00:01  john.doe        10e38fd54ad1ee50d82a64ba652b0eef
            logo.png   7           image/png     2025-03-03 16:00:02  john.doe        43b06c48c91e728cf1c5f82846a0be68
            ! Attached error.log (9 bytes) to incident INC0010021.
            ! Attached logo.png (7 bytes) to incident INC0010021.
            > attach list incident INC0010021 => id = .[0].sys_id
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            error.log  9           text/plain    2025-03-03 16:00:01  john.doe        10e38fd54ad1ee50d82a64ba652b0eef
            logo.png   7           image/png     2025-03-03 16:00:02  john.doe        43b06c48c91e728cf1c5f82846a0be68
            > attach show incident INC0010021 error.log | head -n 2
            size_bytes           9
            file_name            error.log
            > attach get incident INC0010021 {{id}} => name = .file_name
            it burns
            > attach get incident INC0010021 {{name}} --format json
            it burns
            > attach get incident INC0010021 logo.png > copy.png
            > attach put incident INC0010021 copy.png --as 'logo.png'
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            logo.png   7           image/png     2025-03-03 16:00:03  john.doe        9aef843bea2d8668013b90a6fbef59ba
            ! Attached logo.png (7 bytes) to incident INC0010021.
            > attach get incident INC0010021 ‹logo.png›
            ! error: 2 attachments of incident INC0010021 are called so: 43b06c48c91e728cf1c5f82846a0be68, 9aef843bea2d8668013b90a6fbef59ba.
            ! hint: attach list incident INC0010021
            ? exit 3
            > attach delete incident INC0010021 error.log
            ! Deleted error.log of incident INC0010021.
            > attach list task INC0010021 --format csv
            file_name,size_bytes,content_type,sys_created_on,sys_created_by,sys_id
            logo.png,7,image/png,2025-03-03 16:00:02,john.doe,43b06c48c91e728cf1c5f82846a0be68
            logo.png,7,image/png,2025-03-03 16:00:03,john.doe,9aef843bea2d8668013b90a6fbef59ba
            """#),
        Transcript(
            "Files of one name are fetched under names of their own",
            files: ["a.txt": "first", "b.txt": "second"],
            #"""
            > attach put incident INC0010021 a.txt --as x.txt
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            x.txt      5           text/plain    2025-03-03 16:00:01  john.doe        10e38fd54ad1ee50d82a64ba652b0eef
            ! Attached x.txt (5 bytes) to incident INC0010021.
            > attach put incident INC0010021 b.txt --as x.txt
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            x.txt      6           text/plain    2025-03-03 16:00:02  john.doe        43b06c48c91e728cf1c5f82846a0be68
            ! Attached x.txt (6 bytes) to incident INC0010021.
            > attach get incident INC0010021 --all
            ! Wrote 5 bytes to x.txt.
            ! Wrote 6 bytes to x-2.txt.
            """#),
        Transcript(
            "A fetched file is written where it was asked for, and replaces nothing by itself",
            files: ["a.txt": "first", "b.txt": "second"],
            #"""
            > attach put incident INC0010021 a.txt --as x.txt
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            x.txt      5           text/plain    2025-03-03 16:00:01  john.doe        10e38fd54ad1ee50d82a64ba652b0eef
            ! Attached x.txt (5 bytes) to incident INC0010021.
            > attach get incident INC0010021 --out taken.txt
            ! Wrote 5 bytes to taken.txt.
            > attach get incident INC0010021 --out ‹taken.txt›
            ! error: taken.txt already exists and is not replaced.
            ! hint: --force replaces it.
            ? exit 2
            > attach get incident INC0010021 --out taken.txt --force
            ! Wrote 5 bytes to taken.txt.
            > attach get incident INC0010021 --save
            ! Wrote 5 bytes to x.txt.
            > attach put incident INC0010021 taken.txt b.txt
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            taken.txt  5           text/plain    2025-03-03 16:00:02  john.doe        43b06c48c91e728cf1c5f82846a0be68
            b.txt      6           text/plain    2025-03-03 16:00:03  john.doe        9aef843bea2d8668013b90a6fbef59ba
            ! Attached taken.txt (5 bytes) to incident INC0010021.
            ! Attached b.txt (6 bytes) to incident INC0010021.
            > attach get incident ‹INC0010021›
            ! error: incident INC0010021 has 3 attachments; name one.
            ! hint: attach list incident INC0010021
            ? exit 3
            > attach get incident INC0010021 ‹x.tx›
            ! error: incident INC0010021 has no attachment called x.tx.
            ! hint: Did you mean x.txt?
            ! hint: attach list incident INC0010021
            ? exit 3
            > attach get incident INC0010021 --all --force
            ! Wrote 6 bytes to b.txt.
            ! Wrote 5 bytes to taken.txt.
            ! Wrote 5 bytes to x.txt.
            > attach get incident INC0010021 ‹x.txt› --all
            ! error: --all takes every attachment, and needs no name.
            ? exit 2
            """#),
        Transcript(
            "A name that the instance gives chooses no folder and hides no file", files: ["a.txt": "harmless"],
            #"""
            > attach put incident INC0010021 a.txt --as ../../a.txt
            file_name    size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            ../../a.txt  8           text/plain    2025-03-03 16:00:01  john.doe        10e38fd54ad1ee50d82a64ba652b0eef
            ! Attached ../../a.txt (8 bytes) to incident INC0010021.
            > attach get incident INC0010021 --save
            ! error: The attachment's name, ../../a.txt, is not a valid file name here.
            ! hint: attach get incident INC0010021 10e38fd54ad1ee50d82a64ba652b0eef --out FILE
            ? exit 3
            > attach delete incident INC0010021 ../../a.txt
            ! Deleted ../../a.txt of incident INC0010021.
            > attach put incident INC0010021 a.txt --as .bashrc
            file_name  size_bytes  content_type              sys_created_on       sys_created_by  sys_id
            .bashrc    8           application/octet-stream  2025-03-03 16:00:03  john.doe        43b06c48c91e728cf1c5f82846a0be68
            ! Attached .bashrc (8 bytes) to incident INC0010021.
            > attach get incident INC0010021 --all
            ! error: The attachment's name, .bashrc, is not a valid file name here.
            ! hint: attach get incident INC0010021 43b06c48c91e728cf1c5f82846a0be68 --out FILE
            ? exit 3
            > attach get incident INC0010021 --out mine.txt
            ! Wrote 8 bytes to mine.txt.
            """#),
        Transcript(
            "A file that cannot be saved does not keep the others back",
            files: ["a.txt": "a", "b.txt": "bb", "c.txt": "ccc"],
            #"""
            > attach put incident INC0010021 a.txt --as .hidden
            file_name  size_bytes  content_type              sys_created_on       sys_created_by  sys_id
            .hidden    1           application/octet-stream  2025-03-03 16:00:01  john.doe        10e38fd54ad1ee50d82a64ba652b0eef
            ! Attached .hidden (1 byte) to incident INC0010021.
            > attach put incident INC0010021 b.txt --as 'a/b'
            file_name  size_bytes  content_type              sys_created_on       sys_created_by  sys_id
            a/b        2           application/octet-stream  2025-03-03 16:00:02  john.doe        43b06c48c91e728cf1c5f82846a0be68
            ! Attached a/b (2 bytes) to incident INC0010021.
            > attach put incident INC0010021 b.txt c.txt
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            b.txt      2           text/plain    2025-03-03 16:00:03  john.doe        9aef843bea2d8668013b90a6fbef59ba
            c.txt      3           text/plain    2025-03-03 16:00:04  john.doe        2edaf13e4dbb959387dbd9a05c366faa
            ! Attached b.txt (2 bytes) to incident INC0010021.
            ! Attached c.txt (3 bytes) to incident INC0010021.
            > attach put incident INC0010021 c.txt --as d.txt
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            d.txt      3           text/plain    2025-03-03 16:00:05  john.doe        90bbe74554c8203e1ef4dadac50d049e
            ! Attached d.txt (3 bytes) to incident INC0010021.
            > attach get incident INC0010021 --all
            ! Wrote 3 bytes to d.txt.
            ! error: The attachment's name, .hidden, is not a valid file name here.
            ! hint: attach get incident INC0010021 10e38fd54ad1ee50d82a64ba652b0eef --out FILE
            ! error: The attachment's name, a/b, is not a valid file name here.
            ! hint: attach get incident INC0010021 43b06c48c91e728cf1c5f82846a0be68 --out FILE
            ! error: b.txt already exists and is not replaced.
            ! hint: --force replaces it.
            ! error: c.txt already exists and is not replaced.
            ! hint: --force replaces it.
            ? exit 3
            """#),
        Transcript(
            "A terminal takes text and refuses other bytes", width: 80,
            files: ["a.txt": "plain \u{1B}[31mred\u{1B}[0m", "b.bin": "\u{0}\u{1}"],
            #"""
            > attach put incident INC0010021 a.txt b.bin
            file_name  size_bytes  content_type   sys_created_…  sys_created…  sys_id
            a.txt      18          text/plain     2025-03-03 1…  john.doe      10e38fd54ad1…
            b.bin      2           application/…  2025-03-03 1…  john.doe      43b06c48c91e…
            ! Attached a.txt (18 bytes) to incident INC0010021.
            ! Attached b.bin (2 bytes) to incident INC0010021.
            > attach get incident INC0010021 a.txt
            plain red
            > attach get incident INC0010021 b.bin
            ! error: The answer is 2 bytes of unknown kind, which could upset the terminal.
            ! hint: Append > FILE to save them.
            ? exit 2
            """#),
        Transcript(
            "What cannot be attached is said before anything is sent", files: ["a.txt": "a", "b.txt": "b"],
            #"""
            > attach put incident INC0010021 ‹missing.txt›
            ! error: There is no file missing.txt.
            ? exit 2
            > attach put incident INC0010021 a.txt b.txt --as ‹c.txt›
            ! error: --as names one file, and 2 are given.
            ? exit 2
            > attach put incident INC0010021 a.txt --type ‹plain›
            ! error: This must be a media type, such as text/plain.
            ? exit 2
            > attach get incident ‹INC0010021›
            ! error: incident INC0010021 has no attachment.
            ? exit 3
            """#),
        Transcript(
            "Attaching and deleting are asked for elsewhere", instance: "dev1", user: "admin",
            answers: ["dev1", "no"], files: ["a.txt": "a"],
            #"""
            > attach put incident INC0010021 a.txt
            file_name  size_bytes  content_type  sys_created_on       sys_created_by  sys_id
            a.txt      1           text/plain    2025-03-03 16:00:01  admin           10e38fd54ad1ee50d82a64ba652b0eef
            ! This would attach a.txt to incident INC0010021 on dev1. Continue? [y/N] dev1
            ! Attached a.txt (1 byte) to incident INC0010021.
            > attach delete incident INC0010021 a.txt
            ! This would delete a.txt of incident INC0010021 on dev1. Continue? [y/N] no
            ! error: Nothing was changed.
            ! note: This would delete a.txt of incident INC0010021 on dev1.
            ? exit 7
            """#),
    ]
}
