using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>Compares the listing with the local files, folder by folder, and drafts the plan. Sends no query and changes nothing.</summary>
/// <param name="request">The request.</param>
/// <param name="rules">How local names are compared.</param>
/// <param name="record">The results of earlier runs.</param>
/// <param name="now">The start of the run.</param>
/// <param name="draft">The plan.</param>
/// <param name="isFat">Whether the local disk stores only even seconds.</param>
internal sealed class MirrorPlanner(
    MirrorRequest request, NameRules rules, MirrorRecord record, DateTimeOffset now, PlanDraft draft, bool isFat = false)
{
    private readonly FileFilter _filter = request.Filter;
    private readonly bool _isSelective = request.Filter.IsSelective;
    private readonly ExtraFinder _extras = new(request.Filter, rules, now, draft.LeftOut);

    /// <summary>Compares one folder.</summary>
    /// <param name="listed">Its listing.</param>
    /// <param name="place">Its local place.</param>
    /// <param name="local">The local entries; consumed.</param>
    /// <returns>The folders in it that can be mirrored, each with its place.</returns>
    public IReadOnlyList<FolderPlace> Compare(ListedFolder listed, FolderPlace place, Dictionary<string, LocalEntry> local)
    {
        record.Keep(place.LocalRelative, local);
        var names = FolderNames.Of(listed.Entries, rules);
        foreach (var (entry, why) in names.Refused) draft.AddProblem(Text(place, listed.Entries[entry]), FailureKind.Usage,
            $"{Shown(place, listed.Entries[entry])} is not mirrored: its name {why}.");
        var folders = new List<FolderPlace>();
        for (var i = 0; i < listed.Entries.Count; i++)
        {
            if (names[i] is not { } name) continue;
            LocalEntry? here = local.Remove(name, out var found) ? found : null;
            var entry = listed.Entries[i];
            Sort(names.IsContradicted(i) ? entry with { Size = null, Time = null } : entry, place, name, here, folders);
        }
        draft.Journalled.AddRange(
            local.Keys.Select(names.JournalledName).OfType<string>().Select(name => Path.Combine(place.LocalPath, name)));
        if (listed.Outcome is { } outcome) _extras.Find(outcome, names, place, local, draft.Extras);
        if (listed.Entries.Count == 0 && place.Depth == 0) DoubtEmptiness();
        if (listed.Entries.Count == 0 && !place.IsHere) draft.EmptyFolders.Add(place);
        return folders;
    }

    /// <summary>Compares one file, or a link that leads to one.</summary>
    public void CompareFile(in MirrorCandidate file)
    {
        if (_isSelective && !draft.Selection.Add(_filter.Judge(file.Path, file.Size, file.Time))) return;
        if (file.Local is { Kind: LocalKind.Folder })
        {
            draft.AddProblem(file.Path, FailureKind.Usage,
                $"{SafeText.Escape(file.Path)} is not mirrored: it is a file on the server, and here '{file.LocalPath}' is a folder. "
                    + "Move the folder away and run the command again.");
            return;
        }
        var known = file.Local is null ? null : record.Find(file.Place.LocalRelative, file.LocalName);
        var comparison = file.Local is { } local
            ? FileComparison.Judge(file.Size, file.Time, local, known, request.Checksum || file.Digest(request) is not null, isFat)
            : new Comparison(ComparisonVerdict.New);
        if (comparison.Verdict == ComparisonVerdict.Same)
        {
            AddSame(file);
            // The local time is sufficient: nothing needs to be recorded.
            if (known is not null && file.Time?.Instant is { } instant
                && LocalComparison.IsSameTime(instant.UtcDateTime, file.Local!.Value.ModifiedUtc))
                record.Remove(file.Place.LocalRelative, file.LocalName);
            return;
        }
        var isYoung = _filter.MinAge is { } minAge ? AgePolicy.IsYoung(file.Time, minAge, now) : false;
        if (isYoung == true) draft.YoungFiles++;
        else if (isYoung is null || comparison.Verdict is ComparisonVerdict.AskTime or ComparisonVerdict.AskHash)
            draft.Questions.Add(new MirrorQuestion(file, comparison, isYoung is null));
        else draft.Fetches.Add(file.Fetch(request, comparison, null));
    }

    /// <summary>Compares a file after an MDTM query.</summary>
    /// <param name="question">The file.</param>
    /// <param name="modified">The reply; null for none.</param>
    /// <returns>Whether it must also be compared by hash.</returns>
    public bool TakeTime(MirrorQuestion question, string? modified)
    {
        var file = question.File;
        if (question.IsAgeOpen && AgePolicy.IsYoung(modified, _filter.MinAge!.Value, now))
        {
            draft.YoungFiles++;
            return false;
        }
        var comparison = question.Comparison;
        if (comparison.Verdict == ComparisonVerdict.AskHash) return true;
        if (comparison.Verdict == ComparisonVerdict.AskTime)
            comparison = FileComparison.JudgeAnswer(
                modified, file.Time, file.Local!.Value, record.Find(file.Place.LocalRelative, file.LocalName), isFat);
        if (comparison.Verdict == ComparisonVerdict.Same) TakeSame(file, modified);
        else draft.Fetches.Add(file.Fetch(request, comparison, modified));
        return false;
    }

    /// <summary>Compares a file after a hash query.</summary>
    /// <param name="question">The file.</param>
    /// <param name="isSame">Whether the content is the same.</param>
    /// <param name="why">What differs otherwise.</param>
    public void TakeHash(MirrorQuestion question, bool isSame, string why)
    {
        if (isSame) TakeSame(question.File, null);
        else draft.Fetches.Add(question.File.Fetch(request, Comparison.Changed(why), null));
    }

    private void AddSame(in MirrorCandidate file) =>
        draft.AddSame(file.Local!.Value.Size, request.NamesSameFiles ? file.LocalPath : null);

    // The complete archive would be deleted, and a server whose disk is not mounted sends the same valid listing.
    private void DoubtEmptiness()
    {
        if (!request.Delete || draft.Extras.Count == 0) return;
        draft.AddProblem(
            "",
            FailureKind.Verification,
            $"{request.Source} is empty, and '{request.TargetRoot}' is not. Nothing is deleted, "
                + "because an unmounted disk on the server looks the same. "
                + "If the remote folder is really empty, empty the local folder yourself.");
    }

    private void TakeSame(in MirrorCandidate file, string? modified)
    {
        var local = file.Local!.Value;
        AddSame(file);
        if (file.Time?.Instant is null)
            record.Set(file.Place.LocalRelative, file.LocalName,
                new MirrorRecordEntry(local.Size, local.ModifiedUtc, file.Time, modified, now.UtcDateTime));
    }

    private void Sort(ListingEntry entry, FolderPlace place, string name, LocalEntry? here, List<FolderPlace> folders)
    {
        if (place.Depth == 0 && MirrorRecordFile.IsOwn(name))
        {
            draft.LeftOut.Add("ftpx uses that name for its own files", Text(place, entry));
            return;
        }
        switch (entry.Kind)
        {
            case EntryKind.Folder:
                if (Enter(entry, place, name, here) is { } folder) folders.Add(folder);
                break;
            case EntryKind.Link:
                draft.Links.Add((new MirrorCandidate(place, entry.Name, name, here, null, null), entry.Target));
                break;
            case EntryKind.Other:
                draft.LeftOut.Add("a device, a pipe or a socket has no content", Text(place, entry));
                break;
            default:
                draft.FilesSeen++;
                draft.BytesSeen = ByteTotal.Plus(draft.BytesSeen, entry.Size ?? 0);
                CompareFile(new MirrorCandidate(place, entry.Name, name, here, entry.Size, entry.DecidingTime));
                break;
        }
    }

    private FolderPlace? Enter(ListingEntry entry, FolderPlace place, string name, LocalEntry? here)
    {
        if (place.Depth >= (_filter.MaxDepth ?? int.MaxValue) || (_isSelective && !_filter.Enters(Text(place, entry)))) return null;
        var folder = place.Child(entry.Name, name, here is { Kind: LocalKind.Folder });
        if (here is null or { Kind: LocalKind.Folder }) return folder;
        var what = here.Value.Kind == LocalKind.Link ? "a link, and ftpx does not write through links" : "a file";
        draft.AddProblem(Text(place, entry), FailureKind.Usage,
            $"{Shown(place, entry)} is not mirrored: it is a folder on the server, and here '{folder.LocalPath}' is {what}. "
                + "Move it away and run the command again.");
        return null;
    }

    private static string Text(FolderPlace place, ListingEntry entry) => place.TextOf(entry.Name.Text);

    private static string Shown(FolderPlace place, ListingEntry entry) => SafeText.Escape(Text(place, entry));
}
