CREATE TABLE session(id INTEGER PRIMARY KEY, started_at INTEGER NOT NULL, instance TEXT NOT NULL,
    user TEXT, zone TEXT NOT NULL, zone_rules TEXT NOT NULL, width INTEGER, version TEXT NOT NULL,
    policy TEXT NOT NULL, settings TEXT NOT NULL, seed INTEGER NOT NULL) STRICT

CREATE TABLE command(id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session, line TEXT
    NOT NULL, now INTEGER NOT NULL, exit_status INTEGER) STRICT

CREATE TABLE input(id INTEGER PRIMARY KEY, command INTEGER NOT NULL REFERENCES command, kind TEXT
    NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL) STRICT

CREATE TABLE output(id INTEGER PRIMARY KEY, command INTEGER NOT NULL REFERENCES command, stream
    INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT

CREATE TABLE body(id INTEGER PRIMARY KEY, digest INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT

CREATE TABLE exchange(id INTEGER PRIMARY KEY, session INTEGER NOT NULL REFERENCES session, command
    INTEGER REFERENCES command, epoch INTEGER, purpose TEXT NOT NULL, started_at INTEGER NOT NULL,
    key_hash INTEGER NOT NULL, key TEXT NOT NULL, principal TEXT, method TEXT NOT NULL, url TEXT NOT
    NULL, headers BLOB NOT NULL, body INTEGER REFERENCES body) STRICT

CREATE TABLE outcome(exchange INTEGER PRIMARY KEY REFERENCES exchange, failure TEXT, status INTEGER,
    reason TEXT NOT NULL, headers BLOB, body INTEGER REFERENCES body, http_version TEXT,
    content_coding TEXT, resolved INTEGER, connected INTEGER, secured INTEGER, first_byte INTEGER,
    total INTEGER) STRICT

CREATE INDEX command_of_session ON command(session)

CREATE INDEX input_of_command ON input(command)

CREATE INDEX output_of_command ON output(command, stream)

CREATE INDEX body_by_digest ON body(digest)

CREATE INDEX exchange_by_key ON exchange(key_hash, epoch)
