using System.Text;
using Accelerator.Engine.Transfers;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Listings;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Asks a server about one name: MLST, which gives everything at once; else the listing of the containing folder. SIZE and MDTM fill in
/// what those leave open. A name that only its own listing shows is a folder.
/// </summary>
/// <param name="route">The server.</param>
/// <param name="lister">Lists its folders.</param>
internal sealed class FactReader(Route route, ListingRunner lister)
{
    private const string SizeAndTime = "size and time";

    private readonly RouteQuery _query = new(route);

    /// <summary>Returns whether a failed query shows that further ones would fail too: the server did not reply to it.</summary>
    public static bool IsServerLost(TransferException failure) =>
        failure.Kind is FailureKind.Login or FailureKind.Tls or FailureKind.ServerLimit
            || (failure.Kind == FailureKind.Network && failure.InnerException is not FtpReplyException { SessionUsable: true });

    /// <summary>Asks about a name.</summary>
    /// <param name="path">The file or folder; empty for the login folder.</param>
    /// <param name="withHash">Whether the server is to hash a file, which reads all of it there.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">There is no such name (NotFound), or the server could not be queried.</exception>
    public async Task<EntryFacts> ReadAsync(FtpPath path, bool withHash, CancellationToken cancellationToken)
    {
        var features = await AskAsync(SizeAndTime, path, (session, token) => session.FeaturesAsync(token).AsTask(), cancellationToken)
            .ConfigureAwait(false);
        var listed = await ByFactsAsync(path, features, cancellationToken).ConfigureAwait(false)
            ?? await ByParentAsync(path, cancellationToken).ConfigureAwait(false);
        var facts = listed ?? new EntryFacts();
        if (facts.Kind is not (EntryKind.Folder or EntryKind.Other) && !path.IsEmpty)
            facts = await WithSizeAndTimeAsync(facts, path, cancellationToken).ConfigureAwait(false);
        // SIZE of a name that no listing shows: a file, because servers refuse it for folders.
        if (facts is { Kind: EntryKind.Unknown, Size: not null }) facts = Add(facts with { Kind = EntryKind.File }, EntryFact.Kind, "SIZE");
        if (facts.Commands.Count == 0) facts = await ByItselfAsync(path, listed, cancellationToken).ConfigureAwait(false);
        facts = facts with { OfferedHashes = [.. HashCommand.Listed(features).Select(command => command.Name)] };
        return withHash && facts.Kind is not (EntryKind.Folder or EntryKind.Other)
            ? await WithHashAsync(facts, path, features, cancellationToken).ConfigureAwait(false) : facts;
    }

    /// <summary>Asks for size and time of a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>Each is null where the server does not support the command.</returns>
    /// <exception cref="TransferException">The server refused, or could not be queried.</exception>
    public async Task<(long? Size, ListingTime? Time)> SizeAndTimeAsync(FtpPath path, CancellationToken cancellationToken)
    {
        var (size, modified) = await AskAsync(
            SizeAndTime, path, (session, token) => session.SizeAndModifiedAsync(path, token).AsTask(), cancellationToken)
            .ConfigureAwait(false);
        return (size, modified is null ? null : ListingTime.FromTimeVal(Encoding.ASCII.GetBytes(modified)));
    }

    private async Task<EntryFacts?> ByFactsAsync(FtpPath path, FtpFeatures features, CancellationToken cancellationToken)
    {
        // Without a name MLST would tell about the session's current folder, which a listing may have changed.
        if (!features.Has("MLST") || path.IsEmpty) return null;
        var line = await AskAsync(SizeAndTime, path, (session, token) => session.FactsAsync(path, token).AsTask(), cancellationToken)
            .ConfigureAwait(false);
        if (line is null || FactLine.Read(line) is not { } read) return null;
        return Named(
            new EntryFacts { Kind = read.Kind, Size = read.Size, Time = read.Time, Permissions = read.Permissions, Owner = read.Owner,
                Group = read.Group, Target = read.Target },
            "MLST");
    }

