namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>A data connection that is opened ahead of the command that uses it.</summary>
public sealed class PreparedDataTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(4096)]
    public async Task A_prepared_session_sends_no_EPSV_at_RETR_however_often_it_was_prepared(long offset)
    {
        await using var login = await SessionFixture.OpenAsync(null);
        using var port = await PrepareAsync(login);
        await login.Session.PrepareAsync(CancellationToken.None);
        Assert.Single(login.Server.Commands, "EPSV");

        var starting = login.StartAsync(offset);
        if (offset > 0) await login.Server.AnswerAsync($"REST {offset}", "350 restarting");
        await login.Server.AnswerAsync("RETR a.bin", "150 here it comes");
        await login.FinishAsync(starting, await port.AcceptAsync());
    }

    [Fact]
    public async Task Another_command_lets_the_prepared_connection_go()
    {
        await using var login = await SessionFixture.OpenAsync(null);
        using var port = await PrepareAsync(login);
        using var data = await port.AcceptAsync();
        await login.ExpectInStepAsync();
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task A_prepared_connection_that_has_waited_too_long_is_not_used()
    {
        await using var login = await SessionFixture.OpenAsync(null);
        using var port = await PrepareAsync(login);
        using var data = await port.AcceptAsync();
        login.Time.Advance(PreparedData.MaxAge);
        await login.ExpectNextFileAsync();
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task A_session_that_ends_closes_its_prepared_connection()
    {
        await using var login = await SessionFixture.OpenAsync(null);
        using var port = await PrepareAsync(login);
        using var data = await port.AcceptAsync();
        await login.Session.QuitAsync();
        await data.ExpectEndAsync();
    }

    private static async Task<ScriptedDataPort> PrepareAsync(SessionFixture login)
    {
        var preparing = login.Session.PrepareAsync(CancellationToken.None).AsTask();
        var port = await login.Server.PassiveAsync();
        await preparing.SoonAsync();
        return port;
    }
}
