namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>Connections that end too early, in every way and at every awkward byte (fault matrix T-DROP-1 and T-DROP-2).</summary>
public sealed class DropTests
{
    private const long Length = 12 << 20;
    private const long Share = Length / 4;

    public static TheoryData<long, CloseKind, int> Drops()
    {
        var drops = new TheoryData<long, CloseKind, int>();
        foreach (var bytes in (long[])[0, 1, 4095, 4096, 64 << 10, 1 << 20, Share - 1])
        {
            drops.Add(bytes, CloseKind.Fin, 1);
            drops.Add(bytes, CloseKind.Reset, 4);
        }
        drops.Add(100_000, CloseKind.Reset, 1);
        drops.Add(100_000, CloseKind.Fin, 4);
        return drops;
    }

    [Theory]
    [MemberData(nameof(Drops))]
    public async Task A_dropped_stream_resumes_where_it_stopped(long bytes, CloseKind kind, int streams)
    {
        var first = streams == 1 ? Fault.OnRetr(2) : Fault.OnRetr().First(streams);
        // Slow enough that a busy machine begins a second stream before the first has fetched everything.
        await using var get = new GetFixture(new LoopbackOptions
        {
            Shaping = new LinkShape { BytesPerSecond = 3_000_000 },
            Faults = FaultPlan.Of(kind == CloseKind.Fin ? first.DropAfter(bytes) : first.ResetAfter(bytes)),
        }).Serving(Length);

        await get.GetCompleteAsync(4);
        get.AssertFaultFired(kind == CloseKind.Fin ? "dropped" : "reset", streams);
        AssertFrugal(get, streams);
    }

    [Theory]
    [Each(CloseKind.Fin, CloseKind.Reset)]
    public async Task A_single_stream_that_drops_every_two_MiB_arrives(CloseKind kind)
    {
        await using var get = Fixture(kind == CloseKind.Fin ? Fault.OnRetr().DropAfter(2 << 20) : Fault.OnRetr().ResetAfter(2 << 20));

        await get.GetCompleteDespiteAsync("2097152", 1, least: 4);
        AssertFrugal(get, 6);
    }

    [Theory]
    [Each(1, 8)]
    public async Task Short_data_followed_by_226_is_never_accepted_as_complete(int streams)
    {
        await using var get = Fixture(streams, Fault.OnRetr().First(streams).EndShortAfter(1_000_000));

        await get.GetCompleteDespiteAsync("ended short", streams, least: streams);
        AssertFrugal(get, streams);
    }

    [Fact]
    public async Task The_file_is_complete_even_if_the_server_drops_all_connections_at_once()
    {
        await using var get = Fixture();
        var run = get.GetAsync();
        await get.Server.Log.WaitForAsync(log => log.BytesSent > Length / 2, CancellationToken.None);
        get.Server.CloseControlConnections(CloseKind.Reset);
        get.Server.CloseDataConnections(CloseKind.Reset);
        await run;

        await get.AssertIsCompleteAsync();
        AssertFrugal(get, 8);
        get.Check(get.Server.Log.ControlConnectionsOpened <= 20, $"{get.Server.Log.ControlConnectionsOpened} connections.");
    }

    // For each drop and each seam, 64 KiB of overlap may arrive twice, and the bytes read ahead of a seam.
    private static void AssertFrugal(GetFixture get, int drops)
    {
        var most = Length + ((drops + get.Server.Log.Retrievals.Count) * (512L << 10));
        get.Check(get.Result.BytesFetched <= most, $"{get.Result.BytesFetched} bytes were fetched for a file of {Length}; at most {most} were due.");
        get.Check(get.Notices(NoticeKind.RestNotHonoured).Count == 0, "A drop was taken for a fault of REST.");
    }

    private static GetFixture Fixture(params Fault[] faults) => Fixture(8, faults);

    private static GetFixture Fixture(int streams, params Fault[] faults) => new GetFixture(streams, faults).Serving(Length);
}
