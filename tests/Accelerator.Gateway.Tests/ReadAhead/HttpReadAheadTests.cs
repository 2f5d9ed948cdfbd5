using static Accelerator.Gateway.Tests.ReadAhead.SmallFiles;

namespace Accelerator.Gateway.Tests.ReadAhead;

/// <summary>Small files over HTTP: from the same memory, by the same rules as over FTP.</summary>
public sealed class HttpReadAheadTests
{
    [Theory]
    [InlineData("Accept: text/html")]
    [InlineData("Accept: application/json")]
    public async Task After_two_files_in_the_pages_order_the_others_cost_no_round_trip(string accept)
    {
        await using var gateway = Start();
        var expected = AddTo(gateway);
        Assert.Equal(200, (await gateway.AskAsync("GET", "/pub/", accept)).Status);
        for (var i = 0; i < 2; i++) Assert.Equal(expected[i], (await gateway.AskAsync("GET", $"/pub/f{i:00}")).Body);
        await ReadyAsync(gateway, "pub");
        var before = gateway.Server.Log.Commands.Count;

        for (var i = 2; i < Count; i++)
        {
            var got = await gateway.AskAsync("GET", $"/pub/f{i:00}");
            Assert.True(got is { Status: 200, IsComplete: true } && got.Fields.ContainsKey("ETag"));
            Assert.Equal(expected[i], got.Body);
        }

        Assert.Equal(before, gateway.Server.Log.Commands.Count);
        Assert.All(gateway.Server.Log.Retrievals.GroupBy(one => one.Path), file => Assert.Single(file));
        Assert.Equal(Count - 2, gateway.Events.OfType<GatewayEvent.Ended>().Count(one => one is { IsFromMemory: true, Failure: null }));
    }

    [Fact]
    public async Task A_repeated_request_and_one_for_a_part_are_answered_from_memory_after_one_question()
    {
        await using var gateway = Start();
        var expected = gateway.Add("/f", 300_000);
        for (var i = 0; i < 2; i++) Assert.Equal(expected, (await gateway.AskAsync("GET", "/f")).Body);
        var part = await gateway.AskAsync("GET", "/f", "Range: bytes=1000-1999");
        Assert.Equal((206, "bytes 1000-1999/300000"), (part.Status, part.Fields["Content-Range"]));
        Assert.Equal(expected[1000..2000], part.Body);
        Assert.Equal(304, (await gateway.AskAsync("GET", "/f", $"If-None-Match: {part.Fields["ETag"]}")).Status);
        Assert.Single(gateway.Server.Log.Retrievals);
        Assert.Equal([false, true, true], gateway.Events.OfType<GatewayEvent.Ended>().Select(one => one.IsFromMemory));
    }

    [Fact]
    public async Task A_file_that_has_changed_is_fetched_again()
    {
        await using var gateway = Start(maxAge: TimeSpan.Zero);
        gateway.Add("/f", 3000);
        await gateway.AskAsync("GET", "/f");
        var changed = gateway.Add("/f", 3000, seed: 2);
        gateway.Server.Files.Touch("/f", LoopbackTree.DefaultModifiedUtc.AddDays(1));
        for (var i = 0; i < 2; i++) Assert.Equal(changed, (await gateway.AskAsync("GET", "/f")).Body);
        Assert.Equal(2, gateway.Server.Log.Retrievals.Count);
    }

    [Fact]
    public async Task A_login_over_FTP_shares_nothing_with_the_anonymous_one_of_HTTP()
    {
        await using var gateway = Start();
        var expected = gateway.Add("/f", 3000);
        var client = await gateway.LoginAsync();
        await client.TransferAsync("RETR /f");
        Assert.Equal(expected, (await gateway.AskAsync("GET", "//f")).Body);
        Assert.Equal([false, false], gateway.Events.OfType<GatewayEvent.Ended>().Select(one => one.IsFromMemory));
    }

    [Fact]
    public async Task A_request_whose_hash_must_be_compared_is_not_answered_from_memory()
    {
        await using var gateway = Start(new LoopbackOptions { Features = LoopbackFeatures.All });
        gateway.Request = gateway.Request with { Verify = new Verification(VerifyMode.Always) };
        var expected = gateway.Add("/f", 3000);
        for (var i = 0; i < 2; i++) Assert.Equal(expected, (await gateway.AskAsync("GET", "/f")).Body);
        Assert.Equal(2, gateway.Server.Log.Retrievals.Count);
    }

    private static GatewayFixture Start(LoopbackOptions? options = null, TimeSpan? maxAge = null) => GatewayFixture.Start(
        options, settings => settings with { ReadAhead = maxAge is { } age ? Patient with { MaxAge = age } : Patient, Time = Slow });
}
