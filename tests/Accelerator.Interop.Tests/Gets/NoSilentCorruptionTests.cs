namespace Accelerator.Interop.Tests.Gets;

/// <summary>
/// Faults of a real server under which other clients leave a mixture of two files (<see cref="Witnesses.WitnessTests"/>): ftpx fetches a
/// complete version of the file, or fails and publishes nothing.
/// </summary>
public sealed class NoSilentCorruptionTests
{
    // Long enough for a journal (16 MiB), slow enough (4 s over four connections) for a checkpoint before the file is changed. The server holds where the
    // test does something in the middle: on a busy machine the transfer would end meanwhile.
    private const int Size = 32 << 20;
    private const int BytesPerSecond = 2 << 20;
    private const int Interrupted = Size * 5 / 8;

    [ServerFact("pyftpdlib")]
    public async Task Ftpx_survives_the_same_interruptions_when_the_file_does_not_change()
    {
        var options = new ServerOptions
        {
            BytesPerSecond = BytesPerSecond, Extra = [PyftpdlibServer.DropsOneSessionAfter(Size / 4), PyftpdlibServer.HoldsAfter(Interrupted)],
        };
        await using var fixture = await ChangingFileFixture.StartAsync(options, Size);
        await InterruptAsync(fixture);
        var end = (await GetAsync(fixture)).Expect();
        Assert.Contains("resuming; ", end.Error);
        await fixture.AssertHasTheNewestFileAsync();
    }

    [ServerFact("pyftpdlib")]
    public async Task Ftpx_starts_over_when_the_file_was_replaced_between_two_runs()
    {
        var options = new ServerOptions { BytesPerSecond = BytesPerSecond, Extra = [PyftpdlibServer.HoldsAfter(Interrupted)] };
        await using var fixture = await ChangingFileFixture.StartAsync(options, Size);
        await InterruptAsync(fixture);
        fixture.ReplaceByRename();
        var end = (await GetAsync(fixture)).Expect();
        Assert.Contains("starting over. The file on the server has changed since", end.Error);
        await fixture.AssertHasTheNewestFileAsync();
    }

    [ServerFact("pyftpdlib")]
    public Task Ftpx_detects_a_REST_that_the_server_accepts_with_350_and_ignores() => SeesThroughAsync(PyftpdlibServer.RestIgnored);

    [ServerFact("pyftpdlib")]
    public Task Ftpx_detects_a_REST_offset_that_wraps() => SeesThroughAsync(PyftpdlibServer.RestWrapsAt(10 << 20));

    [ServerFact("pyftpdlib")]
    public async Task Ftpx_fails_when_the_file_is_replaced_during_the_transfer()
    {
        var options = new ServerOptions
        {
            BytesPerSecond = BytesPerSecond, Extra = [PyftpdlibServer.DropsOneSessionAfter(Size * 3 / 4), PyftpdlibServer.HoldsAfter(Size / 2)],
        };
        await using var fixture = await ChangingFileFixture.StartAsync(options, Size);
        await using var running = fixture.Start();
        await fixture.WaitForBytesSentAsync(Size / 2);
        fixture.ReplaceByRename();
        fixture.LetGo();
        await AssertFailsAsChangedAsync(fixture, running);
    }

    [ServerFact("pyftpdlib")]
    public async Task Ftpx_fails_when_the_file_is_overwritten_during_the_transfer()
    {
        var options = new ServerOptions { BytesPerSecond = BytesPerSecond, Extra = [PyftpdlibServer.HoldsAfter(Size * 3 / 8)] };
        await using var fixture = await ChangingFileFixture.StartAsync(options, Size);
        await using var running = fixture.Start();
        await fixture.WaitForBytesSentAsync(Size * 3 / 8);
        await fixture.WriteOverInPlaceAsync();
        fixture.LetGo();
        await AssertFailsAsChangedAsync(fixture, running);
    }

    private static async Task SeesThroughAsync(string fault)
    {
        // One stream alone would take eight seconds: the others log in before.
        await using var fixture = await ChangingFileFixture.StartAsync(new ServerOptions { BytesPerSecond = 4 << 20, Extra = [fault] }, Size);
        var end = (await GetAsync(fixture)).Expect();
        Assert.Contains("in one stream from the start", end.Error);
        await fixture.AssertHasTheNewestFileAsync();
    }

    private static async Task AssertFailsAsChangedAsync(ChangingFileFixture fixture, ProgramRun running)
    {
        var end = await running.WaitAsync(CancellationToken.None);
        if (end.ExitCode == 0) await fixture.AssertHasAFileTheServerHadAsync();
        Assert.True(end.ExitCode == 7, $"Exit code {end.ExitCode}: {end.Output}{end.Error}");
        Assert.Contains(" changed while it was downloaded", end.Error);
        Assert.False(File.Exists(fixture.Target));

        (await GetAsync(fixture)).Expect();
        await fixture.AssertHasTheNewestFileAsync();
    }

    private static async Task InterruptAsync(ChangingFileFixture fixture)
    {
        await using var interrupted = fixture.Start();
        await fixture.WaitForBytesSentAsync(Interrupted);
        await fixture.WaitForCheckpointAsync();
        await interrupted.KillAsync(wholeTree: false);
        fixture.LetGo();
        Assert.False(File.Exists(fixture.Target));
    }

    private static async Task<ProgramEnd> GetAsync(ChangingFileFixture fixture)
    {
        await using var run = fixture.Start();
        return await run.WaitAsync(CancellationToken.None);
    }
}
