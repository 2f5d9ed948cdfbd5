namespace Accelerator.Jobs.Ledger;

/// <summary>
/// The tables: one text for both databases, which differ only in the names of types. Created if there are none; a newer schema is refused.
/// </summary>
internal static class LedgerSchema
{
    /// <summary>The schema version, which grows with each change of the tables.</summary>
    public const int Version = 3;

    // Columns that every poll reads come first: SQLite reads a row from its start.
    // Timestamps are milliseconds since 1970. Only leases are by the database's clock.
    // alerted is the epoch of the last failure that an alert has reported.
    private const string Tables = """
        CREATE TABLE meta (name {text} PRIMARY KEY, value {text} NOT NULL);
        CREATE TABLE folder (
            id {key}, job {text} NOT NULL, server {text} NOT NULL, path {text} NOT NULL, target {text} NOT NULL,
            look_started {int}, look_finished {int}, look_complete {int}, look_entries {int}, look_note {text},
            complete_at {int}, complete_entries {int} NOT NULL DEFAULT 0, incomplete_looks {int} NOT NULL DEFAULT 0,
            UNIQUE (job, server, path));
        CREATE TABLE file (
            id {key}, folder_id {int} NOT NULL REFERENCES folder (id), name {text} NOT NULL, size {int} NOT NULL CHECK (size >= 0),
                time {text},
            state {text} NOT NULL CHECK (state IN ('discovered', 'stable', 'queued', 'transferring', 'verified', 'published', 'failed',
                'quarantined', 'vanished')),
            version {int} NOT NULL CHECK (version >= 1), looks {int} NOT NULL, first_seen {int} NOT NULL, since {int} NOT NULL,
                missing {int} NOT NULL, missing_since {int}, epoch {int} NOT NULL DEFAULT 0,
            job {text}, server {text}, priority {int} NOT NULL DEFAULT 0, rank {int} NOT NULL DEFAULT 0, queued_at {int},
                not_before {int} NOT NULL DEFAULT 0,
            attempts {int} NOT NULL DEFAULT 0, error {text}, error_kind {text}, changed_at {int} NOT NULL,
            alerted {int} NOT NULL DEFAULT 0, lease_owner {text}, lease_until {int}, started_at {int},
            final_path {text}, part_path {text}, proven_size {int}, modified {text}, hash_kind {text}, hash {text}, file_mark {text},
                delivered_path {text},
            UNIQUE (folder_id, name),
            CHECK ((state IN ('transferring', 'verified')) = (lease_owner IS NOT NULL)),
            CHECK ((lease_owner IS NULL) = (lease_until IS NULL)),
            CHECK (state NOT IN ('verified', 'published') OR final_path IS NOT NULL),
            CHECK (state NOT IN ('queued', 'transferring', 'verified') OR (job IS NOT NULL AND server IS NOT NULL
                AND queued_at IS NOT NULL))){updated};
        CREATE INDEX file_claim ON file (server, priority DESC, rank, id, job, not_before) WHERE state = 'queued';
        CREATE INDEX file_lease ON file (lease_until) WHERE state IN ('transferring', 'verified');
        CREATE UNIQUE INDEX file_final ON file (final_path) WHERE state IN ('verified', 'published');
        CREATE INDEX file_state ON file (state, folder_id, size);
        CREATE INDEX file_missing ON file (missing_since) WHERE missing_since IS NOT NULL;
        CREATE TABLE delivery (
            id {key}, file_id {int} NOT NULL REFERENCES file (id) ON DELETE CASCADE, version {int} NOT NULL, epoch {int} NOT NULL,
            job {text} NOT NULL, server {text} NOT NULL, folder {text} NOT NULL, name {text} NOT NULL, size {int} NOT NULL,
                modified {text}, final_path {text} NOT NULL,
            hash_kind {text}, hash {text}, fetched {int} NOT NULL, attempts {int} NOT NULL, owner {text} NOT NULL,
            first_seen {int} NOT NULL, queued_at {int} NOT NULL, started_at {int} NOT NULL, published_at {int} NOT NULL,
            UNIQUE (file_id, version));
        CREATE TABLE effect (
            id {key}, delivery_id {int} NOT NULL REFERENCES delivery (id) ON DELETE CASCADE, kind {text} NOT NULL, payload {text},
                not_before {int} NOT NULL DEFAULT 0,
            attempts {int} NOT NULL DEFAULT 0, epoch {int} NOT NULL DEFAULT 0, lease_owner {text}, lease_until {int},
            outcome {text} CHECK (outcome IN ('done', 'given up')), ended_at {int}, error {text}, alerted {int} NOT NULL DEFAULT 0,
            UNIQUE (delivery_id, kind),
            CHECK (outcome IS NULL OR lease_owner IS NULL)){updated};
        CREATE INDEX effect_due ON effect (id) WHERE outcome IS NULL;
        CREATE TABLE budget (server {text} PRIMARY KEY, sessions {int} NOT NULL CHECK (sessions >= 0));
        CREATE TABLE slot (id {key}, server {text} NOT NULL REFERENCES budget (server), owner {text} NOT NULL, lease_until {int} NOT NULL);
        CREATE INDEX slot_server ON slot (server);
        CREATE TABLE want (server {text} NOT NULL REFERENCES budget (server), owner {text} NOT NULL, wanted {int} NOT NULL,
            until {int} NOT NULL, PRIMARY KEY (server, owner));
        CREATE TABLE node (name {text} PRIMARY KEY, incarnation {text} NOT NULL, version {text} NOT NULL, beat {int} NOT NULL,
            jobs {text}, jobs_at {int} NOT NULL DEFAULT 0, sessions {int} NOT NULL DEFAULT 0);
        CREATE TABLE paused (job {text} PRIMARY KEY, at {int} NOT NULL, reason {text});
        """;

