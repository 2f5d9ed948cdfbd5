namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Questions to a server that move no data.</summary>
public sealed class QuestionTests
{
    [Fact]
    public async Task The_greeting_is_kept()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        Assert.Equal(220, login.Session.Traits.Greeting?.Code);
    }

    [Theory]
    [InlineData("215 UNIX Type: L8", "UNIX Type: L8")]
    [InlineData("215 \u001b[2J", "\\x1B[2J")]
    [InlineData("500 what?", null)]
    public async Task SYST_gives_the_server_s_words_safe_to_print(string answer, string? expected)
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var asking = login.Session.SystemAsync(CancellationToken.None);
        await login.Server.AnswerAsync("SYST", answer);
        Assert.Equal(expected, await asking);
    }

    [Theory]
    [InlineData("200 NOOP ok.")]
    [InlineData("500 what?")]
    public async Task Any_answer_to_NOOP_is_a_sign_of_life(string answer)
    {
        using var site = new Site();
        await using var login = await site.LogInAsync([]);
        var asking = login.Session.PingAsync(CancellationToken.None);
        await login.Server.AnswerAsync("NOOP", answer);
        Assert.True(await asking > TimeSpan.Zero);
        Assert.True(login.Session.IsUsable);
    }

    [Fact]
    public async Task The_claims_of_FEAT_can_be_listed()
    {
        using var site = new Site();
        await using var login = await site.LogInAsync("SIZE", "REST STREAM");
        Assert.Equal(["REST", "SIZE"], login.Session.Traits.Features!.Names.Order());
    }
}
