using System.Runtime.CompilerServices;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>A session and its server side.</summary>
internal sealed class SessionFixture(SiteFixture site, FtpSession session, ScriptedConnection server) : IAsyncDisposable
{
    private bool _ownsSite;

    /// <summary>The content that <see cref="FinishAsync(DataTransfer, ScriptedData)"/> sends.</summary>
    public static byte[] Content { get; } = "the content of the file"u8.ToArray();

    public SiteFixture Site { get; } = site;

    public FtpSession Session { get; } = session;

    public ScriptedConnection Server { get; } = server;

    /// <summary>Whether RETR asks for a connection for much data, which has its own thread.</summary>
    public bool IsBulk { get; set; }

    /// <summary>The client's clock.</summary>
    public FakeTime Time => Site.Time;

    /// <summary>Opens a session of its own plain site, up to TYPE I and FEAT.</summary>
    /// <param name="features">Lines of the reply to FEAT; null if the client does not send it.</param>
    public static Task<SessionFixture> OpenAsync(params string[]? features) => OpenAtAsync(new SiteFixture(), features);

    /// <summary>As <see cref="OpenAsync"/>, with explicit TLS.</summary>
    public static Task<SessionFixture> OpenWithTlsAsync(params string[]? features) => OpenAtAsync(SiteFixture.WithTls(), features);

    /// <summary>Opens a session that disposes its site too.</summary>
    public static async Task<SessionFixture> OpenAtAsync(SiteFixture site, params string[]? features)
    {
        var login = await site.LogInAsync(features);
        login._ownsSite = true;
        return login;
    }

    /// <summary>Returns a logged-in session after FEAT; FEAT is not sent if <paramref name="features"/> is null.</summary>
    public static async Task<SessionFixture> WithFeaturesAsync(SiteFixture site, FtpSession session, ScriptedConnection server, string[]? features)
    {
        if (features is null) return new SessionFixture(site, session, server);
        var asking = session.FeaturesAsync(CancellationToken.None).AsTask();
        await server.ListFeaturesAsync(features);
        await asking.SoonAsync();
        return new SessionFixture(site, session, server);
    }

    /// <summary>Starts RETR of <c>a.bin</c>; the test plays the whole dialogue.</summary>
    public Task<DataTransfer> StartAsync(long offset = 0, long? end = null) =>
        Session.RetrieveAsync(SiteFixture.Path("a.bin"), offset, end, IsBulk, CancellationToken.None);

    /// <summary>Starts RETR up to the command itself; the test sends the server's reply and awaits the task.</summary>
    public async Task<(Task<DataTransfer> Starting, ScriptedData Data)> BeginRetrieveAsync(long offset = 0, long? end = null)
    {
        var starting = StartAsync(offset, end);
        return (starting, await Server.BeginRetrieveAsync("a.bin", offset));
    }

    /// <summary>Starts RETR and answers with 150, and with the handshake if the session has TLS.</summary>
    public async Task<(DataTransfer Transfer, ScriptedData Data)> RetrieveAsync(long offset = 0, long? end = null)
    {
        var (starting, data) = await BeginRetrieveAsync(offset, end);
        await BeginDataAsync(data);
        return (await starting.SoonAsync(), data);
    }

    /// <summary>Answers RETR with 150, and with the handshake if the session has TLS.</summary>
    public async Task BeginDataAsync(ScriptedData data)
    {
        await Server.ReplyAsync("150 here it comes");
        if (Session.IsProtected) await data.StartTlsAsync(Certificates.Server).SoonAsync();
    }

    /// <summary>Sends <see cref="Content"/> and 226, and asserts that the client reads both.</summary>
    public async Task FinishAsync(DataTransfer transfer, ScriptedData data)
    {
        await data.SendAsync(Content);
        data.Dispose();
        await Server.ReplyAsync("226 done");
        await transfer.ExpectEndAsync(Content);
        await transfer.DisposeAsync();
        Assert.True(Session.IsUsable);
    }

    /// <summary>As the other overload, for a RETR that was answered.</summary>
    public async Task FinishAsync(Task<DataTransfer> starting, ScriptedData data) => await FinishAsync(await starting.SoonAsync(), data);

    /// <summary>Requests SIZE of <c>a.bin</c>, or of another file.</summary>
    public Task<long?> SizeAsync(string path = "a.bin", CancellationToken cancellationToken = default) =>
        Session.SizeAsync(SiteFixture.Path(path), cancellationToken).AsTask().SoonAsync();

    /// <summary>
    /// Waits until the client's operating system holds input that the client has not read: unsolicited data from the server, its close or
    /// its reset. Valid only between two commands. A read over TLS that continues then takes the input from the socket: its end counts.
    /// </summary>
    public Task UntilClientHasNewsAsync() =>
        Soon.UntilAsync(() => RepliesOf(Session.Control) is var replies
            && (replies.HasBuffered || (!replies.IsReading && SocketOf(Session.Control).Poll(0, SelectMode.SelectRead))));

    /// <summary>Asserts that commands and replies are still paired: another file arrives complete, and SIZE gets its own reply.</summary>
    public async Task ExpectInStepAsync()
    {
        var sizing = SizeAsync("b.bin");
        await Server.AnswerAsync("SIZE b.bin", "213 5");
        Assert.Equal(5, await sizing);
        await ExpectNextFileAsync();
    }

    /// <summary>Fetches one more small file with a regular dialogue.</summary>
    /// <param name="inFront">Replies, if any, that the server sends in one packet with its reply to EPSV.</param>
    public async Task ExpectNextFileAsync(params string[] inFront)
    {
        var starting = Session.RetrieveAsync(SiteFixture.Path("b.bin"), 0, null, IsBulk, CancellationToken.None);
        await Server.ExpectAsync("EPSV");
        using var port = new ScriptedDataPort(Server.Address);
        await Server.ReplyAsync([.. inFront, $"229 Extended Passive Mode (|||{port.Port}|)"]);
        if (await Server.ReadAsync() is "REST 0")
        {
            await Server.ReplyAsync("350 from the start");
            await Server.ExpectAsync("RETR b.bin");
        }
        Assert.Equal("RETR b.bin", Server.Commands[^1]);
        var data = await port.AcceptAsync();
        await BeginDataAsync(data);
        await FinishAsync(starting, data);
    }

    public async ValueTask DisposeAsync()
    {
        await Session.DisposeAsync();
        Server.Dispose();
        if (_ownsSite) Site.Dispose();
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_replies")]
    private static extern ref ReplyReader RepliesOf(ControlChannel control);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_socket")]
    private static extern ref Socket SocketOf(ControlChannel control);
}
