using Accelerator.Ftp.Sessions;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Engine.Tests.Sessions;

/// <summary>
/// MPTCP sockets. What this computer's kernel can do decides what is expected: with MPTCP it is used, without it everything is TCP.
/// </summary>
public sealed class MultipathTests
{
    private const int Bytes = 3_000_000;

    private static readonly bool HasIt = MultipathSupport.Problem() is null;

    [Theory]
    [InlineData(true, true, true)]
    [InlineData(true, true, false)]
    [InlineData(true, false, true)]
    [InlineData(false, true, true)]
    [InlineData(false, false, false)]
    public async Task A_session_is_mptcp_where_both_ends_have_it_and_falls_back_to_tcp_elsewhere(bool isAsked, bool isServed, bool isBulk)
    {
        var served = isServed && HasIt;
        await using var server = LoopbackServer.Start(Options(served));
        server.Files.AddSynthetic("/a.bin", Bytes);
        using var connector = new FtpConnector(ProfileOf(server) with { Multipath = isAsked }, TimeProvider.System, null);
        await using var session = await connector.ConnectAsync(null, CancellationToken.None);
        var expected = !isAsked || !HasIt ? MultipathState.None : served ? new MultipathState(IsAsked: true, 1) : MultipathState.FellBack;

        Assert.Equal(expected, session.PathFacts().Multipath);
        await using var transfer = await session.RetrieveAsync(
            FtpPath.FromText("/a.bin", FtpCharsets.Utf8), 0, null, isBulk, CancellationToken.None);
        Assert.Equal(expected, transfer.PathFacts().Multipath);
        var bytes = new byte[Bytes];
        Assert.Equal(Bytes, await transfer.FillAsync(bytes));
        await transfer.CompleteAsync(CancellationToken.None);
        Assert.Equal(server.Files.Sha256Of("/a.bin"), Convert.ToHexString(SHA256.HashData(bytes)).ToLowerInvariant());
    }

    [Fact]
    public async Task The_server_s_connection_in_active_mode_is_mptcp_where_it_connects_with_that()
    {
        await using var server = LoopbackServer.Start(Options(HasIt));
        server.Files.AddSynthetic("/a.bin", Bytes);
        using var connector = new FtpConnector(
            ProfileOf(server) with { Multipath = true, ActiveMode = true }, TimeProvider.System, null);
        await using var session = await connector.ConnectAsync(null, CancellationToken.None);

        await using var transfer = await session.RetrieveAsync(
            FtpPath.FromText("/a.bin", FtpCharsets.Utf8), 0, null, isBulk: false, CancellationToken.None);
        Assert.Equal(Bytes, await transfer.FillAsync(new byte[Bytes]));
        await transfer.CompleteAsync(CancellationToken.None);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Ending_a_transfer_early_ends_a_receive_that_waits(bool isMultipath)
    {
        await using var server = LoopbackServer.Start(Options(HasIt) with
        {
            Faults = FaultPlan.Of(Fault.OnRetr().StallAfter(1000)),
        });
        server.Files.AddSynthetic("/a.bin", Bytes);
        using var connector = new FtpConnector(ProfileOf(server) with { Multipath = isMultipath }, TimeProvider.System, null);
        await using var session = await connector.ConnectAsync(null, CancellationToken.None);
        await using var transfer = await session.RetrieveAsync(
            FtpPath.FromText("/a.bin", FtpCharsets.Utf8), 0, null, isBulk: true, CancellationToken.None);

        // This code may run on the transfer's own thread, which the receive blocks.
        var receiving = Task.Run(() => transfer.FillAsync(new byte[Bytes]).AsTask());
        await server.Log.WaitForAsync(log => log.BytesSent >= 1000, CancellationToken.None);
        transfer.Abort(new IOException("enough"));
        Assert.IsType<IOException>(await Record.ExceptionAsync(() => receiving.SoonAsync()));
    }

    /// <summary>
    /// Nothing is unread when the connection is closed, so that only a later send of the server meets the close. A server whose send waits
    /// gives no reply, and the session's next command waits for the reply limit.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Ending_a_transfer_early_ends_the_server_s_send_also_if_everything_was_read(bool isMultipath)
    {
        const int read = 100_000;
        await using var server = LoopbackServer.Start(Options(HasIt) with
        {
            Faults = FaultPlan.Of(Fault.OnRetr().StallAfter(read, TimeSpan.FromMilliseconds(100))),
        });
        // More than the socket buffers of both ends hold.
        server.Files.AddSynthetic("/a.bin", 1 << 30);
        using var connector = new FtpConnector(ProfileOf(server) with { Multipath = isMultipath }, TimeProvider.System, null);
        await using var session = await connector.ConnectAsync(null, CancellationToken.None);
        await using var transfer = await session.RetrieveAsync(
            FtpPath.FromText("/a.bin", FtpCharsets.Utf8), 0, null, isBulk: true, CancellationToken.None);
        Assert.Equal(read, await transfer.FillAsync(new byte[read]));

        Assert.True(await transfer.AbandonAsync(CancellationToken.None));

        await server.Log.WaitForAsync(log => log.Transfers.All(one => one.Ending == TransferEnding.ClosedByClient), CancellationToken.None).SoonAsync();
        Assert.Equal(1 << 30, await session.SizeAsync(FtpPath.FromText("/a.bin", FtpCharsets.Utf8), CancellationToken.None).AsTask().SoonAsync());
    }

    [Theory]
    [InlineData(true, "Data connections are MPTCP.")]
    [InlineData(false, "Data connections fell back from MPTCP to TCP: the server or a firewall on the way does not answer it.")]
    public async Task A_run_reports_the_outcome_of_its_MPTCP_request_once(bool isServed, string sentence)
    {
        await using var get = new GetFixture(Options(isServed && HasIt) with { Shaping = GetFixture.Capped }) { Adjust = request => request with { Multipath = true } };

        await get.Serving(Bytes).GetCompleteAsync(4);

        Assert.Equal(HasIt ? [sentence] : [], get.Notices(NoticeKind.Multipath));
    }

    [Theory]
    [InlineData(true, null, "")]
    [InlineData(true, "Protocol not available", "the kernel gives no MPTCP socket (Protocol not available), so TCP is used")]
    [InlineData(true, "Protocol not available", "sysctl -w net.mptcp.enabled=1")]
    [InlineData(false, null, "only Linux has MPTCP")]
    public void A_system_without_MPTCP_is_reported_with_the_next_step(bool isLinux, string? refusal, string words)
    {
        var problem = MultipathSupport.Problem(isLinux, refusal);

        if (words.Length == 0) Assert.Null(problem);
        else Assert.Contains(words, problem!, StringComparison.Ordinal);
    }

    [Fact]
    public void A_kernel_that_has_it_switched_on_gives_such_sockets()
    {
        const string setting = "/proc/sys/net/mptcp/enabled";
        if (!OperatingSystem.IsLinux() || !File.Exists(setting)) return;

        Assert.Equal(File.ReadAllText(setting).Trim() == "1", HasIt);
    }

    private static LoopbackOptions Options(bool isMultipath) => new() { OpenListener = family => MultipathSocket.Open(family, isMultipath) };

    private static SessionProfile ProfileOf(LoopbackServer server) => new()
    {
        Endpoint = new FtpEndpoint("127.0.0.1", server.EndPoint.Port, FtpSecurity.None), Credential = FtpCredential.Anonymous,
    };
}
