namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>The server's hash of a file: the algorithm, then the digest; null for every refusal.</summary>
public sealed class HashTests : OneSessionFixture
{
    private static readonly FtpPath Path = FtpPath.FromText("a.bin", FtpCharsets.Utf8);
    private static readonly HashCommand Md5 = HashCommand.For("HASH", "MD5")!;
    private static readonly string Digest = new('a', 32);

    private bool _isComputed;

    [Theory]
    [InlineData("213 MD5 0-4 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa a.bin", true)]
    [InlineData("213 none", false)]
    [InlineData("550 No.", false)]
    public async Task The_digest_is_asked_for_once_the_algorithm_is_taken(string answer, bool isGiven)
    {
        var asking = AskAsync(Md5);
        await Login.Server.AnswerAsync("OPTS HASH MD5", "200 MD5");
        await Login.Server.AnswerAsync("HASH a.bin", answer);
        Assert.Equal(isGiven ? Digest : null, await asking.SoonAsync());
        Assert.True(_isComputed);
        Assert.True(Login.Session.IsUsable);
    }

    [Fact]
    public async Task A_command_with_one_algorithm_is_sent_alone()
    {
        var asking = AskAsync(HashCommand.For("XMD5", null)!);
        await Login.Server.AnswerAsync("XMD5 a.bin", $"250 {Digest}");
        Assert.Equal(Digest, await asking.SoonAsync());
    }

    [Fact]
    public async Task Nothing_is_computed_here_for_an_algorithm_that_the_server_lists_and_refuses()
    {
        var asking = AskAsync(Md5);
        await Login.Server.AnswerAsync("OPTS HASH MD5", "501 No.");
        Assert.Null(await asking.SoonAsync());
        Assert.False(_isComputed);
        Assert.Equal("OPTS HASH MD5", Login.Server.Commands[^1]);
    }

    [Theory]
    [InlineData("OPTS HASH MD5")]
    [InlineData("HASH a.bin")]
    public async Task A_421_is_the_end_of_the_session_and_not_a_missing_digest(string closed)
    {
        var asking = AskAsync(Md5);
        await Login.Server.AnswerAsync("OPTS HASH MD5", closed.StartsWith("OPTS", StringComparison.Ordinal) ? "421 Bye." : "200 MD5");
        if (closed == "HASH a.bin") await Login.Server.AnswerAsync(closed, "421 Timeout.");
        var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => asking.SoonAsync());
        Assert.Equal((421, false), (refusal.Reply.Code, Login.Session.IsUsable));
    }

    private Task<string?> AskAsync(HashCommand command) => Login.Session.HashAsync(
        command, Path, length: null, TimeSpan.FromSeconds(30), CancellationToken.None, () => Task.FromResult(_isComputed = true));
}
