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

    [Theory]
    [InlineData("250 here", true)]
    [InlineData("550 no", false)]
    [InlineData("421 Too busy", false)]
    [InlineData(null, false)]
    public async Task Whether_a_path_is_a_folder_is_asked_for_five_seconds_and_no_failure_counts(string? answer, bool expected)
    {
        var asking = Login.Session.IsDirectoryAsync(SiteFixture.Path("pub"), CancellationToken.None).AsTask();
        await Login.Server.ExpectAsync("CWD pub");
        if (answer is not null) await Login.Server.ReplyAsync(answer);
        else await Login.Time.EndWaitAsync(TimeSpan.FromSeconds(5));
        Assert.Equal(expected, await asking.SoonAsync());
    }

    [Theory]
    [InlineData(null)]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Several_commands_go_at_once_only_to_a_server_that_is_known_to_take_them(bool? known)
    {
        Login.Session.Traits.ExpectLogin(known);
        var asking = Login.Session.SizeAndModifiedAsync(SiteFixture.Path("a.bin"), CancellationToken.None).AsTask();
        await Login.Server.ExpectAsync("SIZE a.bin");
        // A server that takes one command per packet answers only the first.
        Assert.Equal(known is true, Login.Server.HasNewsWithin(known is true ? ScriptedServer.Patience : TimeSpan.FromMilliseconds(50)));
        await Login.Server.ReplyAsync("213 5");
        await Login.Server.AnswerAsync("MDTM a.bin", "213 20260102030405");
        Assert.Equal((5L, "20260102030405"), await asking.SoonAsync());
    }
}
