namespace Accelerator.Interop.Tests.Fxp;

/// <summary>One file over several pairs of sessions at once, where the destination has shown that it stores that rightly, and nowhere else.</summary>
public sealed class FxpSegmentTests : FxpTests
{
    private const int Length = (24 << 20) + 17;

    private string Records => Directory.CreateDirectory(Folder.File("records")).FullName;

    private SiteMemory Sites => new(Folder.File("sites"), TimeProvider.System);

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_file_goes_over_in_segments_and_the_second_one_without_a_probe()
    {
        await StartAsync("proftpd", "vsftpd", to: [.. FxpServers.Allowing("vsftpd"), "lock_upload_files=NO"]);
        await CopyAsync("a.bin", probes: 3);
        await CopyAsync("b.bin", probes: 0);

        async Task CopyAsync(string name, int probes)
        {
            var hash = await From.PutAsync(name, Length, name[0], Token);
            var fixture = Fixture();
            var file = await fixture.CopyAsync(Request(fixture, name), hash, Token);
            Assert.Equal("size and samples", file.VerifiedBy);
            var stored = fixture.Sent(FxpSide.Destination).Where(line => line.StartsWith("STOR", StringComparison.Ordinal)).ToList();
            Assert.Equal(probes, stored.Count(line => line.Contains(".ftpx-probe-", StringComparison.Ordinal)));
            // The first byte, and eight pieces.
            Assert.Equal(9, stored.Count(line => line == $"STOR {FxpServers.Inbox}/{name}.segments.part"));
            Assert.Empty(fixture.Events.OfType<FxpEvent.Notice>());
            Assert.DoesNotContain(fixture.Inbox, other => other.Contains("part", StringComparison.Ordinal));
            Assert.Empty(Directory.GetFiles(Records));
        }
    }

    [ServerFact("proftpd")]
    public Task A_destination_without_segments_is_detected_with_a_trial_file_and_gets_one_stream() => ProbeAndCopyAsync("proftpd");

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd")]
    [InlineData("pure-ftpd")]
    [Trait("Run", "all")]
    public Task Another_destination_without_segments_is_detected_with_a_trial_file_and_gets_one_stream(string kind) =>
        ProbeAndCopyAsync(kind);

    private async Task ProbeAndCopyAsync(string kind)
    {
        await StartAsync("proftpd", kind);
        var hash = await From.PutAsync("a.bin", Length, 1, Token);
        var fixture = Fixture();
        await fixture.CopyAsync(Request(fixture, "a.bin"), hash, Token);
        var notice = Assert.Single(fixture.Events.OfType<FxpEvent.Notice>());
        Assert.Contains("cannot store segments of one file in parallel", notice.Message);
        Assert.Equal(["a.bin"], fixture.Inbox);
        Assert.Equal(0, fixture.Count(FxpSide.Destination, $"STOR {FxpServers.Inbox}/a.bin.segments.part"));
        var key = SiteKey.Of(fixture.Request().Destination.Endpoint, To.User);
        var known = await Sites.ReadAsync(key, Token);
        Assert.False(known.Record.Facts.OffsetStores?.Value);

        // Remembered: not tried again.
        fixture = Fixture();
        await fixture.CopyAsync(Request(fixture, "a.bin") with { Overwrite = true }, hash, Token);
        Assert.Equal(1, fixture.Count(FxpSide.Destination, "STOR"));
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_source_that_sends_beyond_a_range_is_detected_and_the_destination_is_not_blamed()
    {
        await StartAsync(
            "proftpd", "vsftpd", from: [.. FxpServers.Allowing("proftpd"), "TransferRate RETR 8192"], to: [.. FxpServers.Allowing("vsftpd"), "lock_upload_files=NO"]);
        var hash = await From.PutAsync("a.bin", 4 << 20, 1, Token);
        var fixture = Fixture();
        await fixture.CopyAsync(Request(fixture, "a.bin"), hash, Token);
        Assert.Contains("RANG", Assert.Single(fixture.Events.OfType<FxpEvent.Notice>()).Message);
        Assert.Equal(["a.bin"], fixture.Inbox);
        Assert.False((await Sites.ReadAsync(SiteKey.Of(fixture.Request().Source.Endpoint, From.User), Token)).Record.Facts.RangWorks?.Value);
        Assert.Null((await Sites.ReadAsync(SiteKey.Of(fixture.Request().Destination.Endpoint, To.User), Token)).Record.Facts.OffsetStores);
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_run_that_was_stopped_amid_its_segments_sends_the_others_only()
    {
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), Token);
        // Slow enough to be met in the middle.
        string[] slow = [.. FxpServers.Allowing("vsftpd"), "lock_upload_files=NO", "anon_max_rate=600000"];
        await using var to = await FxpServers.StartAsync("vsftpd", slow, Token);
        var hash = await from.PutAsync("a.bin", Length, 1, Token);
        var fixture = new FxpFixture(from, to);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var stopped = Assert.Single((await fixture.RunAsync(Request(fixture, "a.bin"), stop.Token, value =>
        {
            // The first byte, and three pieces.
            if (value is FxpEvent.Progress { Held: > 6 << 20 }) stop.Cancel();
        })).Files);
        Assert.Equal((FailureKind.Cancelled, true), (stopped.Failure, stopped.IsPartLeft));
        Assert.Equal(["a.bin.segments.part"], fixture.Inbox);

        var again = new FxpFixture(from, to);
        var file = await again.CopyAsync(Request(again, "a.bin"), hash, Token);
        Assert.InRange(file.BytesReused, 6 << 20, Length - 1);
        Assert.Equal(Length, file.BytesReused + file.BytesSent);
        Assert.Equal(["a.bin"], again.Inbox);
    }

    private FxpRequest Request(FxpFixture fixture, string name) => fixture.Request(name) with
    {
        Segments = 8,
        Records = Records,
        Sites = Sites,
        // Without a hash of ProFTPD's the samples are all there is.
        Verify = new Verification(VerifyMode.None),
    };
}
