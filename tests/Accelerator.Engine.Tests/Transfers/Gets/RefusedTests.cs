namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>A request that cannot succeed fails once, immediately, with a message that says what to do.</summary>
public sealed class RefusedTests
{
    [Theory]
    [Each(1, 8)]
    public async Task A_file_that_is_not_there_is_named(int streams)
    {
        await using var get = new GetFixture(new LoopbackOptions());

        await get.GetAsync(streams, get.Item("/pub/missing.bin", get.Target));

        get.AssertNothingPublished(FailureKind.NotFound, "missing.bin", "550");
        get.Check(get.Server.Log.CountOf("SIZE") == 1 && get.Server.Log.CountOf("RETR") == 0, "It was asked for more than once.");
        Assert.Empty(Directory.GetFiles(get.Folder.Path));
    }

    [Fact]
    public async Task A_directory_is_reported_as_a_directory()
    {
        await using var get = new GetFixture(new LoopbackOptions());
        get.Server.Files.AddDirectory("/pub");

        await get.GetAsync(8, get.Item("/pub", get.Target));

        get.AssertNothingPublished(FailureKind.NotFound, "is a folder");
        get.Check(get.Server.Log.CountOf("RETR") == 0, "A directory was retrieved.");
    }

    [Fact]
    public async Task A_TLS_refusal_is_reported_while_other_connections_still_wait_for_their_greeting()
    {
        // AUTH is answered after the other streams have connected.
        Fault[] faults = [.. Enumerable.Range(2, 7).Select(nth => Fault.OnConnection(nth).NeverAnswer()), Fault.OnCommand("AUTH").After(TimeSpan.FromMilliseconds(150))];
        await using var get = new GetFixture(new LoopbackOptions { Faults = FaultPlan.Of(faults) }) { Timeouts = GetFixture.AllOf(TimeSpan.FromMinutes(10)) };
        var plain = get.Item().Sources[0];
        var item = get.Item() with { Sources = [plain with { Endpoint = new FtpEndpoint("127.0.0.1", get.Server.EndPoint.Port, FtpSecurity.Explicit) }] };

        await get.GetAsync(8, item);
        get.AssertNothingPublished(FailureKind.Tls, "does not offer TLS");
        get.Check(get.Server.Log.CountOf("AUTH") == 1, "TLS was asked for again.");
    }

    [Fact]
    public async Task A_closed_port_is_reported_at_once()
    {
        using var closed = new ClosedPort();
        await using var get = new GetFixture(new LoopbackOptions { Port = closed.Number });
        await get.Server.DisposeAsync();

        await get.GetAsync(8, get.Item());

        get.AssertNothingPublished(FailureKind.Network, $"127.0.0.1:{closed.Number}");
        get.Check(get.Result.Elapsed < TimeSpan.FromSeconds(30), "The port is closed, and waiting a minute does not open it.");
    }

    [Theory]
    [Each("SIZE", "EPSV", "RETR")]
    public async Task Text_from_the_server_is_escaped(string verb)
    {
        const string hostile = "550 \u001b]0;owned\u0007\u001b[2J gone";
        await using var get = new GetFixture(new LoopbackOptions
        {
            Features = verb == "EPSV" ? LoopbackFeatures.Usual & ~LoopbackFeatures.Pasv : LoopbackFeatures.Usual,
            Faults = FaultPlan.Of(verb == "RETR" ? Fault.OnRetr().Refuse(hostile) : Fault.OnCommand(verb).Reply(hostile)),
        }).Serving(1000);

        await get.GetAsync(1);

        get.Check(get.Result.Failure is not null, "The get should have failed.");
        get.Check(!get.Result.Message.Any(c => c is < ' ' or '\u007f'), "Control characters reached the message.");
    }
}
