namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>A dry run reports what the run then does, and changes nothing.</summary>
public sealed class DryRunTests
{
    private const long Length = TransferItem.LeastJournalled;

    public static TheoryData<string> Situations => [.. Steps.Keys];

    // The content of the folder before the dry run.
    private static Dictionary<string, Func<GetFixture, Task>> Steps { get; } = new()
    {
        ["nothing was left"] = _ => Task.CompletedTask,
        ["a companion file"] = get => Companion(get, "{0}  big.bin\n"),
        ["a companion file of another file"] = get => Companion(get, "{0}  other.bin\n"),
        ["an earlier run's half"] = Half,
        ["a journal without its partial file"] = get => Left(get, () => File.Delete(get.Part)),
        ["a partial file that is shorter than its journal says"] = get => Left(get, () => File.WriteAllBytes(get.Part, new byte[100])),
        ["a partial file without a journal"] = get => Left(get, () => File.Delete(get.Journal)),
        ["a damaged journal"] = get => Left(get, () => File.WriteAllText(get.Journal, "none")),
        ["an earlier run's half of another file"] = get => Left(get, () => get.Serving(Length + 1, seed: 2)),
        ["an earlier run's half that is not wanted"] = get => Left(get, () => get.Adjust = request => request with { Resume = false }),
        ["a target that is there"] = get => File.WriteAllTextAsync(get.Target, "kept"),
        ["a target that may be replaced"] = async get =>
        {
            await File.WriteAllTextAsync(get.Target, "replaced");
            get.Adjust = request => request with { Overwrite = true };
        },
        ["a target that is the same"] = async get =>
        {
            await get.GetAsync(4);
            get.Adjust = request => request with { Skips = SkipRule.Same };
        },
        ["a target that differs"] = async get =>
        {
            await File.WriteAllTextAsync(get.Target, "mine");
            get.Adjust = request => request with { Skips = SkipRule.Same };
        },
        ["no such file"] = get => Do(() => get.Server.Files.Remove(GetFixture.Remote)),
        ["a file that does not fit on the disk"] = get => Do(() => get.Serving(1L << 50)),
        ["a hash that is demanded and not offered"] = get => Demand(get),
        ["a hash that is demanded, and a companion file"] = async get =>
        {
            await Demand(get);
            await Companion(get, "{0}  big.bin\n");
        },
        ["a small file of a listing"] = get => Do(() =>
        {
            get.Serving(1 << 20);
            get.Adjust = request => request with { Items = [request.Items[0] with { Listed = new ListedFacts(1 << 20, null) }] };
        }),
    };

    [Theory]
    [MemberData(nameof(Situations))]
    public async Task A_dry_run_predicts_the_run_and_changes_nothing(string situation)
    {
        await using var get = new GetFixture(new LoopbackOptions { Features = LoopbackFeatures.Usual }).Serving(Length);
        await Steps[situation](get);
        var (before, told) = (Snapshot(get), new List<TransferEvent>());

        var plans = await new TransferRunner(get.Time).PlanAsync(get.Request(4), new DirectProgress<TransferEvent>(told.Add), CancellationToken.None);
        Assert.Equal(before, Snapshot(get));
        var earlier = get.Events.Count;
        await get.GetAsync(4);

        var refused = told.OfType<TransferEvent.Finished>().Select(finished => finished.Result).SingleOrDefault();
        get.Check(refused?.Failure == get.Result.Failure, $"The dry run said {refused?.Failure?.ToString() ?? "that it would succeed"}: {refused?.Message}");
        Assert.Equal(Refusals(get.Events.Skip(earlier)), Refusals(told));
        if (refused is not null)
        {
            // The free space may have changed by the time of the run.
            if (refused.Failure != FailureKind.Disk) Assert.Equal(get.Result.Message, refused.Message);
            return;
        }
        var plan = Assert.Single(plans);
        Assert.Equal(get.Result.BytesReused, plan.BytesReused);
        Assert.Equal(get.Result.Size, plan.Identity.Size);
        Assert.Equal(get.Result.Assurance == Assurance.Hash, plan.Companions is [_, ..]);
        Assert.Equal(get.Result.AssuranceText.Contains("small file", StringComparison.Ordinal), plan.IsSmall);
        Assert.Equal(plan.InitialStreams, get.Events.Skip(earlier).OfType<TransferEvent.Planned>().Single().Plan.InitialStreams);
    }

    private static List<string> Refusals(IEnumerable<TransferEvent> events) =>
        [.. events.OfType<TransferEvent.Notice>().Where(notice => notice.Kind == NoticeKind.ResumeRefused).Select(notice => notice.Message)];

    // Names, lengths and times of everything in the folder.
    private static List<string> Snapshot(GetFixture get) =>
        [.. new DirectoryInfo(get.Folder.Path).GetFiles().Select(file => $"{file.Name} {file.Length} {file.LastWriteTimeUtc:O}").Order(StringComparer.Ordinal)];

    private static Task<FileResult> Half(GetFixture get) => get.InterruptAsync(4, Length / 8);

    private static async Task Left(GetFixture get, Action change)
    {
        await Half(get);
        change();
    }

    private static Task Companion(GetFixture get, string form) =>
        Do(() => get.Server.Files.AddText(GetFixture.Remote + ".sha256", string.Format(form, get.Server.Files.Sha256Of(GetFixture.Remote))));

    private static Task Demand(GetFixture get) => Do(() => get.Adjust = request => request with { Verify = new Verification(VerifyMode.Always) });

    private static Task Do(Action action)
    {
        action();
        return Task.CompletedTask;
    }
}
