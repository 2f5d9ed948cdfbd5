using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Gets;

[Trait("Group", "interop-vsftpd")]
public sealed class GetFromVsftpdTests
{
    [ServerTheory("vsftpd")]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(8)]
    public async Task Get_brings_a_big_file_with_as_many_streams_as_asked(int streams)
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(streams) }, deadline.Token);
        await GetProof.BringsABigFileAsync(server, streams, request => request, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task Get_brings_a_big_file_when_it_chooses_the_streams_itself()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(8) }, deadline.Token);
        await GetProof.BringsABigFileAsync(server, null, request => request, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task Get_brings_a_big_file_over_IPv6()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { IPv6 = true, BytesPerSecond = GetProof.RateFor(4) }, deadline.Token);
        await GetProof.BringsABigFileAsync(server, 4, request => request, deadline.Token);
    }

    [ServerTheory("vsftpd")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Get_brings_a_big_file_in_active_mode(bool overIPv6)
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { IPv6 = overIPv6, BytesPerSecond = GetProof.RateFor(4) }, deadline.Token);
        await GetProof.BringsABigFileAsync(server, 4, request => request with { ActiveMode = true }, deadline.Token);
        Assert.Equal(server.CountCommands("RETR"), server.CountCommands("EPRT"));
        Assert.Equal(0, server.CountCommands("EPSV") + server.CountCommands("PASV"));
    }

    [ServerFact("vsftpd")]
    public async Task Get_brings_small_files_of_many_sizes()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await GetProof.BringsSmallFilesAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task Get_brings_an_empty_file()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await GetProof.BringsAnEmptyFileAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task Get_tells_a_missing_file_from_a_folder()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await GetProof.TellsWhatIsNoFileAsync(server, deadline.Token);
    }

    [ServerTheory("vsftpd")]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Get_with_eight_streams_lives_with_three_sessions(bool perAddress)
    {
        using var deadline = GetProof.Deadline();
        var options = new ServerOptions { BytesPerSecond = GetProof.RateFor(4) };
        options = perAddress ? options with { MaxPerAddress = 3 } : options with { MaxClients = 3 };
        await using var server = await VsftpdServer.StartAsync(options, deadline.Token);
        await GetProof.LivesWithALimitAsync(server, most: 3, refusal: 421, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task Get_continues_after_a_cancel()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(8) }, deadline.Token);
        await GetProof.ContinuesAfterACancelAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task The_program_brings_a_big_file_and_speaks_JSON()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(8) }, deadline.Token);
        await ProgramProof.Native.SpeaksJsonAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task The_program_brings_odd_names()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await ProgramProof.Native.BringsOddNamesAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task The_program_brings_a_name_that_is_not_UTF8()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await ProgramProof.Native.BringsANameThatIsNotUtf8Async(server, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task The_program_fails_with_an_exit_code_and_a_sentence()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await ProgramProof.Native.FailsWithASentenceAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd")]
    public async Task Get_brings_many_listed_files_with_one_RETR_each()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = 500_000 }, deadline.Token);
        await GetProof.BringsListedFilesAsync(server, answersBehind: true, deadline.Token);
    }
}
