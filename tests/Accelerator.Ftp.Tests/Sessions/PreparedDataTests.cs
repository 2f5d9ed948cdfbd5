namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>A data connection that is opened before the command that uses it is sent.</summary>
public abstract class PreparedDataContract : OneSessionFixture
{
    [Theory]
    [InlineData(0)]
    [InlineData(4096)]
    public async Task A_prepared_session_sends_no_EPSV_at_RETR_however_often_it_was_prepared(long offset)
    {
        using var port = await PrepareAsync();
        await Login.Session.PrepareAsync(IsBulk, CancellationToken.None);
        Assert.Single(Login.Server.Commands, "EPSV");

        var starting = Login.StartAsync(offset);
        if (offset > 0) await Login.Server.AnswerAsync($"REST {offset}", "350 restarting");
        await Login.Server.AnswerAsync("RETR a.bin", "150 here it comes");
        await Login.FinishAsync(starting, await port.AcceptAsync());
    }

    [Fact]
    public async Task Another_command_closes_the_prepared_connection()
    {
        using var port = await PrepareAsync();
        using var data = await port.AcceptAsync();
        await Login.ExpectInStepAsync();
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task A_prepared_connection_that_has_waited_too_long_is_not_used()
    {
        using var port = await PrepareAsync();
        using var data = await port.AcceptAsync();
        Login.Time.Advance(PreparedData.MaxAge);
        await Login.ExpectNextFileAsync();
        await data.ExpectEndAsync();
    }

    [Fact]
    public async Task A_session_that_ends_closes_its_prepared_connection()
    {
        using var port = await PrepareAsync();
        using var data = await port.AcceptAsync();
        await Login.Session.QuitAsync();
        await data.ExpectEndAsync();
    }

    private protected override Task<SessionFixture> OpenAsync() => SessionFixture.OpenAsync(null);

    private async Task<ScriptedDataPort> PrepareAsync()
    {
        var preparing = Login.Session.PrepareAsync(IsBulk, CancellationToken.None).AsTask();
        var port = await Login.Server.PassiveAsync();
        await preparing.SoonAsync();
        return port;
    }
}

/// <summary>Over a connection that receives asynchronously.</summary>
public sealed class PreparedDataTests : PreparedDataContract;

/// <summary>Over a connection for much data, which receives with blocking calls on its own thread.</summary>
public sealed class BulkPreparedDataTests : PreparedDataContract
{
    private protected override bool IsBulk => true;
}
