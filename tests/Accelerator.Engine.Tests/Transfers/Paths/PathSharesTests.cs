namespace Accelerator.Engine.Tests.Transfers.Paths;

/// <summary>The share of bytes of each of two local addresses.</summary>
[Collection(AloneGroup.Name)]
public sealed class PathSharesTests
{
    private const long MiB = 1 << 20;

    private static readonly IPAddress A = PathsFixture.A;
    private static readonly IPAddress B = PathsFixture.B;

    [Theory]
    [Each(8, null)]
    public async Task Both_paths_carry_and_data_leaves_by_the_way_of_its_control_connection(int? streams)
    {
        await using var get = PathsFixture.Get(24 * MiB, _ => 3_000_000);

        await get.GetCompleteAsync(streams);
        get.Check(PathsFixture.By(get, A) > 4 * MiB && PathsFixture.By(get, B) > 4 * MiB, $"Both paths should have brought a good part: {PathsFixture.By(get, A)} and {PathsFixture.By(get, B)} bytes.");
        Assert.All(get.Server.Log.Transfers, transfer => Assert.Equal(transfer.ControlPeer.Address, transfer.DataPeer?.Address ?? transfer.ControlPeer.Address));
        Assert.Equal(["127.0.0.2", "127.0.0.3"], get.Results.Routes.Select(route => route.Path));
        Assert.InRange(get.Results.Routes.Sum(route => route.BytesFetched), get.Result.BytesFetched - MiB, get.Result.BytesFetched);
    }

    [Fact]
    public async Task The_faster_path_gets_the_greater_part_of_the_streams()
    {
        const string Wanted = "7 by 127.0.0.2, 1 by 127.0.0.3";
        // Low enough that a busy machine reaches both rates, and for long enough.
        await using var get = PathsFixture.Get(96 * MiB, address => address.Equals(A) ? 4_500_000 : 500_000);
        using var stop = new CancellationTokenSource();

        var run = get.GetAsync(8, stop.Token);
        await GetFixture.UntilAsync(() => run.IsCompleted || Shared(get).Any(IsWanted));
        await stop.CancelAsync();
        await run;

        get.Check(Shared(get).Any(IsWanted), $"The streams should have been shared out as 7 and 1, not as: {string.Join("; ", Shared(get))}.");

        static bool IsWanted(string why) => why.Contains(Wanted, StringComparison.Ordinal);
    }

    private static IReadOnlyList<string> Shared(GetFixture get) =>
        [.. get.Events.OfType<TransferEvent.Decided>().Select(decided => decided.Decision.Why).Where(why => why.StartsWith("shared out", StringComparison.Ordinal))];
}
