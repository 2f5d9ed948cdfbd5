using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Sampling;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>Reads some bytes of a complete file once more when no hash verifies it, and compares them with the disk.</summary>
internal sealed class FileSampler(OpenFile file, TransferSource source, TransferRun run)
{
    /// <summary>Whether <see cref="PrepareAsync"/> has decided.</summary>
    public bool WasPrepared { get; private set; }

    /// <summary>
    /// Returns whether a hash of the complete content will most likely be compared; such a hash is stronger than any sample.
    /// </summary>
    /// <param name="transferTime">The duration of the transfer.</param>
    public bool ExpectsHash(TimeSpan transferTime) => file.Plan.Part is null && file.Plan.Verify.Mode switch
    {
        VerifyMode.Given or VerifyMode.Always => true,
        VerifyMode.None => false,
        _ => file.Sources.Digest is not null
            || file.Transfer.MetadataProbe.Companion(FileQuestion.Sha256Companion) is not null
            || file.Transfer.MetadataProbe.Companion(FileQuestion.Md5Companion) is not null
            || (file.Transfer.MetadataProbe.Features?.Hashes is { Count: > 0 } && HashCost.IsCheap(file.Length, transferTime)),
    };

    /// <summary>Reads the bytes to compare from the disk.</summary>
    /// <returns>Null when no sample is needed, or when each was found equal before a session was lost.</returns>
    public async Task<SampleQueue?> PrepareAsync(CancellationToken cancellationToken)
    {
        WasPrepared = true;
        var ranges = SamplePolicy.Choose(Evidence());
        if (ranges.Count == 0) return null;
        var samples = new List<ContentSample>();
        foreach (var range in ranges)
        {
            var stored = new byte[checked((int)range.Length)];
            await file.Part.Sink.ReadAsync(range.Start, stored, cancellationToken).ConfigureAwait(false);
            var sample = new ContentSample(range.Start, stored);
            if (!file.Sampled.Has(sample)) samples.Add(sample);
        }
        return samples.Count == 0 ? null : new SampleQueue(source, samples, file.Sampled, run.WorkChanged.Set);
    }

    /// <summary>Ends the file as changed if a sample differs.</summary>
    public async Task JudgeAsync(SampleQueue samples)
    {
        file.Receipts.Add(samples.BytesReceived);
        if (samples.IsRefused)
            run.Notice(NoticeKind.Verification,
                $"{source}: the server refused to send a part again, so a change of the file during the transfer may go undetected.");
        if (samples.ChangedAt is { } offset) await FileEnding.ChangedAsync(file, offset, run).ConfigureAwait(false);
    }

    private SampleEvidence Evidence()
    {
        var early = file.Chain.EndedEarly();
        return new SampleEvidence
        {
            Length = file.Length,
            HasSize = file.Plan.Identity.Size is not null,
            HasIdentity = file.Plan.Identity is { Size: not null, Modified: not null } && !file.Plan.IsSizeListed,
            IsActive = run.Request.ActiveMode,
            IsSingle = file.Queue.IsSingle,
            // Bytes from a further source are compared with that source's hash or not at all.
            HasHead = file.Chain.SourceOfStart is 0 or Fragment.EarlierRun
                && file.Map.IsWritten(new ByteRange(0, Math.Min(SeamSample.Length, file.Length))),
            Ranges = early.Count + 1,
            Early = file.Spool is { HasFreed: true } spool ? spool.Samples : [.. early
                .Where(static given => given.Source is 0 or Fragment.EarlierRun).Select(static given => given.Range)],
        };
    }
}
