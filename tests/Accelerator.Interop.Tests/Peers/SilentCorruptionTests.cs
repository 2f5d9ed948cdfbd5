namespace Accelerator.Interop.Tests.Peers;

/// <summary>
/// Witnesses that the faults our client guards against are real: given the same server, today's clients report success
/// and leave a file that no server ever held.
/// </summary>
public sealed class SilentCorruptionTests
{
    private const int Size = 8 << 20;
    private const int Fast = 2 << 20;
    private const int Slow = 512 << 10;

    /// <summary>The clients that take several connections, and their pace for each.</summary>
    public static TheoryData<string, int> Parallel { get; } = new() { { "lftp", Slow }, { "aria2c", Slow }, { "axel", Slow } };

    /// <summary>The same, and curl with one.</summary>
    public static TheoryData<string, int> All { get; } = new() { { "lftp", Slow }, { "aria2c", Slow }, { "axel", Slow }, { "curl", Fast } };

    [ServerFact("pyftpdlib", "curl")]
    public async Task Curl_resumes_the_same_file_rightly_and_mixes_it_with_one_that_has_replaced_it()
    {
        await SurviveAsync("curl", Fast);
        await ResumeReplacedAsync("curl", Fast);
    }

    // Without this one the others could be witnesses of a broken server.
    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel", "curl")]
    [MemberData(nameof(All))]
    [Trait("Run", "all")]
    public Task Peers_survive_the_same_interruptions_when_the_file_does_not_change(string peer, int bytesPerSecond) => SurviveAsync(peer, bytesPerSecond);

    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel", "curl")]
    [MemberData(nameof(All))]
    [Trait("Run", "all")]
    public Task Peers_resume_into_a_file_that_was_replaced_meanwhile(string peer, int bytesPerSecond) => ResumeReplacedAsync(peer, bytesPerSecond);

    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel")]
    [InlineData("lftp")]
    [InlineData("aria2c")]
    [InlineData("axel")]
    [Trait("Run", "all")]
    public async Task Peers_believe_a_350_to_REST_that_the_server_does_not_keep(string peer)
    {
        var options = new ServerOptions { BytesPerSecond = Fast, Extra = [PyftpdlibServer.RestIgnored] };
        await using var fixture = await PeerFixture.StartAsync(options, Size);
        await fixture.AssertSucceedsWithAMixtureAsync(peer);
    }

    // One connection breaks, as any does on a long path, and the peer asks for the rest of its range.
    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel")]
    [MemberData(nameof(Parallel))]
    [Trait("Run", "all")]
    public async Task Peers_mix_two_files_when_one_replaces_the_other_during_the_transfer(string peer, int bytesPerSecond)
    {
        var options = new ServerOptions { BytesPerSecond = bytesPerSecond, Extra = [PyftpdlibServer.DropsOneSessionAfter(Size / 2)] };
        await using var fixture = await PeerFixture.StartAsync(options, Size);
        await using var running = fixture.Start(peer);
        await fixture.WaitForBytesSentAsync(Size / 4);
        fixture.ReplaceByRename();
        await fixture.AssertSucceedsWithAMixtureAsync(running);
    }

    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel", "curl")]
    [MemberData(nameof(All))]
    [Trait("Run", "all")]
    public async Task Peers_mix_two_files_when_one_is_written_over_the_other_during_the_transfer(string peer, int bytesPerSecond)
    {
        await using var fixture = await PeerFixture.StartAsync(new ServerOptions { BytesPerSecond = bytesPerSecond }, Size);
        await using var running = fixture.Start(peer);
        await fixture.WaitForBytesSentAsync(Size / 2);
        await fixture.WriteOverInPlaceAsync();
        await fixture.AssertSucceedsWithAMixtureAsync(running);
    }

    private static async Task SurviveAsync(string peer, int bytesPerSecond)
    {
        // curl has no second connection to go on with: it only gets the kill.
        string[] drop = peer == "curl" ? [] : [PyftpdlibServer.DropsOneSessionAfter(Size / 4)];
        await using var fixture = await PeerFixture.StartAsync(new ServerOptions { BytesPerSecond = bytesPerSecond, Extra = drop }, Size);
        await InterruptAsync(fixture, peer);
        await fixture.AssertSucceedsWithTheFileAsync(peer);
    }

    private static async Task ResumeReplacedAsync(string peer, int bytesPerSecond)
    {
        await using var fixture = await PeerFixture.StartAsync(new ServerOptions { BytesPerSecond = bytesPerSecond }, Size);
        await InterruptAsync(fixture, peer);
        fixture.ReplaceByRename();
        await fixture.AssertSucceedsWithAMixtureAsync(peer);
    }

    private static async Task InterruptAsync(PeerFixture fixture, string peer)
    {
        await using var interrupted = fixture.Start(peer);
        await fixture.WaitForBytesSentAsync(Size * 5 / 8);
        await interrupted.KillAsync();
    }
}