    private async Task<EntryFacts?> ByParentAsync(FtpPath path, CancellationToken cancellationToken)
    {
        if (path.Name.Length == 0) return null;
        try
        {
            var (entry, outcome) = await lister.FindAsync(path, cancellationToken).ConfigureAwait(false);
            if (entry is null) return null;
            return Named(
                new EntryFacts { Kind = entry.Kind, Size = entry.Size, Time = entry.Time, Permissions = entry.Permissions,
                    Target = entry.Target?.ToString() },
                NameOf(outcome.Command));
        }
        catch (TransferException e) when (e.Kind == FailureKind.NotFound)
        {
            // A folder may be closed to listing and its files may be readable.
            return null;
        }
    }

    private async Task<EntryFacts> WithSizeAndTimeAsync(EntryFacts facts, FtpPath path, CancellationToken cancellationToken)
    {
        var isTimeOpen = facts.Time?.Instant is null;
        if (facts.Size is not null && !isTimeOpen) return facts;
        try
        {
            var (size, time) = await SizeAndTimeAsync(path, cancellationToken).ConfigureAwait(false);
            if (size is not null) facts = Add(facts with { Size = size }, EntryFact.Size, "SIZE");
            return isTimeOpen && time is not null ? Add(facts with { Time = time }, EntryFact.Modified, "MDTM") : facts;
        }
        catch (TransferException e) when (e.InnerException is FtpReplyException { SessionUsable: true, IsTransient: false })
        {
            // A folder, or a name that does not exist.
            return facts;
        }
    }

    // The listing is not kept: only whether the folder can be listed counts. NLST lists a name and no fact about it.
    private async Task<EntryFacts> ByItselfAsync(FtpPath path, EntryFacts? listed, CancellationToken cancellationToken)
    {
        try
        {
            var outcome = await lister.ListAsync(path, static _ => ValueTask.CompletedTask, cancellationToken).ConfigureAwait(false);
            return Add(new EntryFacts { Kind = EntryKind.Folder }, EntryFact.Kind, NameOf(outcome.Command));
        }
        catch (TransferException e) when (e.Kind == FailureKind.NotFound)
        {
            return listed ?? throw new TransferException(
                FailureKind.NotFound,
                $"{route.Site.Scheme}://{route.Site}/{path} was not found: the server lists no such file or folder.", e);
        }
    }

    private async Task<EntryFacts> WithHashAsync(
        EntryFacts facts, FtpPath path, FtpFeatures features, CancellationToken cancellationToken)
    {
        var limit = HashCost.Limit(facts.Size ?? 0);
        foreach (var command in HashCommand.Listed(features))
        {
            var digest = await AskAsync(
                "hash", path, (session, token) => session.HashAsync(command, path, facts.Size, limit, token), cancellationToken)
                .ConfigureAwait(false);
            if (digest is not null) return Add(facts with { Hash = digest }, EntryFact.Hash, command.Name);
        }
        return facts;
    }

    private Task<T> AskAsync<T>(
        string what, FtpPath path, Func<FtpSession, CancellationToken, Task<T>> ask, CancellationToken cancellationToken) =>
        _query.RunAsync(
            ask,
            (kind, failure) => new TransferException(
                kind, $"The {what} of {route.Site.Scheme}://{route.Site}/{path} could not be read. {failure.Message}", failure),
            cancellationToken);

    private static string NameOf(ListingCommand command) => command.ToString().ToUpperInvariant();

    private static EntryFacts Add(EntryFacts facts, EntryFact fact, string command) =>
        facts with { Commands = new Dictionary<EntryFact, string>(facts.Commands) { [fact] = command } };

    // All facts that are given come from one command.
    private static EntryFacts Named(EntryFacts facts, string command)
    {
        (EntryFact Fact, bool IsGiven)[] given =
        [
            (EntryFact.Kind, facts.Kind != EntryKind.Unknown), (EntryFact.Size, facts.Size is not null),
            (EntryFact.Modified, facts.Time is not null), (EntryFact.Permissions, facts.Permissions is not null),
            (EntryFact.Owner, facts.Owner is not null), (EntryFact.Group, facts.Group is not null),
            (EntryFact.Target, facts.Target is not null),
        ];
        return facts with { Commands = given.Where(one => one.IsGiven).ToDictionary(one => one.Fact, _ => command) };
    }
}
