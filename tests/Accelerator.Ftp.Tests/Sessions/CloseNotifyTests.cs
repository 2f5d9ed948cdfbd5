using System.Security.Authentication;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>
/// The end of an encrypted data connection. Anyone on the network can send the FIN that ends the TCP connection, but only the server TLS's
/// close_notify.
/// </summary>
public sealed class CloseNotifyTests
{
    /// <summary>The last record of the listing is as long as the one that has the close_notify of TLS 1.3: 2 bytes.</summary>
    [Theory]
    [InlineData(SslProtocols.Tls12, true)]
    [InlineData(SslProtocols.Tls12, false)]
    [InlineData(SslProtocols.Tls13, true)]
    [InlineData(SslProtocols.Tls13, false)]
    public async Task A_listing_that_ends_with_a_bare_FIN_is_doubtful_whatever_the_server_replies(SslProtocols version, bool isNotified)
    {
        await using var login = await OpenAsync(version, ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        using (var data = await BeginListingAsync(login, "MLSD pub", version))
        {
            await data.SendTextAsync(ListingRun.OneFile[..^2]);
            await data.SendTextAsync("\r\n");
            if (isNotified) await data.EndTlsAsync();
        }
        await login.Server.ReplyAsync("226 done");
        var (names, outcome) = await listing.SoonAsync();

        Assert.Equal(["one"], names);
        Assert.Equal(isNotified ? [] : [ListingDoubtKind.NoCloseNotify], outcome!.Doubts.Select(doubt => doubt.Kind));
        Assert.Equal(isNotified, outcome.ProvesAbsence(SiteFixture.Path("two")));
        await ExpectInStepAsync(login, version);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_MLSD_that_may_have_been_cut_off_at_its_first_byte_does_not_end_the_use_of_MLSD(bool isNotified)
    {
        await using var login = await OpenAsync(SslProtocols.Tls12, ListingRun.Mlsd);
        var listing = login.ListAsync("pub");
        using (var data = await BeginListingAsync(login, "MLSD pub", SslProtocols.Tls12))
        {
            if (isNotified) await data.EndTlsAsync();
        }
        await login.Server.ReplyAsync("226 done");
        await login.Server.EnterAsync("pub");
        using (var data = await BeginListingAsync(login, "LIST", SslProtocols.Tls12))
        {
            await data.SendTextAsync(ListingRun.OneLine);
            await data.EndTlsAsync();
        }
        await login.Server.ReplyAsync("226 done");
        var (names, outcome) = await listing.SoonAsync();

        Assert.Equal(["one"], names);
        Assert.True(outcome!.IsComplete);
        Assert.Equal(isNotified ? false : null, login.Session.Traits.MlsdWorks);
    }

    [Theory]
    [InlineData(SslProtocols.Tls12, true, "226 done", true)]
    [InlineData(SslProtocols.Tls12, true, "426 cut", false)]
    [InlineData(SslProtocols.Tls12, false, "226 done", false)]
    [InlineData(SslProtocols.Tls13, true, "226 done", true)]
    [InlineData(SslProtocols.Tls13, false, "226 done", false)]
    public async Task The_end_of_a_file_is_confirmed_by_the_reply_and_close_notify_together(
        SslProtocols version, bool isNotified, string final, bool isConfirmed)
    {
        await using var login = await OpenAsync(version);
        var (starting, data) = await login.BeginRetrieveAsync();
        await login.Server.ReplyAsync("150 here it comes");
        await data.StartTlsAsync(Certificates.Server, version).SoonAsync();
        await data.SendAsync(SessionFixture.Content);
        if (isNotified) await data.EndTlsAsync();
        data.Dispose();
        await login.Server.ReplyAsync(final);
        await using var transfer = await starting.SoonAsync();
        Assert.Equal(SessionFixture.Content, await transfer.ReadToEndAsync());
        await transfer.CompleteAsync(CancellationToken.None).SoonAsync();

        Assert.Equal((!isNotified, isConfirmed), (transfer.LacksCloseNotify, transfer.IsEndConfirmed));
        Assert.Equal(!isNotified, transfer.EndText.Contains("close_notify", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Without_TLS_a_FIN_is_the_end_as_ever()
    {
        await using var login = await SessionFixture.OpenAsync();
        var (transfer, data) = await login.RetrieveAsync();
        data.Dispose();
        await login.Server.ReplyAsync("226 done");
        Assert.Empty(await transfer.ReadToEndAsync());
        await transfer.CompleteAsync(CancellationToken.None).SoonAsync();
        Assert.True(transfer is { LacksCloseNotify: false, IsEndConfirmed: true });
        await transfer.DisposeAsync();
    }

    private static async Task<SessionFixture> OpenAsync(SslProtocols version, params string[]? features)
    {
        var site = SiteFixture.WithTls();
        if (version == SslProtocols.Tls13) site.Connector.Traits.RefuseTls12();
        return await SessionFixture.OpenAtAsync(site, features);
    }

    private static async Task<ScriptedData> BeginListingAsync(SessionFixture login, string command, SslProtocols version)
    {
        var data = await login.Server.BeginListingAsync(command);
        await data.StartTlsAsync(Certificates.Server, version).SoonAsync();
        return data;
    }

    private static async Task ExpectInStepAsync(SessionFixture login, SslProtocols version)
    {
        if (version == SslProtocols.Tls12) await login.ExpectInStepAsync();
        else Assert.True(login.Session.IsUsable);
    }
}
