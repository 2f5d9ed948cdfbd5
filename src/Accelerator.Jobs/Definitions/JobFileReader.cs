using System.Security.Cryptography;
using System.Text.Json;

namespace Accelerator.Jobs.Definitions;

/// <summary>Reads a job file and validates every key.</summary>
public static class JobFileReader
{
    private static readonly Dictionary<string, LedgerKind> Ledgers =
        new(StringComparer.Ordinal) { ["sqlite"] = LedgerKind.Sqlite, ["postgresql"] = LedgerKind.PostgreSql };

    /// <summary>Reads a job file.</summary>
    /// <param name="json">The file's bytes, UTF-8.</param>
    /// <param name="checkCron">Validates a cron expression; throws a <see cref="FormatException"/> that says what is wrong with it.</param>
    /// <param name="demands">What jobs have delivered, for warnings about too short times; null if it is not known.</param>
    /// <param name="foreign">The treatment of local paths that are for another system than the one that this runs on.</param>
    /// <param name="weakness">The warning about the ledger's connection; null for none, or if it is not known.</param>
    public static JobFileReading Read(
        ReadOnlySpan<byte> json, Action<string> checkCron, IReadOnlyList<JobDemand>? demands = null,
        ForeignPaths foreign = ForeignPaths.Accept, string? weakness = null)
    {
        var (root, broken) = LocatedJson.Read(json);
        if (root is null) return new JobFileReading(null, [broken!]);
        if (root.Kind != JsonValueKind.Object)
            return new JobFileReading(null, [new JobFileProblem(root.Line, "", "a JSON object in braces is expected here.")]);

        var problems = new List<JobFileProblem>();
        var keys = new KeyReader(root, "", problems);
        keys.Text("$schema");
        var servers = ServerReader.Read(keys);
        var jobs = new JobReader(servers, checkCron, demands ?? [], foreign).Read(keys);
        var ledger = ReadLedger(keys, weakness);
        var isLedger = !keys.HasProblem("ledger");
        if (isLedger && jobs.FirstOrDefault(job => job.LookBack >= ledger.Keep) is { } forgetful)
            keys.Note("ledger",
                $"keep must be longer than look_back of {forgetful.Name}; otherwise the ledger deletes records of files that are still "
                    + "polled, and these files are delivered again.");
        var space = keys.Size("least_free_space", 10L << 30, "a size, as in 50GiB");
        var (dashboard, telemetry) = (DashboardReader.Read(keys), DashboardReader.ReadTelemetry(keys));
        var alerts = AlertReader.Read(keys);
        var gateways = GatewayReader.Read(keys, servers);
        keys.Done();
        if (jobs.Count + gateways.Count + problems.Count == 0)
            keys.Note("jobs", "there is no job; a service without jobs does nothing.");
        var file = new JobFile(servers.Valid, jobs, ledger, space) { Dashboard = dashboard, Telemetry = telemetry, Alerts = alerts,
            Gateways = gateways, Digest = DigestOf(json) };
        var errors = problems.Where(problem => !problem.IsWarning).OrderBy(problem => problem.Line).ToList();
        return new JobFileReading(errors.Count > 0 ? null : file, errors)
            {
                Ledger = isLedger ? ledger : null,
                Warnings = [.. problems.Where(problem => problem.IsWarning).OrderBy(problem => problem.Line)],
            };
    }

    private static string DigestOf(ReadOnlySpan<byte> json)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        while (!json.IsEmpty)
        {
            var end = json.IndexOf((byte)'\r');
            hash.AppendData(end < 0 ? json : json[..end]);
            json = end < 0 ? [] : json[(end + 1)..];
        }
        return Convert.ToHexString(hash.GetHashAndReset(), 0, 8).ToLowerInvariant();
    }

    private static LedgerDefinition ReadLedger(KeyReader file, string? weakness)
    {
        if (file.Object("ledger") is not { } keys) return LedgerDefinition.Usual;
        var ledger = new LedgerDefinition(keys.Keyword("kind", LedgerKind.Sqlite, Ledgers), keys.Text("connection"),
            keys.Take("keep", LedgerDefinition.Usual.Keep, QuantityText.Duration, "a duration, as in 400d"));
        if (ledger.Kind == LedgerKind.PostgreSql && !keys.Has("connection"))
            keys.Missing("connection", "PostgreSQL needs the name of the credential that holds its connection string.");
        if (ledger is { Kind: LedgerKind.Sqlite, Connection: not null } && !keys.HasProblem("kind"))
            keys.Note("connection", "SQLite needs no connection; omit this.");
        if (weakness is not null) keys.Warn("connection", weakness);
        keys.Done();
        return ledger;
    }
}
