namespace Accelerator.Interop.Tests.Gets;

/// <summary>A get that is held back by the server, or stopped by its user, with every server.</summary>
public sealed class GetLimitTests : RealTests
{
    [ServerTheory]
    [Vsftpd(false, 421), Vsftpd(true, 421), Proftpd(false, 530), Proftpd(true, 530), PureFtpd(true, 421), Pyftpdlib(true, 421)]
    public async Task Get_with_eight_streams_lives_with_three_sessions(ServerKind kind, bool perAddress, int refusal)
    {
        var options = new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) };
        options = perAddress ? options with { MaxPerAddress = 3 } : options with { MaxClients = 3 };
        await using var server = await kind.StartAsync(options, Token);
        await GetChecks.LivesWithALimitAsync(server, most: 3, refusal, Token);
    }

    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task Get_continues_after_a_cancel(ServerKind kind)
    {
        await using var server = await kind.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(8) }, Token);
        await GetChecks.ContinuesAfterACancelAsync(server, Token);
    }
}
