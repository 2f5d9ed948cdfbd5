namespace Accelerator.Jobs.Tests.Ledger;

/// <summary>
/// A ledger of one folder as a dictionary: the reference that the real one must match after any operation. Each method runs one operation
/// on both and compares their results.
/// </summary>
internal sealed class LedgerModel(JobLedger ledger, long folder)
{
    private static readonly string[] Names = ["f0", "f1", "f2", "f3"];
    private static readonly string[] Owners = ["n1/a", "n2/b"];
    private static readonly TimeSpan Enduring = TimeSpan.FromHours(1);
    // A timestamp before the clock of the test, so that no file waits for it.
    private static readonly DateTimeOffset Moment = new(2025, 11, 20, 18, 0, 0, TimeSpan.Zero);

    private readonly Dictionary<string, ModelFile> _files = [];
    private readonly List<Claim> _claims = [];
    private readonly HashSet<(string Name, int Version, long Epoch, string Owner)> _deliveries = [];

    /// <summary>Runs the operation that two numbers select, and compares all files afterwards.</summary>
    public async Task StepAsync(int what, int how)
    {
        var name = Names[how % Names.Length];
        var owner = Owners[how / 4 % 2];
        var isOver = how / 8 % 2 == 0;
        await (what switch
        {
            0 or 1 => AppearAsync(name, isOver ? FileState.Queued : FileState.Discovered),
            2 => QueueAsync(name),
            3 or 4 => ClaimAsync(1 + (how % 2), owner, isOver),
            5 => TakeOverAsync(owner),
            6 => RetryAsync(),
            _ when _claims.Count == 0 => Task.CompletedTask,
            _ => NotifyAsync(what, _claims[how % _claims.Count], how),
        });
        await CompareAsync();
    }

    public async Task CompareDeliveriesAsync() => Assert.Equal(
        _deliveries.Select(delivery => (delivery.Name, delivery.Version)).Order(),
        (await ledger.Report.HistoryAsync(null, null, 1000, default)).Select(delivery => (delivery.Name, delivery.Version)).Order());

    private Task NotifyAsync(int what, Claim claim, int how) => what switch
    {
        7 or 8 => VerifyAsync(claim, $"/data/{how % 3}"),
        9 or 10 => PublishAsync(claim),
        11 => EndAsync(claim, FileState.Queued, how % 2, () => ledger.Claims.ReturnAsync(claim, Moment, "no", "no", how % 2 == 1, default)),
        12 => EndAsync(claim, FileState.Failed, 1, () => ledger.Claims.GiveUpAsync(claim, FileState.Failed, "no", "no", default)),
        13 => EndAsync(claim, FileState.Discovered, 1, () => ledger.Claims.ObserveAgainAsync(claim, Moment, "no", default)),
        _ => RenewAsync(claim, how % 2 == 0),
    };

    private async Task AppearAsync(string name, FileState state)
    {
        var file = new KnownFile { Name = name, Size = 1, State = state, FirstSeen = Moment, Since = Moment };
        var isNew = _files.TryAdd(name, new ModelFile(state, 1));
        Assert.Equal(isNew ? 1 : 0, await ledger.Folders.ApplyAsync(folder, [new(null, file, 0, Rank(name))], default));
    }

    private async Task QueueAsync(string name)
    {
        if (await FindAsync(name) is not { } before || before.State is FileState.Queued or FileState.Transferring or FileState.Verified) return;
        var version = before.Version + (before.State == FileState.Published ? 1 : 0);
        Assert.Equal(1, await ledger.Folders.ApplyAsync(folder, [new(before, before with { State = FileState.Queued, Version = version }, 0, Rank(name))], default));
        _files[name] = new ModelFile(FileState.Queued, version) { Epoch = _files[name].Epoch, Attempts = before.State == FileState.Discovered ? _files[name].Attempts : 0 };
    }

    private async Task ClaimAsync(int most, string owner, bool isOver)
    {
        var expected = _files.Where(pair => pair.Value.State == FileState.Queued).Select(pair => pair.Key).Order(StringComparer.Ordinal).Take(most).ToList();
        var claims = await ledger.Claims.ClaimAsync("svalbard", ["passes"], [], most, owner, isOver ? TimeSpan.Zero : Enduring, default);
        Assert.Equal(expected, claims.Select(claim => claim.Name));
        foreach (var claim in claims)
        {
            var file = _files[claim.Name];
            (file.State, file.Owner, file.IsOver) = (FileState.Transferring, owner, isOver);
            file.Epoch++;
            Assert.Equal((file.Epoch, file.Version, file.Attempts, owner), (claim.Epoch, claim.Version, claim.Attempts, claim.Owner));
        }
        _claims.AddRange(claims);
    }

