namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Queries to a server that transfer no data.</summary>
public sealed class QuestionTests : OneSessionFixture
{
    [Theory]
    [InlineData("215 UNIX Type: L8", "UNIX Type: L8")]
    [InlineData("215 \u001b[2J", "\\x1B[2J")]
    [InlineData("500 what?", null)]
    public async Task SYST_gives_the_server_s_words_safe_to_print(string answer, string? expected)
    {
        var asking = Login.Session.SystemAsync(CancellationToken.None);
        await Login.Server.AnswerAsync("SYST", answer);
        Assert.Equal(expected, await asking);
    }

    [Theory]
    [InlineData("200 NOOP ok.")]
    [InlineData("500 what?")]
    public async Task Any_answer_to_NOOP_is_a_sign_of_life(string answer)
    {
        var asking = Login.Session.PingAsync(CancellationToken.None);
        await Login.Server.ExpectAsync("NOOP");
        Login.Time.Advance(TimeSpan.FromMilliseconds(70));
        await Login.Server.ReplyAsync(answer);
        Assert.Equal(TimeSpan.FromMilliseconds(70), await asking);
        Assert.True(Login.Session.IsUsable);
    }
}
