using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>Walks the tree and compares each folder as soon as it is listed, with one pass over the local folder.</summary>
/// <param name="walk">The walk.</param>
/// <param name="source">The root on the server.</param>
/// <param name="root">The local root.</param>
/// <param name="planner">Compares the folders.</param>
/// <param name="draft">The plan.</param>
/// <param name="rules">How local names are compared.</param>
internal sealed class MirrorWalk(TreeWalk walk, TransferSource source, string root, MirrorPlanner planner, PlanDraft draft, NameRules rules)
{
    // Doubts that do not show with certainty that entries are missing: an empty folder, names without facts, a round number. They only
    // forbid deleting.
    private static readonly ListingDoubtKind[] Weak = [ListingDoubtKind.NamesOnly, ListingDoubtKind.Nothing, ListingDoubtKind.UsualLimit];

    private readonly Dictionary<FtpPath, FolderPlace> _places = [];
    private readonly LinkTargets _links = new(source.Path);

    /// <summary>Lists and compares.</summary>
    /// <exception cref="TransferException">The root could not be listed.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var place = new FolderPlace(source.Path, FtpPath.FromBytes([], FtpCharsets.Utf8), root, "", 0, Directory.Exists(root));
        _places.Add(place.Relative, place);
        await foreach (var folder in walk.RunAsync(cancellationToken).ConfigureAwait(false))
        {
            if (folder is { Depth: 0, Problem: { } failure }) throw failure;
            // A folder without a local place was reported with its parent.
            if (_places.Remove(folder.Relative, out var here)) Take(folder, here);
        }
        foreach (var (link, target) in draft.Links) Follow(link, target);
    }

    private void Take(ListedFolder folder, FolderPlace place)
    {
        draft.Folders++;
        foreach (var left in folder.Unentered) draft.LeftOut.AddSentence(left.Why);
        if (folder.Problem is { } failure)
        {
            draft.AddProblem(folder.Relative.Text, failure.Kind, failure.Message);
            draft.UnlistedFolders++;
            return;
        }
        foreach (var doubt in folder.Outcome!.Doubts)
        {
            if (Weak.Contains(doubt.Kind))
            {
                draft.LeftOut.AddSentence($"{doubt.Text} Nothing is deleted in it.");
                // Servers without MLSD list every empty subfolder like one that may not be read.
                draft.IsDoubtful |= doubt.Kind == ListingDoubtKind.UsualLimit
                    || (doubt.Kind == ListingDoubtKind.Nothing && folder.Depth == 0);
            }
            else
                draft.AddProblem(folder.Relative.Text, FailureKind.Verification,
                    $"{doubt.Text} The listed files are downloaded, and nothing is deleted.");
        }
        Dictionary<string, LocalEntry> local;
        try
        {
            local = place.IsHere ? LocalFolder.Read(place.LocalPath, rules)
                : new Dictionary<string, LocalEntry>(LocalNames.Comparer(rules));
        }
        catch (StorageException e)
        {
            draft.AddProblem(folder.Relative.Text, FailureKind.Disk, e.Message);
            return;
        }
        _links.Add(folder.Relative, folder.Entries);
        foreach (var child in planner.Compare(folder, place, local)) _places[child.Relative] = child;
    }

    private void Follow(MirrorCandidate link, FtpPath? target)
    {
        var lead = _links.Follow(link.Place.Relative, target);
        if (lead.Kind == LinkLeadKind.File)
        {
            draft.FilesSeen++;
            draft.BytesSeen = ByteTotal.Plus(draft.BytesSeen, lead.Size ?? 0);
            planner.CompareFile(link with { Size = lead.Size, Time = lead.Time });
            return;
        }
        draft.LeftOut.Add(
            lead.Kind switch
            {
                LinkLeadKind.Folder => "a link to a folder that is mirrored in its own place",
                LinkLeadKind.Outside => "a link to a target outside the mirrored folder",
                LinkLeadKind.Nowhere => "a link to a target that was not listed",
                _ => "a link whose target the server does not report",
            },
            link.Path);
    }
}
