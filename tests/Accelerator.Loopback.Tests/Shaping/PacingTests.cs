using Accelerator.Loopback.Settings;
using Accelerator.Loopback.Shaping;

namespace Accelerator.Loopback.Tests.Shaping;

public sealed class PacingTests
{
    [Theory]
    [InlineData(100)]
    [InlineData(50_000)]
    [InlineData(10_000_000)]
    [InlineData(1_250_000_000)]
    public async Task A_pacer_takes_the_time_that_the_rate_requires(long rate)
    {
        var time = new AutoTime();
        var pacer = new Pacer(time, rate);
        var target = rate * 2;
        var slices = 0;
        for (var sent = 0L; sent < target; slices++)
        {
            var count = pacer.Slice((int)Math.Min(256 * 1024, target - sent));
            await pacer.WaitAsync(count, CancellationToken.None);
            sent += count;
        }

        Assert.InRange(time.Elapsed.TotalSeconds, 1.97, 2.03);
        Assert.True(slices >= 150, $"{slices} slices in 2 s are not smooth");
    }

    [Fact]
    public async Task Without_a_rate_nothing_is_cut_or_delayed()
    {
        var time = new AutoTime();
        var pacer = new Pacer(time, null);

        Assert.Equal(262_144, pacer.Slice(262_144));
        await pacer.WaitAsync(int.MaxValue, CancellationToken.None);
        Assert.Equal(TimeSpan.Zero, time.Elapsed);
    }

    [Fact]
    public async Task Each_data_connection_has_its_own_rate()
    {
        var time = new AutoTime();
        await using var it = await OpenAsync(time, new LinkShape { BytesPerSecond = 2_000_000, BytesPerSecondOf = n => n == 2 ? 100_000 : null });
        it.Fill(500_000);
        foreach (var (least, most) in new[] { (0.22, 0.28), (5.1, 5.4), (5.3, 5.7) })
        {
            await it.Client.TransferAsync("RETR /f");
            Assert.InRange(time.Elapsed.TotalSeconds, least, most);
        }
    }

    [Fact]
    public async Task All_data_connections_share_the_total_rate()
    {
        var time = new AutoTime();
        await using var first = await OpenAsync(time, new LinkShape { TotalBytesPerSecond = 1_000_000 });
        first.Fill(1_000_000);
        using var second = await RawFtp.LoginAsync(first.Server);
        var downloads = await Task.WhenAll(first.Client.TransferAsync("RETR /f"), second.TransferAsync("RETR /f"));
        Assert.All(downloads, d => Assert.Equal(1_000_000, d.Bytes.Length));
        // Two simultaneous waits both advance this clock, so it may run ahead, but never behind.
        Assert.True(time.Elapsed.TotalSeconds >= 1.9, $"2 MB took {time.Elapsed}");
    }

    [Fact]
    public async Task Each_reply_takes_a_round_trip_and_commands_sent_together_share_one()
    {
        var latency = TimeSpan.FromMilliseconds(100);
        var time = new AutoTime();
        await using var it = await OpenAsync(time, new LinkShape { ReplyLatency = latency });
        Assert.Equal(4 * latency, time.Elapsed); // greeting, USER, PASS, TYPE

        await it.Client.SendAsync("TYPE I\r\nNOOP\r\nPWD\r\n");
        for (var i = 0; i < 3; i++) await it.Client.ReplyAsync();
        Assert.Equal(5 * latency, time.Elapsed);

        await it.Client.TransferAsync("RETR /f"); // EPSV, then RETR; the 226 comes with the data
        Assert.Equal(7 * latency, time.Elapsed);
    }

    private static Task<LoopbackFixture> OpenAsync(TimeProvider time, LinkShape shape) =>
        LoopbackFixture.OpenAsync(new LoopbackOptions { TimeProvider = time, Shaping = shape });
}