    // Not part of a schema version: programs that do not know these keep working beside this one.
    // delivery_seen, file_pending and file_lost contain every column that the queries of the page read from many rows: a lookup of each row
    // in its table takes ten times as long. docs/ledger.md has the measurements.
    private const string Helpers = $$"""
        CREATE INDEX IF NOT EXISTS effect_given_up ON effect (delivery_id) WHERE outcome = 'given up';
        CREATE INDEX IF NOT EXISTS delivery_seen ON delivery (job, published_at, id, size, first_seen, version, name{wide});
        DROP INDEX IF EXISTS delivery_job;
        CREATE INDEX IF NOT EXISTS file_pending ON file (changed_at, id, folder_id, state, first_seen, error_kind, time, name)
            WHERE {{FileStateNames.Open}};
        DROP INDEX IF EXISTS file_open;
        CREATE INDEX IF NOT EXISTS file_lost ON file (folder_id, first_seen, state, queued_at, time, name) WHERE {{FileStateNames.Lost}};
        CREATE TABLE IF NOT EXISTS expecting (job {text} PRIMARY KEY, at {int} NOT NULL);
        CREATE TABLE IF NOT EXISTS outage (
            id {key}, job {text} NOT NULL, begins_at {int} NOT NULL, ends_at {int} NOT NULL CHECK (ends_at > begins_at),
            reason {text}, at {int} NOT NULL);
        CREATE TABLE IF NOT EXISTS alert (receiver {text} NOT NULL, cause {text} NOT NULL, at {int} NOT NULL,
            PRIMARY KEY (receiver, cause));
        """;

    // From each version to the next: the first leads from 1 to 2. Running programs of the older version keep working.
    private static readonly string[] Upgrades =
    [
        """
        CREATE TABLE want (server {text} NOT NULL REFERENCES budget (server), owner {text} NOT NULL, wanted {int} NOT NULL,
            until {int} NOT NULL, PRIMARY KEY (server, owner));
        ALTER TABLE node ADD COLUMN jobs {text};
        ALTER TABLE node ADD COLUMN jobs_at {int} NOT NULL DEFAULT 0;
        ALTER TABLE node ADD COLUMN sessions {int} NOT NULL DEFAULT 0;
        """,
        // Failures from before are pending: it is not known which of them an alert has reported.
        """
        ALTER TABLE file ADD COLUMN alerted {int} NOT NULL DEFAULT 0;
        ALTER TABLE effect ADD COLUMN alerted {int} NOT NULL DEFAULT 0;
        """,
    ];

