namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Bytes that an earlier run left at the destination are used only where they are shown to belong to the same file.</summary>
public sealed class FxpResumeTests : FxpTests
{
    private const int Length = 3 << 20;
    private const int Held = 1 << 20;

    [ServerFact("proftpd")]
    public async Task Only_the_rest_of_a_file_is_sent_if_both_servers_verify_the_whole_file_with_a_hash()
    {
        await StartAsync("proftpd", "proftpd");
        var (fixture, hash) = await LeaveAsync(changed: -1, Token);
        var file = await fixture.CopyAsync(fixture.Request("a.bin"), hash, Token);
        Assert.Equal((Held, Length - Held), (file.BytesReused, file.BytesSent));
        Assert.Equal("XSHA512", file.VerifiedBy);
    }

    [ServerFact("proftpd")]
    public async Task A_run_that_was_stopped_is_continued_by_the_next_one()
    {
        // Slow enough to be met in the middle, once the destination has shown that the file grows.
        await StartAsync("proftpd", "proftpd", to: [.. FxpServers.Allowing("proftpd"), "TransferRate STOR 512"]);
        var hash = await From.PutAsync("a.bin", 2 * Length, 1, Token);
        var fixture = Fixture();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var stopped = Assert.Single((await fixture.RunAsync(fixture.Request("a.bin"), stop.Token, value =>
        {
            if (value is FxpEvent.Progress) stop.Cancel();
        })).Files);
        Assert.Equal((FailureKind.Cancelled, true), (stopped.Failure, stopped.IsPartLeft));

        var file = await fixture.CopyAsync(fixture.Request("a.bin"), hash, Token);
        Assert.InRange(file.BytesReused, 1, (2 * Length) - 1);
        Assert.Equal(2 * Length, file.BytesReused + file.BytesSent);
    }

    [ServerTheory("proftpd")]
    // Where the two meet: seen at once. At its beginning: only the hash of the whole tells.
    [InlineData(Held - 10)]
    [InlineData(10)]
    public async Task Bytes_of_another_file_are_detected_and_the_file_is_copied_from_the_start(int changed)
    {
        await StartAsync("proftpd", "proftpd");
        var (fixture, hash) = await LeaveAsync(changed, Token);
        var file = await fixture.CopyAsync(fixture.Request("a.bin"), hash, Token);
        Assert.Equal((0, Length), (file.BytesReused, file.BytesSent));
        Assert.Single(fixture.Events.OfType<FxpEvent.Notice>(), notice => notice.Kind == NoticeKind.ResumeRefused);
    }

    [ServerFact("vsftpd")]
    public async Task Without_a_hash_an_earlier_run_s_bytes_are_not_used()
    {
        await StartAsync("vsftpd", "vsftpd");
        var (fixture, hash) = await LeaveAsync(changed: 10, Token);
        var file = await fixture.CopyAsync(fixture.Request("a.bin"), hash, Token);
        Assert.Equal((0, "size"), (file.BytesReused, file.VerifiedBy));
    }

    [ServerFact("vsftpd")]
    public async Task A_file_that_is_there_already_is_left_alone()
    {
        await StartAsync("vsftpd", "vsftpd");
        await From.PutAsync("a.bin", 1000, 1, Token);
        var other = await To.PutAsync($"{FxpServers.Inbox}/a.bin", 1000, 2, Token);
        var fixture = Fixture();
        var file = await fixture.RunOneAsync(fixture.Request("a.bin"), Token);
        Assert.Equal(FailureKind.Usage, file.Failure);
        Assert.Equal(other, await RandomFile.HashAsync(fixture.Arrived("a.bin"), Token));
    }

    // The first bytes of the file as an earlier run would have left them, one of them changed where the position is not negative.
    private async Task<(FxpFixture Fixture, string Hash)> LeaveAsync(int changed, CancellationToken cancellationToken)
    {
        var hash = await From.PutAsync("a.bin", Length, 1, cancellationToken);
        var fixture = Fixture();
        var bytes = (await File.ReadAllBytesAsync(Path.Combine(From.Root, "a.bin"), cancellationToken))[..Held];
        if (changed >= 0) bytes[changed] ^= 1;
        var part = fixture.Arrived("a.bin.part");
        await File.WriteAllBytesAsync(part, bytes, cancellationToken);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(part, (UnixFileMode)0b110_110_110);
        return (fixture, hash);
    }
}
