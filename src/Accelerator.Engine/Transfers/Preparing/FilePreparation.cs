using Accelerator.Engine.Journals;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>
/// The decisions about one file before anything is opened or changed: the queries to its server, the data an earlier run left, and the
/// plan. A run opens the file by it and a dry run prints it, so that both agree.
/// </summary>
internal sealed class FilePreparation
{
    private FilePreparation(TransferPlan plan, JournalState? journal, string? refusal, bool isDamaged) =>
        (Plan, Journal, Refusal, IsDamaged) = (plan, journal, refusal, isDamaged);

    /// <summary>The plan for the file.</summary>
    public TransferPlan Plan { get; }

    /// <summary>The journal that the run resumes from; null when it starts at the first byte.</summary>
    public JournalState? Journal { get; }

    /// <summary>The reason why an earlier run's data is not used, as a sentence; null when there is none, or it is used.</summary>
    public string? Refusal { get; }

    /// <summary>Whether <see cref="Journal"/> lists less than the journal on the disk, because stored bytes have changed since.</summary>
    public bool IsDamaged { get; }

    /// <summary>
    /// Creates the metadata probe for a file: the queries sent before its first byte, and in parallel with its first bytes.
    /// </summary>
    /// <param name="item">The file.</param>
    /// <param name="verify">The verification mode.</param>
    /// <param name="usesListedSize">Whether a size in a listing is a hint when the server reports none.</param>
    public static MetadataProbe Questions(TransferItem item, VerifyMode verify, bool usesListedSize = true) => item.IsSmall(verify)
        ? MetadataProbe.Listed(item.Sources[0], item.Listed!)
        // A given digest, or no verification, makes the server's own digest unnecessary; a part of a file has none.
        : MetadataProbe.First(item.Sources[0], withHashes: item.Part is null && verify is VerifyMode.Auto or VerifyMode.Always,
            usesListedSize ? item.Listed?.Size : null, usesListedSize, item.Identified,
            isHashRequired: RequiresHash(item, verify));

    /// <summary>
    /// Returns the number of streams to start with, over all local paths to the file's server. It is not larger than the number of sessions
    /// that may be open: the ranges that found no session would be fetched after the others, by streams in slow start.
    /// </summary>
    /// <param name="request">The request.</param>
    /// <param name="routes">The routes to the file's first source.</param>
    /// <param name="size">Bytes of the file; null when unknown.</param>
    public static StartStreams Start(TransferRequest request, IReadOnlyList<Route> routes, long? size)
    {
        var wanted = request.Streams ?? routes.Sum(route => route.Start(request, size / routes.Count, routes.Count));
        // What the server accepts lasts; what a node or another run leaves may change at any moment.
        return new StartStreams(
            checked((int)Math.Min(wanted, routes.Sum(route => (long)route.Gate.Plannable))),
            checked((int)Math.Min(int.MaxValue, routes.Sum(route => (long)Math.Min(route.MostStreams, route.Gate.Plannable)))));
    }

