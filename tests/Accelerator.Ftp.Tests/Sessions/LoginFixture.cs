namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>A login in progress: the client has connected, and the test plays the server from the greeting on.</summary>
internal sealed class LoginFixture(SiteFixture site, Task<FtpSession> connecting, ScriptedConnection server) : IAsyncDisposable
{
    public SiteFixture Site { get; } = site;

    public Task<FtpSession> Connecting { get; } = connecting;

    public ScriptedConnection Server { get; } = server;

    public static Task<LoginFixture> BeginAsync(string? greeting = "220 ready", CancellationToken cancellationToken = default) =>
        BeginAsync(new SiteFixture(), greeting, cancellationToken);

    /// <summary>Accepts a client of this site and greets it. The site is disposed with the login.</summary>
    /// <param name="site">The site.</param>
    /// <param name="greeting">The greeting; null for none.</param>
    /// <param name="cancellationToken">The client's token to cancel the operation.</param>
    public static async Task<LoginFixture> BeginAsync(SiteFixture site, string? greeting = "220 ready", CancellationToken cancellationToken = default)
    {
        var connecting = site.ConnectAsync(cancellationToken);
        var server = await site.Server.AcceptAsync();
        if (greeting is not null) await server.ReplyAsync(greeting);
        return new LoginFixture(site, connecting, server);
    }

    /// <summary>Asserts that the client has logged in and its session is usable.</summary>
    public async Task ExpectSessionAsync()
    {
        await using var session = await Connecting.SoonAsync();
        Assert.True(session.IsUsable);
    }

    /// <summary>Returns the exception with which the client gives up.</summary>
    public Task<T> FailureAsync<T>()
        where T : Exception => Assert.ThrowsAsync<T>(() => Connecting.SoonAsync());

    /// <summary>Asserts that the client gives up with this exception and closes the connection without another command.</summary>
    public async Task<T> ExpectFailureAsync<T>()
        where T : Exception
    {
        var failure = await FailureAsync<T>();
        await Server.ExpectEndAsync();
        return failure;
    }

    public ValueTask DisposeAsync()
    {
        Server.Dispose();
        Site.Dispose();
        return ValueTask.CompletedTask;
    }
}
