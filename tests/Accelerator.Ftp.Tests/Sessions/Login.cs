using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>A session and the server's end of it.</summary>
internal sealed class Login(FtpSession session, ScriptedConnection server) : IAsyncDisposable
{
    public FtpSession Session { get; } = session;

    public ScriptedConnection Server { get; } = server;

    /// <summary>A login whose FEAT was asked and answered; not asked where <paramref name="features"/> is null.</summary>
    public static async Task<Login> WithFeaturesAsync(FtpSession session, ScriptedConnection server, string[]? features)
    {
        if (features is null) return new Login(session, server);
        var asking = session.FeaturesAsync(CancellationToken.None).AsTask();
        await server.ListFeaturesAsync(features);
        await asking.SoonAsync();
        return new Login(session, server);
    }

    /// <summary>Starts RETR up to the command itself; the server's answer, and the task's end, are the test's.</summary>
    public async Task<(Task<DataTransfer> Starting, ScriptedData Data)> BeginRetrieveAsync(string path = "a.bin", long offset = 0)
    {
        var starting = Session.RetrieveAsync(Site.Path(path), offset, null, CancellationToken.None);
        return (starting, await Server.BeginRetrieveAsync(path, offset));
    }

    /// <summary>Starts RETR and answers it with 150.</summary>
    public async Task<(DataTransfer Transfer, ScriptedData Data)> RetrieveAsync(string path = "a.bin", long offset = 0)
    {
        var (starting, data) = await BeginRetrieveAsync(path, offset);
        await Server.ReplyAsync("150 here it comes");
        return (await starting.SoonAsync(), data);
    }

    /// <summary>The proof that commands and replies are still paired: another file comes whole, and SIZE gets its own answer.</summary>
    public async Task ExpectInStepAsync()
    {
        var sizing = Session.SizeAsync(Site.Path("b.bin"), CancellationToken.None).AsTask();
        await Server.AnswerAsync("SIZE b.bin", "213 5");
        Assert.Equal(5, await sizing.SoonAsync());
        await ExpectNextFileAsync();
    }

    /// <summary>Fetches one more small file by the book.</summary>
    /// <param name="inFront">Replies, if any, that the server sends in one packet with its answer to EPSV.</param>
    public async Task ExpectNextFileAsync(params string[] inFront)
    {
        var starting = Session.RetrieveAsync(Site.Path("b.bin"), 0, null, CancellationToken.None);
        await Server.ExpectAsync("EPSV");
        using var port = new ScriptedDataPort(Server.Address);
        await Server.ReplyAsync([.. inFront, $"229 Extended Passive Mode (|||{port.Port}|)"]);
        if (await Server.ReadAsync() is "REST 0")
        {
            await Server.ReplyAsync("350 from the start");
            await Server.ExpectAsync("RETR b.bin");
        }
        Assert.Equal("RETR b.bin", Server.Commands[^1]);
        using (var data = await port.AcceptAsync())
        {
            await Server.ReplyAsync("150 here it comes");
            await data.SendAsync("other"u8.ToArray());
        }
        await Server.ReplyAsync("226 done");

        await using var transfer = await starting.SoonAsync();
        Assert.Equal("other"u8.ToArray(), await transfer.ReadToEndAsync());
        Assert.Equal(226, (await transfer.CompleteAsync(CancellationToken.None).SoonAsync())?.Code);
        Assert.True(Session.IsUsable);
    }

    public async ValueTask DisposeAsync()
    {
        await Session.DisposeAsync();
        Server.Dispose();
    }
}
