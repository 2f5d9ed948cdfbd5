using System.ComponentModel;
using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Carries out the effects of deliveries: at least once each, with the same event id. A failed effect is retried as long as its job's rule
/// says, and is then given up until an operator queues it again; it never delays a delivery.
/// </summary>
internal sealed class EffectRunner(JobTools tools, Func<string, JobDefinition?> job)
{
    private const int AtOnce = 2;

    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Spare = TimeSpan.FromMinutes(1);

    /// <summary>Runs until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            var done = 0;
            try
            {
                // The lease is longer than any command may run: a lost effect is retried only after it.
                var due = await tools.Ledger.Effects.ClaimAsync(
                    AtOnce, tools.Owner, LongestCommand() + Spare, cancellationToken).ConfigureAwait(false);
                // Commands run in parallel; lines are written one after another, because they may go to the same manifest.
                await Task.WhenAll(due.GroupBy(effect => effect.Kind == Effects.Manifest ? Effects.Manifest : effect.EventId,
                    (_, some) => CarryOutAsync(some, cancellationToken))).ConfigureAwait(false);
                done = due.Count;
            }
            catch (LedgerException e)
            {
                tools.Events.Report(new JobEvent.Incident("ledger", e.Message));
            }
            if (done == 0) await Task.Delay(Interval, tools.Time, cancellationToken).ConfigureAwait(false);
        }
    }

    private static TimeSpan LongestCommand() => TimeSpan.FromHours(1);

    private async Task CarryOutAsync(IEnumerable<DueEffect> effects, CancellationToken cancellationToken)
    {
        foreach (var effect in effects) await CarryOutAsync(effect, cancellationToken).ConfigureAwait(false);
    }

    private async Task CarryOutAsync(DueEffect effect, CancellationToken cancellationToken)
    {
        var error = await TryAsync(effect, cancellationToken).ConfigureAwait(false);
        if (error is null)
        {
            await tools.Ledger.Effects.DoneAsync(effect, CancellationToken.None).ConfigureAwait(false);
            tools.Events.Report(new JobEvent.AfterDelivery(effect, null, IsLast: true));
            return;
        }
        var pause = (job(effect.Delivery.Job)?.Effects ?? EffectRule.Default).After(effect.Attempt);
        if (pause is null) await tools.Ledger.Effects.GiveUpAsync(effect, error, CancellationToken.None).ConfigureAwait(false);
        else
            await tools.Ledger.Effects.FailedAsync(
                effect, tools.Time.GetUtcNow() + pause.Value, error, CancellationToken.None).ConfigureAwait(false);
        tools.Events.Report(new JobEvent.AfterDelivery(effect, error, IsLast: pause is null));
    }

    private async Task<string?> TryAsync(DueEffect effect, CancellationToken cancellationToken)
    {
        try
        {
            switch (effect.Kind)
            {
                case Effects.Manifest:
                    await AppendAsync(effect, cancellationToken).ConfigureAwait(false);
                    return null;
                case Effects.Command when job(effect.Delivery.Job)?.After is { } after:
                    return await RunAsync(after, effect, cancellationToken).ConfigureAwait(false);
                default:
                    return $"The job {effect.Delivery.Job} no longer has a command to run.";
            }
        }
        catch (Exception e)
            when (e is IOException or UnauthorizedAccessException or Win32Exception or ArgumentException or InvalidOperationException)
        {
            return $"The {effect.Kind} of {effect.Delivery.FinalPath} could not be carried out: {e.Message}";
        }
    }

    private static async Task AppendAsync(DueEffect effect, CancellationToken cancellationToken)
    {
        var delivery = effect.Delivery;
        var line = JsonSerializer.SerializeToUtf8Bytes(new ManifestLine(
            effect.EventId, delivery.Job, delivery.Server, $"{delivery.Folder.TrimEnd('/')}/{delivery.Name}", delivery.FinalPath,
            delivery.Size, delivery.Modified, delivery.Hash, delivery.FirstSeen, delivery.PublishedAt),
            ManifestJson.Default.ManifestLine);
        await ManifestFile.AppendAsync(effect.Payload!, line, cancellationToken).ConfigureAwait(false);
    }

    // No shell: each element is one argument, whatever the file's name contains.
    private async Task<string?> RunAsync(AfterDelivery after, DueEffect effect, CancellationToken cancellationToken)
    {
        var delivery = effect.Delivery;
        string Fill(string word) => word
            .Replace("{path}", delivery.FinalPath, StringComparison.Ordinal)
            .Replace("{name}", Path.GetFileName(delivery.FinalPath), StringComparison.Ordinal)
            .Replace("{job}", delivery.Job, StringComparison.Ordinal);
        var start = new ProcessStartInfo(after.Command[0], after.Command.Skip(1).Select(Fill)) { UseShellExecute = false,
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        start.Environment["FTPX_EVENT_ID"] = effect.EventId;
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(after.Timeout);
        var errors = new CappedText(2000);
        var reading = Task.WhenAll(errors.ReadAsync(process.StandardError), new CappedText(0).ReadAsync(process.StandardOutput));
        try
        {
            await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
            // Child processes that the program left behind may hold its output open.
            await Task.WhenAny(reading,
                Task.Delay(TimeSpan.FromSeconds(1), TimeProvider.System, CancellationToken.None)).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            return cancellationToken.IsCancellationRequested ? $"{after.Command[0]} was terminated because the service stopped."
                : $"{after.Command[0]} was terminated: it ran for {after.Timeout.TotalSeconds:0} s, the limit.";
        }
        return process.ExitCode == 0
            ? null : $"{after.Command[0]} ended with exit code {process.ExitCode} for {delivery.FinalPath}.{errors.AsSentence()}";
    }
}

/// <summary>The beginning of a program's output; the rest is read, so that the program does not block, and discarded.</summary>
/// <param name="most">The number of characters to keep.</param>
internal sealed class CappedText(int most)
{
    private readonly StringBuilder _text = new();

    /// <summary>Reads to the end.</summary>
    public async Task ReadAsync(TextReader reader)
    {
        var buffer = new char[1024];
        while (await reader.ReadAsync(buffer).ConfigureAwait(false) is > 0 and var count)
        {
            lock (_text) _text.Append(buffer, 0, Math.Clamp(most - _text.Length, 0, count));
        }
    }

    /// <summary>Returns text to append to a sentence: empty if nothing was written.</summary>
    public string AsSentence()
    {
        lock (_text) return _text.ToString().Trim() is { Length: > 0 } said ? $" Its output: {SafeText.Escape(said)}" : "";
    }
}
