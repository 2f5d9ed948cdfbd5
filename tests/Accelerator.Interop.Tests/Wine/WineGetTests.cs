using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>The executable that is shipped for Windows, against real servers: what holds for the program on every system holds for it.</summary>
[Collection(WineGroup.Name)]
[Trait("Group", "wine")]
public sealed class WineGetTests(WineSession wine)
{
    [ServerFact("vsftpd", "wine")]
    public async Task The_program_brings_a_big_file_and_speaks_JSON()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(8) }, deadline.Token);
        await wine.Proof.SpeaksJsonAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd", "wine")]
    public async Task The_program_speaks_plainly_or_not_at_all()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(8) }, deadline.Token);
        await wine.Proof.SpeaksPlainlyAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd", "wine")]
    public async Task The_program_brings_odd_names()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await wine.Proof.BringsOddNamesAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd", "wine")]
    public async Task The_program_brings_a_name_that_is_not_UTF8()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await wine.Proof.BringsANameThatIsNotUtf8Async(server, deadline.Token);
    }

    [ServerFact("vsftpd", "wine")]
    public async Task The_program_fails_with_an_exit_code_and_a_sentence()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await wine.Proof.FailsWithASentenceAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd", "wine")]
    public async Task The_program_tells_that_some_of_several_failed()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await wine.Proof.TellsThatSomeOfSeveralFailedAsync(server, deadline.Token);
    }

    [ServerFact("vsftpd", "wine")]
    public async Task The_program_plans_without_fetching()
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await wine.Proof.PlansWithoutFetchingAsync(server, deadline.Token);
    }
}
