namespace Accelerator.Gateway.Tests.Files;

/// <summary>Files that a client fetches through the gateway.</summary>
public sealed class RetrieveTests
{
    private const int Large = (6 << 20) + 17;

    // So slow that several streams are at work, and that a client can act before the end.
    private static readonly LinkShape Slow = new() { BytesPerSecond = 4 << 20 };

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 1)]
    [InlineData(300_000, 1)]
    [InlineData(Large, 4)]
    public async Task A_file_arrives_unchanged(int length, int streams)
    {
        await using var gateway = GatewayFixture.StartSlowUntil(streams);
        var expected = gateway.Add("/pub/f", length);
        var client = await gateway.LoginAsync();
        await client.AskAsync("CWD pub", "250");

        var got = await client.TransferAsync("RETR f");

        Assert.Equal("226 Transfer complete.", got.Final);
        Assert.True(got.Bytes.AsSpan().SequenceEqual(expected));
        var ended = Assert.Single(gateway.Events.OfType<GatewayEvent.Ended>());
        Assert.Null(ended.Failure);
        Assert.Equal(length, ended.Bytes);
        Assert.Equal(streams, ended.Streams);
    }

    /// <summary>Files over several streams, over one, in TYPE A and a part over HTTP; two logins.</summary>
    [Fact]
    public async Task A_limit_is_one_for_all_downloads()
    {
        const int Rate = 1_000_000;
        var time = new FakeTime();
        await using var gateway = GatewayFixture.Start();
        gateway.Request = gateway.Request with { SharedRate = new RateBudget(Rate, time) };
        var (large, small) = (gateway.Add("/large", 1_200_000), gateway.Add("/small", 400_000));
        var (one, other, ascii) = (await gateway.LoginAsync(), await gateway.LoginAsync("other"), await gateway.LoginAsync());
        await ascii.AskAsync("TYPE A", "200");

        var downloads = Task.WhenAll(
            BytesAsync(one, "large"), BytesAsync(other, "small"), BytesAsync(ascii, "small"),
            BodyAsync());
        var needed = await GatewayFixture.ElapseAsync(time, downloads);

        var got = await downloads;
        Assert.True(got[0].SequenceEqual(large) && got[1].SequenceEqual(small) && large.AsSpan(0, 300_000).SequenceEqual(got[3]));
        var least = got.Sum(bytes => bytes.Length) / (double)Rate;
        // A twentieth of a second of the rate accumulates.
        Assert.True(needed.TotalSeconds >= least - 0.1, $"{needed} for {least} s of the rate.");

        async Task<byte[]> BodyAsync() => (await gateway.AskAsync("GET", "/large", "Range: bytes=0-299999")).Body;

        static async Task<byte[]> BytesAsync(RawFtp client, string name) => (await client.TransferAsync($"RETR {name}")).Bytes;
    }

    [Fact]
    public async Task The_same_session_fetches_one_file_after_the_other_and_lists_in_its_folder()
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Shaping = Slow });
        var (large, small) = (gateway.Add("/pub/large", Large), gateway.Add("/pub/small", 1000, seed: 2));
        var client = await gateway.LoginAsync();
        await client.AskAsync("CWD /pub", "250");
        for (var i = 0; i < 2; i++)
        {
            Assert.True((await client.TransferAsync("RETR large")).Bytes.AsSpan().SequenceEqual(large));
            Assert.Equal(small, (await client.TransferAsync("RETR small")).Bytes);
            Assert.Equal("large\r\nsmall\r\n", await client.TextAsync("NLST"));
            Assert.Equal("257 \"/pub\" is the current directory", await client.AskAsync("PWD"));
        }
        Assert.InRange(gateway.Server.Log.Logins, 1, 5);
    }

    [Theory]
    [InlineData(1000, 400)]
    [InlineData(Large, Large - 100_000)]
    [InlineData(1000, 1000)]
    public async Task A_client_resumes(int length, int offset)
    {
        await using var gateway = GatewayFixture.Start();
        var expected = gateway.Add("/f", length);
        var client = await gateway.LoginAsync();
        var got = await client.TransferAsync("RETR /f", offset);
        Assert.StartsWith("226", got.Final);
        Assert.Equal(expected[offset..], got.Bytes);
        await client.RefusedAsync("RETR /f", "554", length + 1);
    }

    /// <summary>RFC 3659, section 5: the marker is for the transfer command that follows it.</summary>
    [Theory]
    [InlineData("STOR new", "550")]
    [InlineData("RETR /f", "425")]
    [InlineData("RETR", "501")]
    [InlineData("USER test", "331")]
    public async Task A_refused_transfer_or_a_new_login_ends_the_restart_marker(string command, string reply)
    {
        await using var gateway = GatewayFixture.Start();
        var expected = gateway.Add("/f", 1000);
        var client = await gateway.LoginAsync();
        await client.AskAllAsync(("REST 400", "350"), (command, reply));
        if (reply == "331") await client.AskAsync("PASS secret", "230");
        Assert.Equal(expected, (await client.TransferAsync("RETR /f")).Bytes);
    }

    [Fact]
    public async Task Commands_that_prepare_a_transfer_keep_the_restart_marker()
    {
        await using var gateway = GatewayFixture.Start();
        var expected = gateway.Add("/f", 1000);
        var client = await gateway.LoginAsync();
        await client.AskAllAsync(("REST 400", "350"), ("TYPE I", "200"), ("PASV", "227"), ("SIZE /f", "213"), ("NOOP", "200"));
        Assert.Equal(expected[400..], (await client.TransferAsync("RETR /f")).Bytes);
    }

    [Fact]
    public async Task A_long_rest_comes_over_several_streams_and_only_the_rest()
    {
        await using var gateway = GatewayFixture.StartSlowUntil(4);
        gateway.Request = gateway.Request with { Verify = new Verification(VerifyMode.Always) };
        var expected = gateway.Add("/f", 2 * Large);
        var client = await gateway.LoginAsync();
        var got = await client.TransferAsync("RETR /f", Large);
        Assert.StartsWith("226", got.Final);
        Assert.True(got.Bytes.AsSpan().SequenceEqual(expected.AsSpan(Large)));
        Assert.Equal(4, Assert.Single(gateway.Events.OfType<GatewayEvent.Ended>()).Streams);
        // Without the 64 KiB that show that offsets are honoured.
        Assert.Single(gateway.Server.Log.Retrievals, one => one.Offset < Large - (64 << 10));
    }

    [Theory]
    [InlineData("REST is ignored")]
    [InlineData("REST is off by one")]
    [InlineData("REST counts in few bits")]
    [InlineData("REST counts in few bits, with the right length")]
    public async Task A_server_that_does_not_honour_REST_gives_the_right_rest_or_none(string fault)
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions
        {
            Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Rang,
            Faults = FaultPlan.Of(fault switch
            {
                "REST is ignored" => Fault.OnRetr().IgnoreRest(),
                "REST is off by one" => Fault.OnRetr().FromOffset(1).RestOffBy(1),
                "REST counts in few bits" => Fault.OnRetr().RestWrapsAt(1 << 20),
                _ => Fault.OnRetr().FromOffset(1).RestWrapsUnnoticedAt(1 << 20),
            }),
        });
        var expected = gateway.Add("/f", 2 * Large);
        var client = await gateway.LoginAsync();
        foreach (var offset in new[] { Large, (2 * Large) - 1000 })
        {
            var got = await client.TransferAsync("RETR /f", offset);
            if (got.Final.StartsWith("226", StringComparison.Ordinal)) Assert.True(got.Bytes.AsSpan().SequenceEqual(expected.AsSpan(offset)));
            else Assert.True(got.Reset || got.Preliminary[0] != '1', got.Final);
        }
    }

    [Fact]
    public async Task Type_A_is_the_servers_and_comes_by_one_stream()
    {
        await using var gateway = GatewayFixture.Start();
        var expected = gateway.Add("/f", Large);
        var client = await gateway.LoginAsync();
        await client.AskAsync("TYPE A", "200");
        Assert.Equal(expected, (await client.TransferAsync("RETR /f")).Bytes);
        Assert.Single(gateway.Server.Log.Retrievals);
        await client.AskAsync("TYPE I", "200");
        Assert.Equal(expected[10..], (await client.TransferAsync("RETR /f", offset: 10)).Bytes);
        Assert.Equal(["TYPE I", "TYPE A", "TYPE I"], gateway.Server.Log.CommandsOf(1).Where(one => one.StartsWith("TYPE", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_corrupt_range_is_never_passed_on_and_an_incomplete_transfer_is_reset()
    {
        // The first byte of one range: its overlap with the range before differs. The server has no hash.
        await using var gateway = GatewayFixture.Start(new LoopbackOptions
        {
            Shaping = Slow,
            Features = LoopbackFeatures.Usual & ~LoopbackFeatures.Rang,
            Faults = FaultPlan.Of(Fault.OnRetr().FromOffset(1).RestOffBy(1)),
        });
        var expected = gateway.Add("/f", Large);
        var client = await gateway.LoginAsync();

        var got = await client.TransferAsync("RETR /f");

        Assert.True(got.Bytes.AsSpan().SequenceEqual(expected.AsSpan(0, got.Bytes.Length)), "Wrong bytes were passed on.");
        if (got.Final.StartsWith("226", StringComparison.Ordinal)) Assert.Equal(Large, got.Bytes.Length);
        else Assert.True(got.Reset, "The client could take the end of the data for the end of the file.");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_whose_hash_differs_ends_with_a_reset_and_cannot_be_resumed(bool asksSize)
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions
        {
            Shaping = Slow, Features = LoopbackFeatures.All,
            Faults = FaultPlan.Of(Fault.OnCommand("HASH").WrongDigest(), Fault.OnCommand("XSHA256").WrongDigest()),
        });
        gateway.Request = gateway.Request with { Verify = new Verification(VerifyMode.Always) };
        gateway.Add("/f", Large);
        var client = await gateway.LoginAsync();
        if (asksSize) await client.AskAsync("SIZE /f", $"213 {Large}");

        var got = await client.TransferAsync("RETR /f");

        Assert.StartsWith("451", got.Final);
        Assert.True(got.Reset && got.Bytes.Length <= Large - (64 << 10), $"{got.Bytes.Length} bytes, reset: {got.Reset}");
        await client.RefusedAsync("RETR /f", "554", offset: 1000);
        gateway.Server.Files.Touch("/f", LoopbackTree.DefaultModifiedUtc.AddDays(1));
        Assert.Equal(10, (await client.TransferAsync("RETR /f", Large - 10)).Bytes.Length);
    }

    [Fact]
    public async Task With_verify_first_a_wrong_file_sends_no_byte()
    {
        await using var gateway = GatewayFixture.Start(
            new LoopbackOptions { Features = LoopbackFeatures.All, Faults = FaultPlan.Of(Fault.OnCommand("HASH").WrongDigest()) },
            settings => settings with { VerifyFirst = true });
        gateway.Request = gateway.Request with { Verify = new Verification(VerifyMode.Always) };
        gateway.Add("/f", Large);
        var client = await gateway.LoginAsync();
        var got = await client.TransferAsync("RETR /f");
        Assert.StartsWith("451", got.Final);
        Assert.Empty(got.Bytes);
    }

    [Theory]
    [InlineData("cut short")]
    [InlineData("changed")]
    public async Task A_small_file_that_is_not_the_one_that_was_asked_for_is_not_completed(string fault)
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions
        {
            Faults = FaultPlan.Of(fault == "changed"
                ? Fault.OnRetr().ChangeFilesAfter(90_000, files => files.Touch("/f", LoopbackTree.DefaultModifiedUtc.AddDays(1)))
                : Fault.OnRetr().EndShortAfter(90_000)),
        });
        gateway.Add("/f", 100_000);
        var client = await gateway.LoginAsync();
        var got = await client.TransferAsync("RETR /f");
        Assert.Matches("^4(26|51)", got.Final);
        Assert.True(got.Reset);
    }

    [Fact]
    public async Task A_client_that_leaves_ends_the_fetch()
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 1 << 20 } });
        gateway.Add("/f", 200 << 20);
        var client = await gateway.LoginAsync();
        using (var data = await client.RetrieveAsync())
        {
            await client.ReadDataAsync(data, atMost: 1000);
            client.Dispose();
        }
        await gateway.Server.Log.WaitForAsync(log => log.RunningTransfers == 0, default).SoonAsync();
        Assert.InRange(gateway.Server.Log.BytesSent, 1, 100 << 20);
    }

    [Fact]
    public async Task A_client_that_closes_its_data_connection_is_the_cause_and_not_the_disk()
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 1 << 20 } });
        gateway.Add("/f", 200 << 20);
        var client = await gateway.LoginAsync();
        using (var data = await client.RetrieveAsync())
        {
            await client.ReadDataAsync(data, atMost: 1000);
            data.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        await client.ExpectAsync("426");
        Assert.Equal("The client ended the transfer.", Assert.Single(gateway.Events.OfType<GatewayEvent.Ended>()).Failure);
    }

    [Fact]
    public async Task ABOR_ends_the_fetch_and_the_session_stays_usable()
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 1 << 20 } });
        gateway.Add("/f", 200 << 20);
        var small = gateway.Add("/small", 1000, seed: 3);
        var client = await gateway.LoginAsync();
        using (var data = await client.RetrieveAsync())
        {
            await client.ReadDataAsync(data, atMost: 1000);
            await client.SendAsync("ABOR\r\n");
            await client.ExpectAsync("426");
            await client.ExpectAsync("226");
        }
        Assert.Equal(small, (await client.TransferAsync("RETR /small")).Bytes);
        Assert.InRange(gateway.Server.Log.BytesSentOf("/f"), 1, 100 << 20);
    }

    [Fact]
    public async Task A_file_that_does_not_exist_is_refused_with_the_servers_reply()
    {
        await using var gateway = GatewayFixture.Start();
        var client = await gateway.LoginAsync();
        await client.RefusedAsync("RETR /none", "550");
        await client.AskAsync("RETR", "501");
        await client.AskAsync("RETR /none", "425");
    }

    [Fact]
    public async Task Clients_of_one_login_fetch_at_the_same_time()
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { Shaping = Slow });
        var files = Enumerable.Range(0, 4).Select(i => gateway.Add($"/f{i}", Large, seed: i)).ToList();
        await Task.WhenAll(files.Select(async (expected, i) =>
        {
            var client = await gateway.LoginAsync();
            var got = await client.TransferAsync($"RETR /f{i}");
            Assert.True(got.Bytes.AsSpan().SequenceEqual(expected), got.Final);
        }));
    }

    [Fact]
    public async Task A_server_that_allows_one_session_is_enough()
    {
        await using var gateway = GatewayFixture.Start(new LoopbackOptions { MaxConnections = 1 });
        gateway.Request = gateway.Request with { Streams = null };
        var expected = gateway.Add("/f", Large);
        var client = await gateway.LoginAsync();
        for (var i = 0; i < 2; i++)
        {
            var got = await client.TransferAsync("RETR /f");
            Assert.True(got.Bytes.AsSpan().SequenceEqual(expected), got.Final);
            Assert.StartsWith("-r", await client.TextAsync("LIST"));
        }
    }
}
