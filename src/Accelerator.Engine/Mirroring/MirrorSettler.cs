using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Control;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Queries the server for facts missing from the listings, in parallel over the route's sessions, compares local files with given digests,
/// and passes the answers to the planner.
/// </summary>
internal sealed class MirrorSettler(Route route, MirrorRequest request, MirrorPlanner planner, PlanDraft draft, int parallel)
{
    private readonly RouteQuery _query = new(route);

    /// <summary>Resolves all open questions of the draft.</summary>
    /// <exception cref="TransferException">The server could not be queried; or it has no hashes and they were requested
    /// (Usage).</exception>
    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        var hashes = new List<MirrorQuestion>();
        var times = draft.Questions.FindAll(question => question.IsAgeOpen || question.Comparison.Verdict == ComparisonVerdict.AskTime);
        hashes.AddRange(draft.Questions.Where(question => !question.IsAgeOpen && question.Comparison.Verdict == ComparisonVerdict.AskHash));
        await EachAsync(
            times,
            (question, token) => _query.ModifiedAsync(question.File.Remote, token),
            (question, modified) =>
            {
                if (planner.TakeTime(question, modified)) hashes.Add(question);
            },
            cancellationToken).ConfigureAwait(false);
        await EachAsync(hashes, HashAsync, TakeHash, cancellationToken).ConfigureAwait(false);
        draft.Questions.Clear();
    }

    private Task<T> QueryAsync<T>(string what, Func<FtpSession, CancellationToken, Task<T>> ask, CancellationToken cancellationToken) =>
        _query.RunAsync(
        ask,
        (kind, failure) => new TransferException(
            kind, $"{route.Site.Scheme}://{route.Site}: {what} could not be queried. {failure.Message}", failure),
        cancellationToken);

    private async Task<(HashAnswer Answer, TransferException? Failure)> HashAsync(
        MirrorQuestion question, CancellationToken cancellationToken)
    {
        try
        {
            if (question.File.Digest(request) is { } digest)
                return (await HashQuestion.CompareAsync(digest, question.File.LocalPath, cancellationToken).ConfigureAwait(false), null);
            var answer = await QueryAsync(
                $"the hash of {question.File.Remote}",
                (session, token) => HashQuestion.QueryAsync(session, question.File.Remote, question.File.LocalPath, token),
                cancellationToken).ConfigureAwait(false);
            return (answer, null);
        }
        catch (StorageException e)
        {
            return (default, new TransferException(FailureKind.Disk, e.Message, e));
        }
    }

    private void TakeHash(MirrorQuestion question, (HashAnswer Answer, TransferException? Failure) got)
    {
        var path = question.File.Path;
        if (got.Failure is { } failure) draft.AddProblem(path, failure.Kind, failure.Message);
        else if (got.Answer.IsSame is { } isSame) planner.TakeHash(question, isSame, got.Answer.Why);
        else
            draft.AddProblem(path, FailureKind.Verification,
                $"{SafeText.Escape(path)} could not be compared: the server returned no hash. "
                    + "Without --checksum it is compared by size and time.");
    }

    // The replies are processed one at a time: the draft has one owner.
    private async Task EachAsync<T>(List<MirrorQuestion> questions, Func<MirrorQuestion, CancellationToken, Task<T>> ask,
        Action<MirrorQuestion, T> take, CancellationToken cancellationToken)
    {
        var gate = new object();
        var options = new ParallelOptions { MaxDegreeOfParallelism = parallel, CancellationToken = cancellationToken };
        await Parallel.ForEachAsync(
            questions,
            options,
            async (question, token) =>
            {
                var answer = await ask(question, token).ConfigureAwait(false);
                lock (gate) take(question, answer);
            }).ConfigureAwait(false);
    }
}

/// <summary>
/// Compares a local file with a given digest, or with the server's hash of its file by the strongest algorithm that both support.
/// </summary>
internal static class HashQuestion
{
    /// <summary>Compares with a digest, without asking the server.</summary>
    /// <exception cref="StorageException">The local file could not be read.</exception>
    public static async Task<HashAnswer> CompareAsync(GivenDigest digest, string localPath, CancellationToken cancellationToken)
    {
        var own = await ContentHasher.ComputeAsync(localPath, digest.Kind, cancellationToken).ConfigureAwait(false);
        return new HashAnswer(own == digest.Value, $"differs from {digest.Name}");
    }

    /// <summary>Queries over one session, while this computer reads its file.</summary>
    /// <exception cref="TransferException">The server offers no hash that is supported here (Usage).</exception>
    /// <exception cref="StorageException">The local file could not be read.</exception>
    public static async Task<HashAnswer> QueryAsync(
        FtpSession session, FtpPath remote, string localPath, CancellationToken cancellationToken)
    {
        var features = await session.FeaturesAsync(cancellationToken).ConfigureAwait(false);
        if (!HashCommand.Listed(features).Any())
            throw new TransferException(
                FailureKind.Usage,
                "The server offers no hash (HASH, XSHA256, XSHA512, XSHA1, XMD5 or XCRC in FEAT), "
                    + "so files cannot be compared with --checksum. Without it, they are compared by size and time.");
        var length = new FileInfo(localPath).Length;
        Task<string> OwnAsync(HashKind kind) => ContentHasher.ComputeAsync(localPath, kind, cancellationToken);
        var found = await HashComparison.RunAsync(
            session, HashCommand.Listed(features), remote, length, OwnAsync, cancellationToken).ConfigureAwait(false);
        return found is var (command, expected, actual)
            ? new HashAnswer(HashComparison.IsSame(actual, expected), $"another {command.Name} there")
            : new HashAnswer(null, "");
    }
}

/// <summary>The result of comparing a file by a hash.</summary>
/// <param name="IsSame">Whether the content is the same; null where the server would not hash this file.</param>
/// <param name="Why">What differs if it is not: <c>another HASH SHA-256 there</c>.</param>
internal readonly record struct HashAnswer(bool? IsSame, string Why);
