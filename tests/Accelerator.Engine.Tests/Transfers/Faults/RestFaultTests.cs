namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>Servers that answer 350 and send other bytes, or that refuse to start in the middle (fault matrix T-REST-1 to T-REST-4).</summary>
public sealed class RestFaultTests
{
    private const long Length = 8 << 20;

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(8)]
    public async Task A_server_that_ignores_REST_gives_the_right_file_in_one_stream(int streams)
    {
        await using var get = await GetCompleteAsync(streams, Fault.OnRetr().FromOffset(1).IgnoreRest());

        if (streams == 1) return;
        get.AssertFaultFired("REST ignored");
        AssertToldOnce(get);
        get.Check(get.Server.Log.Retrievals.Count(transfer => transfer.Offset == 0) <= 3, "One stream from the start is enough.");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4096)]
    [InlineData(-4096)]
    public async Task A_REST_that_is_off_by_some_bytes_never_gives_a_wrong_file(long bytes)
    {
        await using var get = await GetCompleteAsync(8, Fault.OnRetr().FromOffset(1).RestOffBy(bytes));

        get.AssertFaultFired("REST off by");
    }

    [Fact]
    public async Task Offsets_that_wrap_never_give_a_wrong_file()
    {
        await using var get = await GetCompleteAsync(8, Fault.OnRetr().RestWrapsAt(1 << 22));

        get.AssertFaultFired("REST modulo");
    }

    [Theory]
    [InlineData(2)]
    [InlineData(8)]
    public async Task A_server_without_REST_gives_the_file_in_one_stream(int streams)
    {
        await using var get = await GetCompleteAsync(streams, Fault.OnCommand("REST").Reply("502 REST not implemented."));

        get.AssertFaultFired("REST answered");
        AssertToldOnce(get);
    }

    [Theory]
    [InlineData("550 No support for resume of ASCII transfer.")]
    [InlineData("451 Restart not permitted.")]
    [InlineData("554 Restart offset reset to 0.")]
    public async Task REST_that_is_taken_and_refused_at_RETR_gives_the_file_in_one_stream(string reply)
    {
        await using var get = await GetCompleteAsync(8, Fault.OnRetr().FromOffset(1).Refuse(reply), new QuickTime(40));

        get.AssertFaultFired("refused with");
        get.Check(get.Server.Log.CountOf("RETR") <= 40, "Too many attempts.");
    }

    private static async Task<GetFixture> GetCompleteAsync(int streams, Fault fault, TimeProvider? time = null)
    {
        var get = new GetFixture(fault) { Time = time ?? TimeProvider.System };
        get.Server.Files.AddSynthetic(GetFixture.Remote, Length);
        await get.GetCompleteAsync(streams);
        return get;
    }

    private static void AssertToldOnce(GetFixture get) => get.Check(get.Notices(NoticeKind.RestNotHonoured).Count == 1, "The user should be told once.");
}
