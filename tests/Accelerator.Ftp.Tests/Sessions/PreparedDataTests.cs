using Accelerator.Ftp.Data;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>A data connection that is opened ahead of the command that uses it.</summary>
public sealed class PreparedDataTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(4096)]
    public async Task A_prepared_session_sends_no_EPSV_at_RETR(long offset)
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(null);
        using var port = await PrepareAsync(login);

        var starting = login.Session.RetrieveAsync(Site.Path("a.bin"), offset, null, CancellationToken.None);
        if (offset > 0) await login.Server.AnswerAsync($"REST {offset}", "350 restarting");
        await login.Server.ExpectAsync("RETR a.bin");
        using (var data = await port.AcceptAsync())
        {
            await login.Server.ReplyAsync("150 here it comes");
            await data.SendAsync("abc"u8.ToArray());
        }
        await login.Server.ReplyAsync("226 done");
        await using var transfer = await starting.SoonAsync();
        Assert.Equal("abc"u8.ToArray(), await transfer.ReadToEndAsync());
    }

    [Fact]
    public async Task Preparing_twice_asks_once()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(null);
        using var port = await PrepareAsync(login);
        await login.Session.PrepareAsync(CancellationToken.None);
        Assert.Single(login.Server.Commands, "EPSV");
    }

    [Fact]
    public async Task Another_command_lets_the_prepared_connection_go()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(null);
        using var port = await PrepareAsync(login);
        using var data = await port.AcceptAsync();
        await login.ExpectInStepAsync();
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task A_prepared_connection_that_has_waited_too_long_is_not_used()
    {
        var time = new FakeTime();
        using var site = new Site(time: time);
        await using var login = await site.LogInAsync(null);
        using var port = await PrepareAsync(login);
        using var data = await port.AcceptAsync();
        time.Advance(PreparedData.MaxAge);
        await login.ExpectNextFileAsync();
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task A_session_that_ends_closes_its_prepared_connection()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync(null);
        using var port = await PrepareAsync(login);
        using var data = await port.AcceptAsync();
        await login.Session.QuitAsync();
        await data.ExpectEndAsync();
    }

    private static async Task<ScriptedDataPort> PrepareAsync(Login login)
    {
        var preparing = login.Session.PrepareAsync(CancellationToken.None).AsTask();
        var port = await login.Server.PassiveAsync();
        await preparing.SoonAsync();
        return port;
    }
}
