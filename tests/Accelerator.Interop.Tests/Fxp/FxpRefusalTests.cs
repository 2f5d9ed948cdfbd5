namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Servers as they come refuse to take part: the sentence says which, and what its administrator would set.</summary>
public sealed class FxpRefusalTests : FxpTests
{
    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "port_promiscuous=YES", "500 Illegal PORT command")]
    [InlineData("proftpd", "AllowForeignAddress on", "500 Illegal PORT command")]
    [InlineData("pure-ftpd", "AllowUserFXP yes", "500 I won't open a connection to 127.0.0.1 (only to 127.0.0.2)")]
    public async Task A_server_as_it_comes_refuses_PORT_and_the_sentence_names_the_setting(string kind, string setting, string words)
    {
        await StartAsync(kind, kind, from: [], to: []);
        await From.PutAsync("a.bin", 1000, 1, Token);
        var fixture = Fixture();
        var file = await fixture.RunOneAsync(fixture.Request("a.bin"), Token);
        Assert.Equal(FailureKind.Usage, file.Failure);
        Assert.Contains(setting, file.Message);
        Assert.Contains(words, file.Message);
        // Both were asked, and nothing was begun at either.
        Assert.Equal((1, 1), (fixture.Count(FxpSide.Source, "PORT"), fixture.Count(FxpSide.Destination, "PORT")));
        Assert.Empty(fixture.Inbox);
    }

    // Not ProFTPD: 1.3.8 lets strangers in whatever AllowForeignAddress says (proftpd#2272).
    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "pasv_promiscuous=YES")]
    [InlineData("pure-ftpd", "AllowUserFXP yes")]
    public async Task A_server_that_refuses_the_other_s_data_connection_is_named(string kind, string setting)
    {
        await StartAsync("proftpd", kind, to: []);
        await From.PutAsync("a.bin", 1 << 20, 1, Token);
        var fixture = Fixture();
        // Pure-FTPd says nothing to a stranger, nor to us. Not shorter: a busy machine takes seconds for a connection that succeeds.
        var request = fixture.Request("a.bin") with { Timeouts = new FtpTimeouts { Connect = TimeSpan.FromSeconds(10) } };
        var file = await fixture.RunOneAsync(request, Token);
        Assert.Equal(FailureKind.Usage, file.Failure);
        Assert.True(file.Message.Contains(setting, StringComparison.Ordinal), $"{file.Message}\n{fixture.Dialogue}");
        Assert.DoesNotContain(fixture.Inbox, name => name == "a.bin");
    }

    [ServerFact("vsftpd")]
    public async Task A_server_that_only_connects_to_others_is_the_one_that_connects_at_the_second_try()
    {
        await StartAsync("vsftpd", "vsftpd", from: ["pasv_promiscuous=YES"], to: ["port_promiscuous=YES"]);
        var hash = await From.PutAsync("a.bin", 1 << 20, 1, Token);
        var fixture = Fixture();
        var file = await fixture.CopyAsync(fixture.Request("a.bin"), hash, Token);
        Assert.Equal(FxpSide.Source, file.Passive);
        Assert.Single(fixture.Events.OfType<FxpEvent.Notice>());
    }

    [ServerFact("proftpd")]
    public async Task A_missing_file_is_distinguished_from_a_missing_folder()
    {
        await StartAsync("proftpd", "proftpd");
        await From.PutAsync("a.bin", 1000, 1, Token);
        await From.PutAsync("no/b.bin", 1000, 1, Token);
        var fixture = Fixture();
        var result = await fixture.RunAsync(fixture.Request("missing.bin", "no/b.bin", "a.bin"), Token);
        Assert.Equal([FailureKind.NotFound, FailureKind.NotFound, null], result.Files.Select(file => file.Failure));
        Assert.Contains("was not found", result.Files[0].Message);
        Assert.Contains("STOR in/no/b.bin.part", result.Files[1].Message);
        Assert.Equal(["a.bin"], fixture.Inbox);
    }
}
