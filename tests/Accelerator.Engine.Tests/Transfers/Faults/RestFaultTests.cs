namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>Servers that ignore REST or have none: what is told of them. Their other faults: fault matrix, T-REST-1 to T-REST-4.</summary>
public sealed class RestFaultTests
{
    private const long Length = 8 << 20;

    [Theory]
    [Each(1, 4, 8)]
    public async Task A_server_that_ignores_REST_gives_the_right_file_in_one_stream(int streams)
    {
        await using var get = await GetCompleteAsync(streams, Fault.OnRetr().FromOffset(1).IgnoreRest());

        if (streams == 1) return;
        get.AssertFaultFired("REST ignored");
        AssertToldOnce(get);
        get.Check(get.Server.Log.Retrievals.Count(transfer => transfer.Offset == 0) <= 3, "One stream from the start is enough.");
    }

    [Theory]
    [Each(2, 8)]
    public async Task A_server_without_REST_gives_the_file_in_one_stream(int streams)
    {
        await using var get = await GetCompleteAsync(streams, Fault.OnCommand("REST").Reply("502 REST not implemented."));

        get.AssertFaultFired("REST answered");
        AssertToldOnce(get);
    }

    private static async Task<GetFixture> GetCompleteAsync(int streams, Fault fault)
    {
        var get = new GetFixture(fault).Serving(Length);
        await get.GetCompleteAsync(streams);
        return get;
    }

    // Ranges that do not fit may be damaged data too: which of the two is told depends on what the streams have seen of the file by then.
    private static void AssertToldOnce(GetFixture get) =>
        get.Check(get.Notices(NoticeKind.RestNotHonoured).Count + get.Notices(NoticeKind.Verification).Count == 1, "The user should be told once.");
}
