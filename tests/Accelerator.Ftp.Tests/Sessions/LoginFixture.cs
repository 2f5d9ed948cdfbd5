namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>A login in progress: the client has connected, and the test plays the server's part from the greeting on.</summary>
internal sealed class LoginFixture(SiteFixture site, Task<FtpSession> connecting, ScriptedConnection server) : IAsyncDisposable
{
    public SiteFixture Site { get; } = site;

    public Task<FtpSession> Connecting { get; } = connecting;

    public ScriptedConnection Server { get; } = server;

    public static Task<LoginFixture> BeginAsync(string? greeting = "220 ready", CancellationToken cancellationToken = default) =>
        BeginAsync(new SiteFixture(), greeting, cancellationToken);

    /// <summary>Accepts a client of this site, which goes when the login does, and greets it.</summary>
    /// <param name="site">The site.</param>
    /// <param name="greeting">Null for none.</param>
    /// <param name="cancellationToken">The client's.</param>
    public static async Task<LoginFixture> BeginAsync(SiteFixture site, string? greeting = "220 ready", CancellationToken cancellationToken = default)
    {
        var connecting = site.ConnectAsync(cancellationToken);
        var server = await site.Server.AcceptAsync();
        if (greeting is not null) await server.ReplyAsync(greeting);
        return new LoginFixture(site, connecting, server);
    }

    /// <summary>The client has logged in: its session can be used.</summary>
    public async Task ExpectSessionAsync()
    {
        await using var session = await Connecting.SoonAsync();
        Assert.True(session.IsUsable);
    }

    /// <summary>The client gives up with this exception.</summary>
    public Task<T> FailureAsync<T>()
        where T : Exception => Assert.ThrowsAsync<T>(() => Connecting.SoonAsync());

    /// <summary>The client gives up with this exception, and closes without another word.</summary>
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
