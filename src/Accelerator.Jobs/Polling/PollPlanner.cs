using Accelerator.Engine.Sources;
using Accelerator.Ftp.Listings;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// Compares one folder's listing with the known files. Without I/O: the entries are passed in one by one, and at the end the planner
/// returns the changes. It keeps only the known files in memory.
/// </summary>
internal sealed class PollPlanner
{
    // A file that one complete listing lacks may be in the middle of a rename; one that two lack is gone.
    private const int MostMissing = 2;

    // A folder loses more than half of its entries in a clean-up, or when its listing was truncated without an error (Pure-FTPd, ProFTPD).
    // The third consecutive poll with the same result is accepted.
    private const int LeastForShrinking = 100;
    private const int PollsThatConfirmShrinking = 2;

    private readonly JobDefinition _job;
    private readonly KnownFolder _folder;
    private readonly string _below;
    private readonly DateTimeOffset _now;

    // A name that the listing has shown is kept with null.
    private readonly Dictionary<string, KnownFile?> _known;
    private readonly HashSet<string>? _names;
    private readonly List<(KnownFile? Before, KnownFile After, long Rank, string Marker)> _waiting = [];
    private readonly List<FileChange> _changes = [];
    private readonly TimeQuestions _times;
    private readonly List<UnreadableFile> _unreadable = [];
    private long _unreadableCount;
    private long _listed;
    private long _wanted;
    private long _unsized;
    private long _repeated;
    private string? _repeatedName;
    private int _new;
    private int _queued;
    private long _queuedBytes;

    /// <param name="folder">The folder, as its last poll left it.</param>
    /// <param name="below">Its path below the job's folder, with a slash at its end; empty for the job's folder itself. Patterns are
    /// matched against it and the name.</param>
    /// <param name="known">The known files of the folder, by name. The planner marks those it has found.</param>
    /// <param name="now">The time of the poll.</param>
    public PollPlanner(JobDefinition job, KnownFolder folder, string below, Dictionary<string, KnownFile?> known, DateTimeOffset now)
    {
        (_job, _folder, _below, _known, _now) = (job, folder, below, known, now);
        _times = new TimeQuestions(job.Recheck, checked((int)(now.ToUnixTimeSeconds() % int.MaxValue)));
        _names = job.Completeness.Marker is null ? null : new HashSet<string>(StringComparer.Ordinal);
    }

    /// <summary>Takes the next entry of the listing.</summary>
    public void See(ListingEntry entry)
    {
        _listed++;
        if (entry.Kind is not (EntryKind.File or EntryKind.Unknown)) return;
        var name = RemoteText.Of(entry.Name);
        _names?.Add(name);
        if (!_job.Filter.Wants(_below + entry.Name.Text)) return;
        if (!TryFind(name, out var known)) return;
        _wanted++;
        // Some servers remove the read permission from a file that is still being written.
        if (!EntryRights.MayBeRead(entry.Permissions))
        {
            Hold(entry, name, known);
            return;
        }
        if (entry.Size is not { } size)
        {
            _unsized++;
            return;
        }
        var rank = RankOf(entry, size, known);
        if (known is { State: FileState.Published, Time: null, Modified: not null } && known.Size == size && entry.Time?.Instant is null)
            Recheck(known, entry, rank);
        else Compare(known, name, size, ListedFacts.TimeOf(entry.Time), rank);
    }

    /// <summary>
    /// The delivered files whose time is to be queried before <see cref="End"/>: no other value shows a replacement of the same length.
    /// </summary>
    public IReadOnlyList<TimeQuestion> Questions => _times.All;

    /// <summary>Takes the answer to a query.</summary>
    /// <param name="question">One of <see cref="Questions"/>.</param>
    /// <param name="modified">The time from MDTM; null if it returned none, or was not sent.</param>
    public void Answer(TimeQuestion question, string? modified)
    {
        var known = question.Known;
        if (modified is null) return;
        if (ListedFacts.ToTheSecond(modified) == ListedFacts.ToTheSecond(known.Modified!))
        {
            if (question.IsChanged) Stands(known, question.Clock);
            return;
        }
        _new++;
        Decide(known, Fresh(Found(known), known.Size, null) with { Version = known.Version + 1, FirstSeen = _now }, question.Rank);
    }