    private async Task TakeOverAsync(string owner)
    {
        var over = _files.Values.Where(file => file.IsOver && file.Owner is not null).ToList();
        var taken = await ledger.Claims.TakeOverAsync(owner, TimeSpan.Zero, Enduring, default);
        Assert.Equal(over.Count(file => file.State == FileState.Transferring), taken.Requeued);
        Assert.Equal(over.Where(file => file.State == FileState.Verified).Select(file => file.FinalPath).Order(), taken.ToSettle.Select(unsettled => unsettled.File.FinalPath).Order());
        foreach (var file in over)
        {
            file.Epoch++;
            (file.State, file.Owner, file.IsOver) = file.State == FileState.Verified ? (file.State, owner, false) : (FileState.Queued, null, false);
        }
        _claims.AddRange(taken.ToSettle.Select(unsettled => unsettled.Claim));
    }

    private async Task RetryAsync()
    {
        var aside = _files.Values.Where(file => file.State == FileState.Failed).ToList();
        Assert.Equal(aside.Count, await ledger.Upkeep.RetryAsync("passes", null, default));
        foreach (var file in aside) (file.State, file.Attempts) = (FileState.Queued, 0);
    }

    private async Task VerifyAsync(Claim claim, string path)
    {
        var file = _files[claim.Name];
        var isTaken = _files.Values.Any(other => other != file && other is { State: FileState.Verified or FileState.Published } && other.FinalPath == path);
        var expected = !IsHeld(claim) || (file.State == FileState.Verified && file.FinalPath != path) ? VerifiedResult.Lost : isTaken ? VerifiedResult.NameTaken : VerifiedResult.Recorded;
        Assert.Equal(expected, await ledger.Claims.VerifiedAsync(claim, new VerifiedFile(path, "/data/part", 1, null, null, null, "mark"), default));
        if (expected == VerifiedResult.Recorded) (file.State, file.FinalPath) = (FileState.Verified, path);
    }

    private async Task PublishAsync(Claim claim)
    {
        var file = _files[claim.Name];
        var isDue = IsHeld(claim) && file.State == FileState.Verified;
        if (isDue)
        {
            Assert.True(_deliveries.Add((claim.Name, claim.Version, claim.Epoch, claim.Owner)));
            (file.State, file.Owner, file.IsOver) = (FileState.Published, null, false);
        }
        Assert.Equal(_deliveries.Contains((claim.Name, claim.Version, claim.Epoch, claim.Owner)), await ledger.Claims.PublishedAsync(claim, new Publication(Moment, 1), [new("command", null)], default));
    }

    private async Task EndAsync(Claim claim, FileState state, int charge, Func<Task<bool>> tell)
    {
        var isHeld = IsHeld(claim);
        Assert.Equal(isHeld, await tell());
        if (!isHeld) return;
        var file = _files[claim.Name];
        (file.State, file.Owner, file.IsOver, file.FinalPath) = (state, null, false, null);
        file.Attempts += charge;
    }

    private async Task RenewAsync(Claim claim, bool isOver)
    {
        var isHeld = IsHeld(claim);
        Assert.Equal(isHeld ? [claim] : [], await ledger.Claims.RenewAsync([claim], isOver ? TimeSpan.Zero : Enduring, default));
        if (isHeld) _files[claim.Name].IsOver = isOver;
    }

    private bool IsHeld(Claim claim) => _files[claim.Name] is { Owner: { } owner } file && owner == claim.Owner && file.Epoch == claim.Epoch;

    private async Task CompareAsync()
    {
        var files = new List<(string, FileState, int, long)>();
        await foreach (var file in ledger.Folders.ReadAsync(folder, default)) files.Add((file.Name, file.State, file.Version, file.Epoch));
        Assert.Equal(_files.Select(pair => (pair.Key, pair.Value.State, pair.Value.Version, pair.Value.Epoch)).Order(), files.Order());
    }

    private async Task<KnownFile?> FindAsync(string name)
    {
        await foreach (var file in ledger.Folders.ReadAsync(folder, default))
        {
            if (file.Name == name) return file;
        }
        return null;
    }

    private static long Rank(string name) => name[1];

    private sealed class ModelFile(FileState state, int version)
    {
        public FileState State { get; set; } = state;

        public int Version { get; } = version;

        public long Epoch { get; set; }

        public int Attempts { get; set; }

        public string? Owner { get; set; }

        public bool IsOver { get; set; }

        public string? FinalPath { get; set; }
    }
}