    /// <summary>Reads the data that an earlier run left, and plans the transfer.</summary>
    /// <param name="request">The request.</param>
    /// <param name="item">The file.</param>
    /// <param name="facts">The file on the server now.</param>
    /// <param name="left">The data that an earlier run left; null when it is not to be used.</param>
    /// <param name="compareAsync">Compares the bytes that a journal lists with their checksums; null to trust them, as a dry run
    /// does.</param>
    /// <param name="companions">See <see cref="TransferPlan.Companions"/>.</param>
    /// <param name="start">Streams to start with.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public static async Task<FilePreparation> MakeAsync(
        TransferRequest request, TransferItem item, RemoteFacts facts, LeftFile? left, Func<JournalState, Task<ReusedBytes>>? compareAsync,
        IReadOnlyList<string>? companions, StartStreams start,
        CancellationToken cancellationToken)
    {
        var (journal, refusal) = request.Resume && left is { PartLength: > 0 } file
            ? await ReadAsync(file, facts.Identity, request, item, cancellationToken).ConfigureAwait(false)
            : default;
        var reused = journal is not null && compareAsync is not null ? await compareAsync(journal).ConfigureAwait(false) : null;
        journal = reused?.State ?? journal;
        var plan = TransferPlanner.Plan(request, item, facts, journal, start) with { Companions = companions };
        refusal = refusal is null ? null : $"{Path.GetFileName(item.TargetPath)}: starting over. {refusal}";
        return plan.BytesReused > 0
            ? new FilePreparation(plan, journal, refusal, reused is { ChangedBytes: > 0 } or { UnreadableBytes: > 0 })
            : new FilePreparation(plan, null, refusal, false);
    }

    /// <summary>Sends the queries of a run about a file, and plans the file as a run does. Opens and changes nothing.</summary>
    /// <param name="request">The request.</param>
    /// <param name="item">The file.</param>
    /// <param name="routes">The routes to the file's first source.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The plan of a file that would be fetched, or the result of one that is skipped or refused because it exists.</returns>
    /// <exception cref="TransferException">The run would fail: the file does not exist, does not fit, or <c>--verify always</c> cannot be
    /// met.</exception>
    /// <exception cref="Ftp.FtpException">The server could not be queried.</exception>
    public static async Task<(FilePreparation? Prepared, FileResult? End)> RehearseAsync(
        TransferRequest request, TransferItem item, IReadOnlyList<Route> routes, CancellationToken cancellationToken)
    {
        if (ExistingTarget.JudgeByListing(item, request) is { } known) return (null, known);
        var (session, _) = await routes[0].RentAsync(cancellationToken).ConfigureAwait(false);
        var questions = Questions(item, request.VerifyOf(item).Mode);
        while (questions.TryTake(urgentOnly: false) is { } question)
            await questions.QueryAsync(question, session, cancellationToken).ConfigureAwait(false);
        var facts = new RemoteFacts(
            questions.Identity, questions.Features ?? session.Traits.Features) { IsSizeListed = questions.IsSizeListed };
        await routes[0].Sessions.ReturnAsync(session).ConfigureAwait(false);
        if (await JudgeExistingAsync(item, request, facts, cancellationToken).ConfigureAwait(false) is { } end) return (null, end);

        var companions = CompanionFile.Usable(questions, item.Sources[0].Path);
        var prepared = await MakeAsync(request, item, facts, LeftFile.Inspect(item), null, companions,
            Start(request, routes, facts.Identity.Size), cancellationToken).ConfigureAwait(false);
        RequireHash(item, request.VerifyOf(item).Mode, questions);
        RequireRoom(item, prepared.Plan);
        return (prepared, null);
    }

    /// <summary>
    /// Rejects a file before its first byte if <c>--verify always</c> cannot be met: the server lists no hash command in FEAT, and only
    /// listed ones are ever sent, and there is no companion file.
    /// </summary>
    /// <param name="item">The file.</param>
    /// <param name="verify">The verification mode.</param>
    /// <param name="answers">The answers of the server.</param>
    /// <exception cref="TransferException">The complete file could not be verified.</exception>
    public static void RequireHash(TransferItem item, VerifyMode verify, MetadataProbe answers)
    {
        if (RequiresHash(item, verify) && answers is { OffersHash: false } && CompanionFile.Usable(answers, item.Sources[0].Path) is [])
            throw new TransferException(FailureKind.Verification, CannotVerify(item.Sources[0]));
    }

    /// <summary>The end of that sentence: what the user of <c>ftpx get</c> and <c>ftpx mirror</c> can do.</summary>
    public const string VerifyAdvice =
        "Use --verify auto, or give the hashes in a list with --checksums (get also takes one with --verify sha256:HEX).";

    /// <summary>Returns the sentence for <c>--verify always</c> when no means of verification is available.</summary>
    public static string CannotVerify(TransferSource source) =>
        $"{source}: the server offers no usable hash and there is no .sha256 or .md5 file next to it, so --verify always cannot be met. "
            + VerifyAdvice;

    // With several sources, another one may have the hash: only the end of the transfer shows that.
    private static bool RequiresHash(TransferItem item, VerifyMode verify) =>
        verify == VerifyMode.Always && item is { Part: null, Sources.Count: 1 };

    private static async Task<FileResult?> JudgeExistingAsync(
        TransferItem item, TransferRequest request, RemoteFacts facts, CancellationToken cancellationToken)
    {
        try
        {
            return await ExistingTarget.JudgeAsync(item, request, facts.Identity, cancellationToken).ConfigureAwait(false);
        }
        catch (StorageException e)
        {
            throw new TransferException(FailureKind.Disk, e.Message, e);
        }
    }

    private static void RequireRoom(TransferItem item, TransferPlan plan)
    {
        if (plan.Identity.Size is not { } size) return;
        try
        {
            var part = PartNames.PartOf(item.TargetPath, item.PartTag);
            FreeSpace.Require(part, FreeSpace.NeededBy(part, size, plan.BytesReused), item.RoomAdvice);
        }
        catch (StorageException e)
        {
            throw new TransferException(FailureKind.Disk, e.Message, e);
        }
    }

    private static async Task<(JournalState? Journal, string? Refusal)> ReadAsync(
        LeftFile left, RemoteIdentity identity, TransferRequest request, TransferItem item, CancellationToken cancellationToken)
    {
        var read = await ResumeJournal.ReadAsync(left.JournalPath, cancellationToken).ConfigureAwait(false);
        if (read.IsMissing) return default;
        var refusal = read.Refusal
            ?? ResumePolicy.WhyNot(read.State!, identity, left.PartLength, request.TrustReplicas, request.VerifyOf(item));
        return refusal is null ? (read.State, null) : (null, refusal);
    }
}