    /// <summary>Ends the comparison after the last entry.</summary>
    public PollPlan End(ListingOutcome outcome)
    {
        foreach (var (before, after, rank, marker) in _waiting) Settle(
            before, after, rank, hasMarker: _names!.Contains(marker) || IsCompanion(after.Name));
        var note = WhyIncomplete(outcome);
        var isComplete = note is null;
        foreach (var file in _known.Values.OfType<KnownFile>()) Miss(file, isComplete);
        var plan = new PollPlan(_changes, _listed, _wanted, _new, _queued, _queuedBytes, isComplete, note)
        {
            IsUndecided = outcome.Doubts is [{ Kind: ListingDoubtKind.UsualLimit }] && _folder.IncompletePolls == 0,
            Unreadable = _unreadable,
            UnreadableCount = _unreadableCount,
        };
        if (_unsized > 0) plan = plan.Noting($"The server reports no size for {_unsized:N0} files: they are not downloaded.");
        if (_repeated > 0)
            plan = plan.Noting(
                $"The listing repeats names ({_repeated:N0} times, first {_repeatedName}): only the first entry of a name counts.");
        return plan;
    }

    // Two entries of one name would be two files with one target path, competing for one claim.
    private bool TryFind(string name, out KnownFile? known)
    {
        if (_known.TryGetValue(name, out known) && known is null)
        {
            _repeated++;
            _repeatedName ??= name;
            return false;
        }
        _known[name] = null;
        return true;
    }

    private void Hold(ListingEntry entry, string name, KnownFile? known)
    {
        // A file that is queued, in progress or finished does not wait for the read permission.
        if (known is not (null or { State: FileState.Discovered or FileState.Stable or FileState.Vanished })) return;
        _unreadableCount++;
        if (_unreadable.Count < PollPlan.MostUnreadable)
            _unreadable.Add(new UnreadableFile(name, entry.Size ?? 0, entry.Permissions!, known?.State.IsWaiting() == true));
    }

    private void Compare(KnownFile? known, string name, long size, string? time, long rank)
    {
        if (known is null)
        {
            _new++;
            Decide(null, Fresh(new KnownFile { Name = name, Size = size, FirstSeen = _now, Since = _now }, size, time), rank);
            return;
        }
        // A server may report the time in one listing and not in the next.
        var isSame = known.Size == size && (known.Time == time || known.Time is null || time is null);
        switch (known.State)
        {
            case FileState.Transferring or FileState.Verified:
                return;
            case FileState.Discovered or FileState.Stable when isSame:
                // A file that only waits for its marker costs no write at each poll.
                Decide(known, Found(known)
                    with { Polls = Math.Min(known.Polls + 1, _job.Completeness.Polls), Time = known.Time ?? time }, rank);
                return;
            case FileState.Published when !isSame:
                _new++;
                Decide(known, Fresh(Found(known), size, time) with { Version = known.Version + 1, FirstSeen = _now }, rank);
                return;
            case FileState.Vanished:
                _new++;
                Decide(known, Fresh(Found(known), size, time) with { FirstSeen = _now }, rank);
                return;
            case FileState.Quarantined when isSame && known.LacksMarker:
                Decide(known, Found(known), rank);
                return;
            case FileState.Published or FileState.Queued or FileState.Failed or FileState.Quarantined when isSame:
                if (known.Missing > 0) _changes.Add(new FileChange(known, Found(known), 0, 0));
                return;
            default:
                Decide(known, Fresh(Found(known), size, time), rank);
                return;
        }
    }

    // The stored clock was reported when the file was as delivered. The first one is stored if it can be that of the delivered content.
    private void Recheck(KnownFile known, ListingEntry entry, long rank)
    {
        var clock = ListedClock.Of(entry.Time);
        var isChanged = clock is not null
            && !(known.Clock is { } before ? ListedClock.IsSame(before, clock) : ListedClock.CanBe(clock, known.Modified!));
        Stands(known, isChanged ? known.Clock : known.Clock ?? clock);
        _times.Add(new TimeQuestion(known, entry.Name, clock, isChanged, rank));
    }

    private void Stands(KnownFile known, string? clock)
    {
        var after = Found(known) with { Clock = clock };
        if (after != known) _changes.Add(new FileChange(known, after, 0, 0));
    }

    private static KnownFile Found(KnownFile file) => file with { Missing = 0, MissingSince = null };

    private KnownFile Fresh(KnownFile file, long size, string? time) =>
        file with
        {
            Size = size, Time = time, Clock = null, State = FileState.Discovered, LacksMarker = false, Polls = 1, Since = _now,
        };

