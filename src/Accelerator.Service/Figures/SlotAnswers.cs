using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;
using Accelerator.Service.Core;

namespace Accelerator.Service.Figures;

/// <summary>
/// The answers of <c>GET /jobs/NAME/slots</c>. However many browsers there are, the ledger is read by one at a time, and once in half a
/// minute for each question.
/// </summary>
internal sealed class SlotAnswers(ServiceCore core, TimeProvider time) : IDisposable
{
    private const int MostKept = 32;

    private static readonly TimeSpan Hold = TimeSpan.FromSeconds(30);

    private readonly SemaphoreSlim _one = new(1, 1);
    private readonly Dictionary<(string Job, int Days), (long At, JobLedger Ledger, byte[] Json)> _kept = [];

    /// <summary>
    /// Returns the slots, gaps and latency of a job as JSON; null if the job file has no such job, or the ledger does not answer.
    /// </summary>
    /// <param name="days">The number of days, with the current one; 1 to <see cref="ProductFigures.MostDays"/>.</param>
    public async Task<byte[]?> ReadAsync(string name, int days, CancellationToken cancellationToken)
    {
        if (core is not { Ledger: { } ledger, Jobs: { } file } || file.Jobs.FirstOrDefault(job => job.Name == name) is not { } job)
            return null;
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (_kept.TryGetValue((name, days), out var kept) && kept.Ledger == ledger && time.GetElapsedTime(kept.At) < Hold)
                return kept.Json;
            var now = time.GetUtcNow();
            var (from, to) = ProductFigures.Span(now, days);
            var reading = await ProductReading.ReadAsync(ledger, job, from, to, now, null, cancellationToken).ConfigureAwait(false);
            var json = ProductFigures.Write(job, reading);
            if (_kept.Count >= MostKept) _kept.Clear();
            _kept[(name, days)] = (time.GetTimestamp(), ledger, json);
            return json;
        }
        catch (Exception e) when (e is LedgerException or ObjectDisposedException)
        {
            return null;
        }
        finally
        {
            _one.Release();
        }
    }

    public void Dispose() => _one.Dispose();
}