/// <summary>The data that an earlier run may have left of a file.</summary>
/// <param name="JournalPath">The path of its journal.</param>
/// <param name="PartLength">Bytes of its partial file; 0 when there is none. A journal beside a missing partial file belongs to another
/// file.</param>
internal readonly record struct LeftFile(string JournalPath, long PartLength)
{
    /// <summary>Checks for leftover data without opening anything.</summary>
    /// <param name="item">The file.</param>
    public static LeftFile Inspect(TransferItem item)
    {
        var part = new FileInfo(PartNames.PartOf(item.TargetPath, item.PartTag));
        return new LeftFile(PartNames.JournalBeside(part.FullName), part.Exists ? part.Length : 0);
    }
}

/// <summary>Decides whether an earlier run's data may be used. Pure.</summary>
internal static class ResumePolicy
{
    /// <summary>Checks a journal.</summary>
    /// <param name="journal">The earlier run's journal.</param>
    /// <param name="identity">The file on the server now.</param>
    /// <param name="partialLength">Length of the partial file, bytes.</param>
    /// <param name="isTrusted">Whether further sources are trusted.</param>
    /// <param name="verify">The verification: bytes of unverified further sources are only reused if the complete file is verified, or
    /// further sources are trusted.</param>
    /// <returns>The reason why it cannot be used, as a sentence; null when it can.</returns>
    public static string? WhyNot(
        JournalState journal, RemoteIdentity identity, long partialLength, bool isTrusted, Verification verify)
    {
        var then = journal.Identity;
        if (then.Site != identity.Site || then.Path != identity.Path)
            return $"The partial file belongs to {SafeText.Escape(then.Path)} at {SafeText.Escape(then.Site)}.";
        if (then != identity || journal.Size != identity.Size)
            return $"The file on the server has changed since (then {Describe(then)}; now {Describe(identity)}).";
        if (!MayUse(journal, isTrusted, verify))
            return $"The partial file contains data from {SafeText.Escape(string.Join(", ", journal.UnprovenSources))}, "
                + "which was not verified to have the same file. To reuse the partial file, add --trust-replica or --verify with the "
                + "file's hash.";
        var end = journal.Proven.Concat(journal.Unproven).Select(range => range.End).DefaultIfEmpty(0).Max();
        return end > partialLength ? "The partial file is shorter than its journal says." : null;
    }

    /// <summary>Returns whether a run may reuse bytes of unverified sources, if the journal lists any.</summary>
    public static bool MayUse(JournalState journal, bool isTrusted, Verification verify) =>
        journal.UnprovenSources.Count == 0 || isTrusted || verify.Mode is VerifyMode.Given or VerifyMode.Always;

    private static string Describe(RemoteIdentity identity) =>
        $"{identity.Size?.ToString("N0") ?? "an unknown number of"} bytes, time {SafeText.Escape(identity.Modified ?? "unknown")}";
}