    private void Decide(KnownFile? before, KnownFile after, long rank)
    {
        if (_job.Completeness.Marker is { } marker)
            _waiting.Add((before, after, rank, marker.Replace("{name}", after.Name, StringComparison.Ordinal)));
        else Settle(before, after, rank, hasMarker: true);
    }

    private void Settle(KnownFile? before, KnownFile after, long rank, bool hasMarker)
    {
        // A file that is quarantined for its marker has already fulfilled the rest of the rule.
        var state = !after.LacksMarker ? CompletenessPolicy.Judge(after, _job.Completeness, hasMarker, _now)
            : hasMarker ? FileState.Queued : FileState.Quarantined;
        after = after with { State = state, LacksMarker = state == FileState.Quarantined };
        if (after == before) return;
        if (after.State == FileState.Queued) (_queued, _queuedBytes) = (_queued + 1, _queuedBytes + after.Size);
        _changes.Add(new FileChange(before, after, _job.Priority, rank)
            { Error = after.LacksMarker ? MarkerMissing(after.Name) : null });
    }

    private string MarkerMissing(string name) =>
        $"The marker {_job.Completeness.Marker!.Replace("{name}", name, StringComparison.Ordinal)} did not appear within "
            + $"{_job.Completeness.MarkerTimeout!.Value.TotalSeconds:0} s. The file is delivered when the marker appears. Ask the producer "
            + $"whether the file is complete; ftpx job retry {_job.Name} delivers it, ftpx job skip {_job.Name} FILE skips it.";

    // A marker that is wanted itself, as checksums are, has no marker of its own: it would wait for that forever.
    private bool IsCompanion(string name)
    {
        if (_job.Completeness.Marker?.Split("{name}") is not [var before, var behind] || name.Length <= before.Length + behind.Length)
            return false;
        return name.StartsWith(before, StringComparison.Ordinal) && name.EndsWith(behind, StringComparison.Ordinal)
            && _names!.Contains(name[before.Length..^behind.Length]);
    }

    private void Miss(KnownFile file, bool isComplete)
    {
        if (!isComplete) return;
        var missing = file with { Missing = file.Missing + 1, MissingSince = file.MissingSince ?? _now };
        switch (file.State)
        {
            case FileState.Discovered or FileState.Stable or FileState.Queued:
                _changes.Add(new FileChange(
                    file, missing.Missing >= MostMissing ? missing with { State = FileState.Vanished } : missing, 0, 0));
                break;
            // One write when the file disappears: retention needs the time of that.
            case FileState.Published or FileState.Failed or FileState.Quarantined when file.Missing == 0:
                _changes.Add(new FileChange(file, missing, 0, 0));
                break;
        }
    }

    private string? WhyIncomplete(ListingOutcome outcome)
    {
        if (outcome.Doubts is [var doubt, ..]) return doubt.Text;
        return _folder.Entries >= LeastForShrinking && _listed * 2 < _folder.Entries && _folder.IncompletePolls < PollsThatConfirmShrinking
            ? $"There were {_folder.Entries:N0} entries in the last complete poll, but {_listed:N0} now: "
                + "files that are not listed do not yet count as removed."
            : null;
    }

    private long RankOf(ListingEntry entry, long size, KnownFile? known)
    {
        var seen = (known?.FirstSeen ?? _now).ToUnixTimeMilliseconds();
        var changed = entry.Time is { } time
            ? new DateTimeOffset(DateTime.SpecifyKind(time.Clock, DateTimeKind.Utc)).ToUnixTimeMilliseconds() : seen;
        return _job.Order switch
        {
            JobOrder.Newest => -changed,
            JobOrder.Oldest => changed,
            JobOrder.Smallest => size,
            _ => seen,
        };
    }
}

/// <summary>Whether a listing marks a file as not readable: servers and producers do so while it is still being written.</summary>
internal static class EntryRights
{
    /// <summary>Returns false only if the listing denies reading.</summary>
    /// <param name="permissions">The server's text: <c>-rw-r--r--</c>, <c>0644</c>, <c>adfr</c>; null if it is not reported.</param>
    public static bool MayBeRead(string? permissions) => permissions switch
    {
        null or "" => true,
        "----------" => false,
        _ when permissions.All(char.IsAsciiDigit) => permissions.Any(digit => digit != '0'),
        // The perm fact of RFC 3659, section 7.5.5: a file without r cannot be fetched by this user.
        _ when permissions.All(letter => "acdeflmprwACDEFLMPRW".Contains(letter, StringComparison.Ordinal)) =>
            permissions.Contains('r', StringComparison.OrdinalIgnoreCase),
        _ => true,
    };
}
