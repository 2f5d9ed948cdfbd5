using System.Globalization;
using System.Text.Json.Serialization.Metadata;
using Accelerator.Cli.Service;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Cli.Job;

/// <summary>Reads jobs, deliveries and quarantined files from the service, or, if it is not running, from its ledger.</summary>
/// <param name="client">Queries the service.</param>
/// <param name="data">The data folder of the service.</param>
/// <param name="time">The clock.</param>
internal sealed class JobRecords(ControlClient client, string data, TimeProvider time)
{
    private readonly List<string> _notes = [];
    private readonly List<string> _warnings = [];

    /// <summary>Notes about the source of the data, as sentences.</summary>
    public IReadOnlyList<string> Notes => _notes;

    /// <summary>Warnings about the source of the data, as sentences.</summary>
    public IReadOnlyList<string> Warnings => _warnings;

    /// <summary>Returns the state of each job.</summary>
    /// <exception cref="ControlException">Neither the service nor the ledger answers.</exception>
    public Task<IReadOnlyList<JobStatus>> ListAsync() =>
        ReadAsync("job.list", [], "job", ControlJson.Default.JobStatus, queries => queries.ListAsync(CancellationToken.None));

    /// <summary>Returns the deliveries, the newest first.</summary>
    /// <exception cref="ControlException">Neither the service nor the ledger answers, or there is no such job.</exception>
    public Task<IReadOnlyList<Delivery>> HistoryAsync(DeliveryQuery query) =>
        ReadAsync("job.history",
            [.. Arguments(query.Job, query.Most), ("before", query.Before?.ToString(CultureInfo.InvariantCulture)), ("name", query.Name),
                ("since", Text(query.Since)), ("until", Text(query.Until))],
            "delivery", ControlJson.Default.Delivery, queries => queries.HistoryAsync(query, CancellationToken.None));

    /// <summary>Writes a time as a request to the service has it.</summary>
    internal static string? Text(DateTimeOffset? time) => time?.UtcDateTime.ToString("o", CultureInfo.InvariantCulture);

    /// <summary>Returns the quarantined files, the latest first.</summary>
    /// <exception cref="ControlException">Neither the service nor the ledger answers, or there is no such job.</exception>
    public Task<IReadOnlyList<QuarantinedFile>> QuarantinedAsync(string? job, int most) =>
        ReadAsync("job.failures", Arguments(job, most), "put_aside", ControlJson.Default.QuarantinedFile,
            queries => queries.QuarantinedAsync(job, most, CancellationToken.None));

    private static (string Name, string? Value)[] Arguments(string? job, int most) =>
        [("job", job), ("most", most.ToString(CultureInfo.InvariantCulture))];

    private async Task<IReadOnlyList<T>> ReadAsync<T>(string verb, (string Name, string? Value)[] arguments, string member,
        JsonTypeInfo<T> type, Func<JobQueries, Task<IReadOnlyList<T>>> read) where T : notnull
    {
        try
        {
            var answer = await ServiceAnswer.AskAsync(client, verb, arguments).ConfigureAwait(false);
            _notes.AddRange(answer.Of("note", ControlJson.Default.String));
            _warnings.AddRange(answer.Of("warning", ControlJson.Default.String));
            return answer.Of(member, type);
        }
        catch (ControlException e) when (e.Kind == ControlFailure.NotRunning)
        {
            return await ReadLedgerAsync(read, e).ConfigureAwait(false);
        }
    }

    private async Task<IReadOnlyList<T>> ReadLedgerAsync<T>(Func<JobQueries, Task<IReadOnlyList<T>>> read, ControlException cause)
    {
        var path = Path.Combine(data, DataFolder.LedgerFile);
        if (!File.Exists(path))
            throw new ControlException(
                ControlFailure.NotRunning,
                $"{cause.Message} The folder has no readable {DataFolder.LedgerFile} either. A ledger on PostgreSQL can be read only "
                    + "through the service.", cause);
        try
        {
            var ledger = await JobLedger.OpenAsync(
                new SqliteDatabase(path, isReadOnly: true), time, CancellationToken.None).ConfigureAwait(false);
            await using (ledger.ConfigureAwait(false))
            {
                var found = await read(new JobQueries(ledger, null)).ConfigureAwait(false);
                _notes.Add($"The service is not running; this is the content of {path}.");
                return found;
            }
        }
        catch (LedgerException e)
        {
            throw new ControlException(ControlFailure.Disk, $"{cause.Message} {e.Message}", e);
        }
    }
}
