using Accelerator.Gateway.Files;

namespace Accelerator.Gateway.Tests.Files;

/// <summary>The progress of files that do not come through the engine.</summary>
public sealed class ProgressReportTests
{
    private const int Length = 500 << 10;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    private readonly FakeTime _time = new();

    [Fact]
    public void The_rate_is_that_of_the_last_two_seconds_and_nothing_is_reported_after_the_end()
    {
        var (reported, passed) = (new List<GatewayEvent.Progress>(), 0L);
        var settings = new GatewaySettings
        {
            Listen = new IPEndPoint(IPAddress.Loopback, 0), Resolve = (_, _, _, _) => throw new NotSupportedException(), SpoolFolder = "",
            Report = happened => reported.Add((GatewayEvent.Progress)happened), Time = _time,
        };
        using (new ProgressReport(settings, () => passed, new GatewayEvent.Progress(7, "/f", 0, 4000, 0, 0) { IsFromMemory = true }))
        {
            Assert.Empty(reported);
            for (var i = 0; i < 10; i++)
            {
                passed += 100;
                _time.Advance(Interval);
            }
            Assert.Equal(new GatewayEvent.Progress(7, "/f", 1000, 4000, 500, 0) { IsFromMemory = true }, reported[^1]);
            // The client accepts nothing any more.
            _time.Advance(10 * Interval);
            Assert.Equal((1000, 0d), (reported[^1].Bytes, reported[^1].BytesPerSecond));
        }
        _time.Advance(10 * Interval);
        Assert.Equal(20, reported.Count);
        Assert.Equal(0, _time.ActiveTimers);
    }

    [Fact]
    public async Task A_file_over_one_stream_is_reported_while_it_is_sent_and_its_client_when_it_leaves()
    {
        // The file must not be complete before the clock has moved: it takes 30 s, and the client leaves long before.
        var slow = new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 16 << 10 } };
        await using var gateway = GatewayFixture.Start(slow, settings => settings with { Time = _time });
        gateway.Add("/f", Length);
        var client = await gateway.LoginAsync();
        using (var data = await client.OpenDataAsync())
        {
            await client.AskAsync("RETR /f", "150");
            await _time.EndWaitAsync(Interval);
            var now = Assert.Single(gateway.Events.OfType<GatewayEvent.Progress>());
            Assert.Equal(("/f", (long?)Length, 1, false), (now.Path, now.Size, now.Streams, now.IsFromMemory));
            Assert.Empty(gateway.Events.OfType<GatewayEvent.Left>());
        }
        client.Dispose();
        await Soon.UntilAsync(() => gateway.Events.OfType<GatewayEvent.Left>().Any());
        _time.Advance(Interval);
        Assert.Single(gateway.Events.OfType<GatewayEvent.Progress>());
        Assert.IsType<GatewayEvent.Left>(gateway.Events.Last());
    }
}
