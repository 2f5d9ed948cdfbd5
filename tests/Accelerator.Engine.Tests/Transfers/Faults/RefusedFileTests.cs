namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// Servers answer RETR with 450, 451 or 425 for one file that another program holds, and with the same codes at their limit. The refusal of
/// one file is its own, and costs neither the others nor the number of sessions anything.
/// </summary>
public sealed class RefusedFileTests
{
    private const int Count = 40;

    [Theory]
    [Each("450 File busy.", "451 Local error in processing.", "425 Cannot open data connection.")]
    public async Task A_file_that_is_always_refused_for_now_fails_alone(string reply)
    {
        await using var get = Fixture(Fault.OnRetr().OnPath(Name(3)).Refuse(reply));

        await get.GetAsync(8, [.. Enumerable.Range(0, Count).Select(i => get.Item(Name(i)))]);

        AssertFailedAlone(get, 3);
        var asked = get.Server.Log.Commands.Count(command => command.Line == $"RETR {Name(3)}");
        get.Check(asked is > 1 and <= 20, $"The refused file was requested {asked} times.");
    }

    [Fact]
    public async Task Two_refused_files_of_a_tree_fail_alone()
    {
        await using var get = Fixture(
            Fault.OnRetr().OnPath(Name(3)).Refuse("450 File busy."), Fault.OnRetr().OnPath(Name(20)).Refuse("450 File busy."));

        await get.GetAsync(8, [.. Enumerable.Range(0, Count).Select(i => get.Item(Name(i)))]);

        AssertFailedAlone(get, 3, 20);
    }

    [Fact]
    public async Task A_file_that_is_refused_at_first_arrives_after_the_others()
    {
        await using var get = Fixture(Fault.OnRetr().OnPath(Name(0)).First(2).Refuse("450 File busy."));

        await get.GetAsync(8, [.. Enumerable.Range(0, Count).Select(i => get.Item(Name(i)))]);

        AssertFailedAlone(get);
        Assert.Empty(get.Notices(NoticeKind.ServerLimit));
    }

    private static void AssertFailedAlone(GetFixture get, params int[] refused)
    {
        for (var i = 0; i < Count; i++)
        {
            FailureKind? expected = refused.Contains(i) ? FailureKind.Network : null;
            get.Check(get.Results.Files[i].Failure == expected, $"File {i} ended as {get.Results.Files[i].Failure}: {get.Results.Files[i].Message}");
        }
    }

    private static string Name(int i) => $"/pub/{i}.bin";

    private static GetFixture Fixture(params Fault[] faults)
    {
        var get = new GetFixture(new LoopbackOptions { Shaping = GetFixture.Capped, Faults = FaultPlan.Of(faults) }) { Time = new QuickTime(10) };
        for (var i = 0; i < Count; i++) get.Server.Files.AddSynthetic(Name(i), 1_000_000, seed: i);
        return get;
    }
}
