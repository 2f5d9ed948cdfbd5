using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Gets;

[Trait("Group", "interop-pyftpdlib")]
public sealed class GetFromPyftpdlibTests
{
    [ServerTheory("pyftpdlib")]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(8)]
    public async Task Get_brings_a_big_file_with_as_many_streams_as_asked(int streams)
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(streams) }, deadline.Token);
        await GetProof.BringsABigFileAsync(server, streams, request => request, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_brings_a_big_file_when_it_chooses_the_streams_itself()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(8) }, deadline.Token);
        await GetProof.BringsABigFileAsync(server, null, request => request, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_brings_a_big_file_over_IPv6()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { IPv6 = true, BytesPerSecond = GetProof.RateFor(4) }, deadline.Token);
        await GetProof.BringsABigFileAsync(server, 4, request => request, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_brings_a_big_file_in_active_mode()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(4) }, deadline.Token);
        await GetProof.BringsABigFileAsync(server, 4, request => request with { ActiveMode = true }, deadline.Token);
        Assert.Equal(server.CountCommands("RETR"), server.CountCommands("EPRT"));
        Assert.Equal(0, server.CountCommands("EPSV") + server.CountCommands("PASV"));
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_brings_small_files_of_many_sizes()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await GetProof.BringsSmallFilesAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_brings_an_empty_file()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await GetProof.BringsAnEmptyFileAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_tells_a_missing_file_from_a_folder()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await GetProof.TellsWhatIsNoFileAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_with_eight_streams_lives_with_three_sessions()
    {
        using var deadline = GetProof.Deadline();
        var options = new ServerOptions { BytesPerSecond = GetProof.RateFor(4), MaxPerAddress = 3 };
        await using var server = await PyftpdlibServer.StartAsync(options, deadline.Token);
        await GetProof.LivesWithALimitAsync(server, most: 3, refusal: 421, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_continues_after_a_cancel()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(8) }, deadline.Token);
        await GetProof.ContinuesAfterACancelAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_tries_a_wrong_password_once()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await GetProof.TriesAWrongPasswordOnceAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task The_program_brings_a_big_file_and_speaks_JSON()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(8) }, deadline.Token);
        await ProgramProof.Native.SpeaksJsonAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task The_program_brings_odd_names()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), deadline.Token);
        await ProgramProof.Native.BringsOddNamesAsync(server, deadline.Token);
    }

    [ServerFact("pyftpdlib")]
    public async Task Get_brings_many_listed_files_with_one_RETR_each()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions { BytesPerSecond = 500_000 }, deadline.Token);
        await GetProof.BringsListedFilesAsync(server, answersBehind: false, deadline.Token);
    }
}
