using System.Security.Cryptography;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// Sends the queries that show whether a further source holds the same file over one session, and notifies the user of the result.
/// </summary>
internal sealed class ReplicaQueryRunner(OpenFile file, FtpSession session, TransferRun run)
{
    // Fewer bytes may be equal by chance.
    private const int LeastHead = 4096;

    /// <summary>Sends a query. If that fails, the query is open again for another session.</summary>
    /// <exception cref="TransferException">The source has no such file.</exception>
    /// <exception cref="FtpException">The session failed.</exception>
    public async Task RunAsync(ReplicaQuery query, CancellationToken cancellationToken)
    {
        IReadOnlyList<string>? sentences = null;
        try
        {
            sentences = await QueryAsync(query, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException) when (query.Question is ReplicaQuestion.PrimaryFeatures or ReplicaQuestion.PrimaryHash
            or ReplicaQuestion.PrimarySamples)
        {
            // The file does not depend on this source: it is queried once more, then not again.
        }
        finally
        {
            sentences ??= file.Sources.Reopen(query);
            foreach (var sentence in sentences) run.Notice(NoticeKind.Replica, sentence);
            if (file.Sources.Digest is { } digest) file.Follow(digest.Command.Kind);
            run.WorkChanged.Set();
        }
    }

    private async Task<IReadOnlyList<string>> QueryAsync(ReplicaQuery query, CancellationToken cancellationToken)
    {
        var source = query.Replica?.Source ?? file.Item.Sources[0];
        switch (query.Question)
        {
            case ReplicaQuestion.Facts:
                var identity = await SourceInspector.IdentifyAsync(
                    session, source, isRepeat: false, cancellationToken).ConfigureAwait(false);
                return file.Sources.Learn(
                    query, new ReplicaFacts(identity, await session.FeaturesAsync(cancellationToken).ConfigureAwait(false)));
            case ReplicaQuestion.PrimaryFeatures:
                return file.Sources.Learn(query, await session.FeaturesAsync(cancellationToken).ConfigureAwait(false));
            case ReplicaQuestion.Hash or ReplicaQuestion.PrimaryHash:
                return file.Sources.Learn(query, await HashAsync(source, query.Hash!.Value, cancellationToken).ConfigureAwait(false));
            case ReplicaQuestion.Samples or ReplicaQuestion.PrimarySamples:
                return file.Sources.LearnSamples(query, await SampleAsync(source, cancellationToken).ConfigureAwait(false));
            case ReplicaQuestion.Recheck:
                file.Sources.Learn(query,
                    await SourceInspector.IdentifyAsync(session, source, isRepeat: true, cancellationToken).ConfigureAwait(false));
                return [];
            default:
                await SettleAsync(query, source, cancellationToken).ConfigureAwait(false);
                file.SettleDoubt();
                return [];
        }
    }

    private async Task<string?> HashAsync(TransferSource source, HashKind kind, CancellationToken cancellationToken)
    {
        var features = await session.FeaturesAsync(cancellationToken).ConfigureAwait(false);
        if (HashCommand.Offered(features).FirstOrDefault(command => command.Kind == kind) is not { } command) return null;
        try
        {
            return await session.HashAsync(
                command, source.Path, file.Length, HashCost.Limit(file.Length), cancellationToken).ConfigureAwait(false);
        }
        catch (FtpTimeoutException)
        {
            return null;
        }
    }

    // Null if the server refuses to send a range.
    private async Task<string?> SampleAsync(TransferSource source, CancellationToken cancellationToken)
    {
        using var digest = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        try
        {
            foreach (var range in file.Sources.Samples)
            {
                var bytes = await SeamProbe.ReadBoundedAsync(session, source.Path, range, null, cancellationToken).ConfigureAwait(false);
                file.Receipts.Add(bytes.Length);
                if (bytes.Length < range.Length) return null;
                digest.AppendData(bytes);
            }
            return Convert.ToHexString(digest.GetHashAndReset());
        }
        catch (FtpReplyException e) when (e is { SessionUsable: true, Reply.IsPermanentRefusal: true })
        {
            return null;
        }
    }

    // The first source's bytes are authoritative. If they differ from what it sent itself, or from what an earlier run stored, the file is
    // checked like one with a single source.
    private async Task SettleAsync(ReplicaQuery query, TransferSource primary, CancellationToken cancellationToken)
    {
        if (query.Generation != file.Queue.Generation || file.IsEnded) return;
        var (mismatch, dispute) = (query.Mismatch!, query.Mismatch!.Dispute!);
        var truth = await SeamProbe.ReadAsync(
            session, primary.Path, dispute.Range.Start, checked((int)dispute.Range.Length), cancellationToken).ConfigureAwait(false);
        file.Receipts.Add(truth.Length);
        // The file was restarted meanwhile: the bytes of both sources are discarded, and the cause is known.
        if (query.Generation != file.Queue.Generation) return;
        // The first source sends the file's start whatever the offset: then nothing can be compared with it.
        if (dispute.Range.Start > 0 && !file.Chain.RepeatsItsHead && IsStartOfFile(truth))
        {
            await new MismatchHandler(file, query.Generation, run).RestIgnoredAsync(cancellationToken).ConfigureAwait(false);
            return;
        }
        var guilty = dispute.Guilty(truth);
        var eviction = new ReplicaEviction(file, run);
        foreach (var index in guilty.Where(index => index > 0))
            await eviction.EvictAsync(
                file.Sources[index], $"it gives other bytes than {primary} at offset {mismatch.Offset:N0}").ConfigureAwait(false);
        if (guilty.Count == 0 || guilty.Any(index => index <= 0))
            await new MismatchHandler(file, query.Generation, run).HandleAsync(
                mismatch, primary, session, cancellationToken).ConfigureAwait(false);
    }

    private bool IsStartOfFile(ReadOnlySpan<byte> bytes) =>
        file.Chain.FileHead is { } head && bytes.Length >= LeastHead
            && bytes.StartsWith(head.AsSpan(0, Math.Min(head.Length, bytes.Length)));
}
