namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.2 of the fault matrix, T-PASV-10 and T-ACT: the server connects to us.</summary>
public sealed class ActiveCases
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(1, 4)]
    [InlineData(2, 1)]
    public async Task T_PASV_10_strangers_at_the_data_port_are_turned_away(int strangers, int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("RETR", nth: 1).After(TimeSpan.FromSeconds(0.7)));
        var run = it.GetAsync(streams, "--active");
        bool[] ends = [];
        await it.AtAsync(
            log => log.CountOf("RETR") > 0,
            async () => ends = await Task.WhenAll(Enumerable.Range(2, strangers).Select(host => CallAsync(it, $"127.0.0.{host}"))));
        await run;

        await it.AssertRightAsync();
        it.AssertFault("RETR answered after");
        it.Check(ends.All(turnedAway => turnedAway), "A stranger was listened to.");
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_ACT_1_a_server_that_connects_late_is_waited_for(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("RETR").First(streams).After(TimeSpan.FromSeconds(5)));
        await it.GetRightAsync(streams, "--active", "--timeout-first-byte", "40");
        it.AssertFault("RETR answered after", streams);
        it.AssertConnections(streams, streams + 1);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_ACT_1_a_server_that_never_connects_is_given_up_with_a_way_out(int streams)
    {
        await using var it = new FaultFixture(Fault.OnCommand("RETR").RawReply(""));
        await it.GetRefusedAsync(5, "omit --active", streams, "--active", "--timeout-first-byte", "6");
        it.AssertSent("RETR", 1, 14 * streams);
    }

    [Fact]
    public async Task T_ACT_1_a_server_that_refuses_EPRT_is_sent_PORT()
    {
        await using var it = new FaultFixture(Fault.OnCommand("EPRT").Reply("500 What?"));
        await it.GetRightAsync(4, "--active");
        it.AssertSent("EPRT", 1, 4);
        it.AssertSent("PORT", 4, 20);
    }

    // Connects from another address of this machine to the port that waits for the first RETR, sends bytes that could be the file, and
    // returns whether the client closed the connection.
    private static async Task<bool> CallAsync(FaultFixture it, string from)
    {
        var session = it.Server.Log.Commands.First(command => command.Verb == "RETR").Connection;
        var port = int.Parse(it.Server.Log.CommandsOf(session).Last(line => line.StartsWith("EPRT", StringComparison.Ordinal)).Split('|')[3]);
        using var stranger = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        stranger.Bind(new IPEndPoint(IPAddress.Parse(from), 0));
        try
        {
            await stranger.ConnectAsync(IPAddress.Loopback, port);
            await stranger.SendAsync(new byte[200_000]);
            return await stranger.ReceiveAsync(new byte[1]) == 0;
        }
        catch (SocketException)
        {
            return true;
        }
    }
}
