using System.Runtime.CompilerServices;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Lists a tree, folders in parallel, each once. A folder comes before its content; otherwise in the order of the replies. Links are not
/// entered, nor is a folder that equals one of its parents: the server controls neither depth nor number.
/// </summary>
internal sealed class TreeWalk(Route route, WalkRequest want)
{
    // Do not query a lost server for each of ten thousand folders for a minute; a single folder that cannot be listed does not mean that
    // the server is lost.
    private const int MostLostInARow = 3;

    private readonly FolderReader _reader = new(route);
    private readonly Queue<Stop> _waiting = [];
    private int _found = 1;
    private int _lostInARow;
    private long _entries;
    private volatile TransferException? _over;

    /// <summary>Entries seen so far; duplicates from retried listings count again.</summary>
    public long Entries => Interlocked.Read(ref _entries);

    /// <summary>Lists the tree. A folder that cannot be listed is returned with its problem; the others continue.</summary>
    public async IAsyncEnumerable<ListedFolder> RunAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var over = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var under = new List<Task<(Stop Stop, ListedFolder Folder)>>();
        _waiting.Enqueue(new Stop(FtpPath.FromBytes([], FtpCharsets.Utf8), want.Root, 0, null, null));
        try
        {
            while (_waiting.Count + under.Count > 0)
            {
                while (under.Count < want.Parallel && _waiting.TryDequeue(out var next)) under.Add(ListAsync(next, over.Token));
                var done = await Task.WhenAny(under).ConfigureAwait(false);
                under.Remove(done);
                var (stop, folder) = await done.ConfigureAwait(false);
                yield return Enter(stop, folder);
            }
        }
        finally
        {
            await over.CancelAsync().ConfigureAwait(false);
            await Task.WhenAll(under.Cast<Task>()).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task<(Stop Stop, ListedFolder Folder)> ListAsync(Stop stop, CancellationToken cancellationToken)
    {
        var folder = new ListedFolder { Relative = stop.Relative, Path = stop.Path, Depth = stop.Depth, Entries = [] };
        if (_over is { } gone)
            return (stop,
                folder with { Problem = new TransferException(
                    gone.Kind,
                    $"{route.Site.Scheme}://{route.Site}/{stop.Path} was not listed, because the connection to the server was lost: "
                        + $"{gone.Message}",
                    gone) });
        try
        {
            var (entries, outcome) = await _reader.ReadAsync(
                stop.Path, _ => Interlocked.Increment(ref _entries), cancellationToken).ConfigureAwait(false);
            Interlocked.Exchange(ref _lostInARow, 0);
            return (stop, folder with { Entries = entries, Outcome = outcome });
        }
        catch (TransferException e)
        {
            // A refusal shows that the server is reachable.
            if (e.InnerException is FtpReplyException { SessionUsable: true }) Interlocked.Exchange(ref _lostInARow, 0);
            else if (Interlocked.Increment(ref _lostInARow) >= MostLostInARow) _over ??= e;
            return (stop, folder with { Problem = e });
        }
    }

    // Queues the subfolders, and lists those that are not entered.
    private ListedFolder Enter(Stop stop, ListedFolder folder)
    {
        var here = new Surrounding(stop.Around, stop.Unique ?? folder.Outcome?.FolderUnique, FolderPrint.Of(folder.Entries));
        var left = new List<UnenteredFolder>();
        foreach (var entry in folder.Entries)
        {
            if (entry.Kind != EntryKind.Folder) continue;
            var relative = stop.Relative.Child(entry.Name);
            if (!want.Enters(relative)) continue;
            if (stop.Depth >= want.MaxDepth && stop.Depth < WalkRequest.DeepestEver) continue;
            if (WhyNot(entry, stop, here) is { } why) left.Add(new UnenteredFolder(relative, $"{relative} {why}"));
            else _waiting.Enqueue(new Stop(relative, stop.Path.Child(entry.Name), stop.Depth + 1, entry.Unique, here));
        }
        return folder with { Unentered = left };
    }

    private string? WhyNot(ListingEntry entry, Stop stop, Surrounding here)
    {
        if (entry.Unique is { } unique && here.Holds(unique))
            return "is a link on the server to one of its parent folders: it is not listed.";
        // A server that does not distinguish a link from a folder lists a folder's own content again inside it.
        if (here.IsRepeated) return "is not listed: its content is the same as that of a parent folder, as with a link on the server.";
        if (stop.Depth >= WalkRequest.DeepestEver) return $"is not listed: it is {WalkRequest.DeepestEver} folders deep.";
        return ++_found > WalkRequest.MostFolders ? $"is not listed: the tree has more than {WalkRequest.MostFolders} folders." : null;
    }

    private sealed record Stop(FtpPath Relative, FtpPath Path, int Depth, string? Unique, Surrounding? Around);

    // A folder and its parents.
    private sealed class Surrounding(Surrounding? outer, string? unique, FolderPrint? print)
    {
        public bool IsRepeated
        {
            get
            {
                if (Print is not { } own) return false;
                var same = 0;
                for (var around = Outer; around is not null && same < own.Proof; around = around.Outer)
                {
                    if (around.Print == own) same++;
                }
                return same >= own.Proof;
            }
        }

        private Surrounding? Outer { get; } = outer;

        private string? Unique { get; } = unique;

        private FolderPrint? Print { get; } = print;

        public bool Holds(string other)
        {
            for (var around = this; around is not null; around = around.Outer)
            {
                if (around.Unique == other) return true;
            }
            return false;
        }
    }
}