    /// <summary>
    /// Creates the tables, or upgrades those of an older version, or checks that they are of this version. Returns the ledger's own name,
    /// by which its events differ from those of another.
    /// </summary>
    /// <exception cref="LedgerException">The tables are of a newer version, or cannot be created.</exception>
    public static async Task<string> EnsureAsync(LedgerStore store, CancellationToken cancellationToken)
    {
        var database = store.Database;
        var found = database.IsReadOnly
            ? await store.ReadAsync("check the tables", FindAsync, cancellationToken).ConfigureAwait(false)
            : await store.WriteAsync("check or create the tables", FindOrCreateAsync, cancellationToken).ConfigureAwait(false);
        if (found is not var (version, name))
            throw new LedgerException(
                $"There is no ledger yet: the service creates {database.Place} when it first starts with a job file.", isTransient: false);
        if (version > Version)
            throw new LedgerException(
                $"The tables of {database.Place} have version {version}, but this ftpxd supports versions up to {Version}: "
                    + "a newer ftpxd has written them. Install that version.", isTransient: false);
        return name;
    }

    private static async Task<(int Version, string Name)?> FindOrCreateAsync(LedgerSession session)
    {
        if (session.Database.CreationLock is { } wait) await session.QueryAsync(wait, _ => 0).ConfigureAwait(false);
        if (await FindAsync(session).ConfigureAwait(false) is { } found)
        {
            if (found.Version == Version) await RunAsync(session, $"{Helpers};{PathLedger.Tables}").ConfigureAwait(false);
            if (found.Version >= Version) return found;
            for (var form = found.Version; form < Version; form++) await RunAsync(session, Upgrades[form - 1]).ConfigureAwait(false);
            await RunAsync(session, session.Database.ScheduleTables).ConfigureAwait(false);
            await RunAsync(session, $"{Helpers};{PathLedger.Tables}").ConfigureAwait(false);
            await session.ExecuteAsync(
                "UPDATE meta SET value = @version WHERE name = 'schema'", ("version", $"{Version}")).ConfigureAwait(false);
            return (Version, found.Name);
        }
        await RunAsync(session, Tables).ConfigureAwait(false);
        await RunAsync(session, $"{Helpers};{PathLedger.Tables}").ConfigureAwait(false);
        await RunAsync(session, session.Database.ScheduleTables).ConfigureAwait(false);
        var name = Guid.NewGuid().ToString("N");
        await session.ExecuteAsync("INSERT INTO meta (name, value) VALUES ('schema', @version), ('ledger', @ledger)",
            ("version", $"{Version}"), ("ledger", name)).ConfigureAwait(false);
        return (Version, name);
    }

    private static async Task RunAsync(LedgerSession session, string statements)
    {
        foreach (var statement in session.Database.WithColumnTypes(statements)
            .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            await session.ExecuteAsync(statement).ConfigureAwait(false);
    }

    private static async Task<(int Version, string Name)?> FindAsync(LedgerSession session)
    {
        if ((await session.QueryAsync(session.Database.CountMeta, row => row.Long(0)).ConfigureAwait(false))[0] == 0) return null;
        var meta =
            (await session.QueryAsync("SELECT name, value FROM meta",
                row => (Name: row.Text(0), Value: row.Text(1))).ConfigureAwait(false)).ToDictionary(pair => pair.Name, pair => pair.Value);
        if (meta.TryGetValue("schema", out var text) && int.TryParse(text, out var version) && meta.TryGetValue("ledger", out var name))
            return (version, name);
        throw new LedgerException(
            $"Could not use {session.Database.Place}: it contains a table \"meta\" that is not part of a ledger. "
                + "Give the ledger its own file, database or schema.", isTransient: false);
    }
}
