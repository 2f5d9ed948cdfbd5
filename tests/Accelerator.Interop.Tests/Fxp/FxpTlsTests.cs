namespace Accelerator.Interop.Tests.Fxp;

/// <summary>
/// Every server to every server with both logins encrypted. One of two must begin the handshake of the data connection: ProFTPD does when it is told (SSCN),
/// vsftpd and Pure-FTPd never do. Where neither can, nothing is sent, or the file passes through this computer.
/// </summary>
public sealed class FxpTlsTests : RealTests
{
    private const int Length = (2 << 20) + 5;

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "proftpd", true)]
    [InlineData("proftpd", "pure-ftpd", true)]
    [InlineData("pure-ftpd", "vsftpd", false)]
    public Task Between_encrypted_logins_data_goes_encrypted_or_not_at_all(string source, string destination, bool canBegin) =>
        CopyBothWaysAsync(source, destination, canBegin);

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "vsftpd", false)]
    [InlineData("vsftpd", "pure-ftpd", false)]
    [InlineData("proftpd", "vsftpd", true)]
    [InlineData("proftpd", "proftpd", true)]
    [InlineData("pure-ftpd", "proftpd", true)]
    [InlineData("pure-ftpd", "pure-ftpd", false)]
    [Trait("Run", "all")]
    public Task Between_encrypted_logins_of_every_other_pair_data_goes_encrypted_or_not_at_all(string source, string destination, bool canBegin) =>
        CopyBothWaysAsync(source, destination, canBegin);

    private async Task CopyBothWaysAsync(string source, string destination, bool canBegin)
    {
        await using var from = await FxpServers.StartAsync(source, FxpServers.Allowing(source), Token, ServerTls.Explicit);
        await using var to = await FxpServers.StartAsync(destination, FxpServers.Allowing(destination), Token, ServerTls.Explicit, from);
        var hash = await from.PutAsync("a.bin", Length, 1, Token);
        foreach (var passive in (FxpSide[])[FxpSide.Destination, FxpSide.Source])
        {
            var fixture = new FxpFixture(from, to);
            var request = fixture.Request("a.bin") with { Passive = passive, Overwrite = passive == FxpSide.Source };
            var file = await fixture.RunOneAsync(request, Token);
            Assert.True(file.Failure == (canBegin ? null : FailureKind.Tls), $"{file.Message}\n{fixture.Dialogue}");
            Assert.Equal(canBegin, fixture.SentToBoth.Contains("SSCN ON"));
            Assert.DoesNotContain("PROT C", fixture.SentToBoth);
            if (canBegin)
            {
                Assert.Equal(passive, file.Passive);
                Assert.Equal(hash, await RandomFile.HashAsync(fixture.Arrived("a.bin"), Token));
            }
            else
            {
                Assert.Contains("SSCN, CPSV", file.Message);
                Assert.DoesNotContain(fixture.Sent(FxpSide.Source), line => line.StartsWith("PORT", StringComparison.Ordinal));
                Assert.Empty(fixture.Inbox);
            }
        }
    }

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("pure-ftpd", "vsftpd", ServerTls.Explicit, ServerTls.Explicit)]
    [InlineData("vsftpd", "proftpd", ServerTls.None, ServerTls.Explicit)]
    public Task A_copy_that_cannot_be_encrypted_is_relayed_through_this_computer_if_allowed(
        string source, string destination, ServerTls tlsFrom, ServerTls tlsTo) =>
        RelayAsync(source, destination, tlsFrom, tlsTo);

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "pure-ftpd", ServerTls.Explicit, ServerTls.Explicit)]
    [InlineData("proftpd", "vsftpd", ServerTls.Explicit, ServerTls.None)]
    [Trait("Run", "all")]
    public Task A_copy_that_cannot_be_encrypted_in_the_other_direction_is_relayed_too(
        string source, string destination, ServerTls tlsFrom, ServerTls tlsTo) =>
        RelayAsync(source, destination, tlsFrom, tlsTo);

    private async Task RelayAsync(string source, string destination, ServerTls tlsFrom, ServerTls tlsTo)
    {
        await using var from = await FxpServers.StartAsync(source, FxpServers.Allowing(source), Token, tlsFrom);
        await using var to = await FxpServers.StartAsync(destination, FxpServers.Allowing(destination), Token, tlsTo);
        var hash = await from.PutAsync("a.bin", Length, 1, Token);
        var fixture = new FxpFixture(from, to);
        await fixture.CopyAsync(fixture.Request("a.bin") with { ViaClient = true }, hash, Token);
        Assert.Equal(["a.bin"], fixture.Inbox);
        Assert.DoesNotContain(fixture.SentToBoth, line => line.StartsWith("PORT", StringComparison.Ordinal));
    }

    [ServerTheory("vsftpd", "proftpd")]
    // Between two servers no data connection can resume the session of a control connection.
    [InlineData("require_ssl_reuse=YES", true, "require_ssl_reuse=NO")]
    // Each has a certificate of its own, and ProFTPD, which begins the handshake, does not know the other's.
    [InlineData("require_ssl_reuse=NO", false, "TLSCACertificateFile")]
    public async Task A_failed_handshake_between_servers_names_the_setting(string reuse, bool isTwin, string setting)
    {
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), Token, ServerTls.Explicit);
        string[] extra = [.. FxpServers.Allowing("vsftpd"), reuse];
        await using var to = await FxpServers.StartAsync("vsftpd", extra, Token, ServerTls.Explicit, isTwin ? from : null);
        await from.PutAsync("a.bin", Length, 1, Token);
        var fixture = new FxpFixture(from, to);
        var file = await fixture.RunOneAsync(fixture.Request("a.bin"), Token);
        Assert.True(file.Failure == FailureKind.Tls, $"{file.Message}\n{fixture.Dialogue}");
        Assert.Contains(setting, file.Message);
        Assert.DoesNotContain("a.bin", fixture.Inbox);
        // Each server listens once, and that is all.
        Assert.Equal(2, fixture.SentToBoth.Count(line => line == "PASV"));
    }
}
