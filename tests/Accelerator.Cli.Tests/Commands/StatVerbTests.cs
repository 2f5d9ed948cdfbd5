namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx stat</c> with the real engine, against a server in this process.</summary>
public sealed class StatVerbTests : LoopbackFixture
{
    private readonly OptionFixture<StatOptions> _stat = new(work => new StatCommand(work));

    public StatVerbTests()
    {
        Server.Files.AddText("/pub/a\u001b[2J.nc", "text");
        Server.Files.AddConstant("/pub/b.bin", 1_234_567_890);
        Server.Files.AddLink("/pub/link", "b.bin");
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<StatOptions>.Rows(CommandLineFixture.RowsOf("stat"), o => o, ("--hash", o => o.Hash, true));

    public override void Dispose()
    {
        _stat.Dispose();
        base.Dispose();
    }

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await _stat.ParseAsync([.. words.Split(' '), "ftp://h/f"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<StatOptions>.AssertComplete(RowsOf("stat"), Values);

    [Fact]
    public async Task Each_name_has_its_facts_and_the_command_behind_each()
    {
        Assert.Equal(0, await StatAsync("/pub/b.bin", "pub", "pub/a%1B[2J.nc".Replace("[", "%5B", StringComparison.Ordinal)));
        AssertOut(
            $"""
            {Url("/pub/b.bin")}
              type         file                            [MLST]
              size         1,234,567,890 bytes (1.15 GiB)  [MLST]
              modified     2026-01-02 03:04:05Z            [MLST]
              permissions  r                               [MLST]
            {Url("pub")}
              type         folder                [MLST]
              modified     2026-01-02 03:04:05Z  [MLST]
              permissions  el                    [MLST]
            {Url("pub/a\\x1B[2J.nc")}
              type         file                  [MLST]
              size         4 bytes               [MLST]
              modified     2026-01-02 03:04:05Z  [MLST]
              permissions  r                     [MLST]

            """);
        Assert.Equal("", Err);
        Assert.Equal(1, Server.Log.CountOf("USER"));
    }

    [Fact]
    public async Task A_hash_that_the_server_does_not_have_is_a_warning_and_one_that_it_has_is_a_row()
    {
        Assert.Equal(0, await StatAsync("pub/a%1B%5B2J.nc", "--hash"));
        Assert.Equal($"ftpx: warning: {Url("pub/a\\x1B[2J.nc")}: the server offers no hash.\n", Err);
        TakeOut();
        await using var server = LoopbackServer.Start(new LoopbackOptions { Features = LoopbackFeatures.Usual | LoopbackFeatures.Xmd5 });
        server.Files.AddText("/f", "text");
        Assert.Equal(0, await RunAsync("stat", $"ftp://{server.EndPoint}/f", "--hash", "--no-site-memory"));
        Assert.Contains("\n  hash         1cb251ec0d568de6a929b520c4aed8d1  [XMD5]\n  hashes       XMD5                  [FEAT]\n", Out);
    }

    [Fact]
    public async Task A_missing_name_is_an_error_and_the_others_are_shown()
    {
        Assert.Equal(12, await StatAsync("pub/none", "pub/link", "--json"));
        Assert.Equal($"ftpx: error: {Url("pub/none")} was not found: the server lists no such file or folder.\n", Err);
        Assert.Equal(["stat", "stat"], JsonTypes());
        Assert.Equal(("not_found", JsonValueKind.Null), (Text(JsonOut[0], "failure"), JsonOut[0].GetProperty("kind").ValueKind));
        Assert.Equal(("file", 1_234_567_890, "MLST"), (Text(JsonOut[1], "kind"), JsonOut[1].GetProperty("size").GetInt64(), Text(JsonOut[1].GetProperty("commands"), "size")));
        Assert.Equal(3, await StatAsync("none"));
    }

    [Fact]
    public async Task A_server_that_refuses_the_login_is_asked_once()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { User = "kim", Password = "right" });
        Process.Variables["FTPX_PASSWORD"] = "wrong";
        Assert.Equal(4, await RunAsync("stat", "--json", "--user", "kim", "--no-site-memory", $"ftp://{server.EndPoint}/a", $"ftp://{server.EndPoint}/b"));
        Assert.Equal(["login", "login"], JsonOut.Select(line => Text(line, "failure")));
        Assert.Equal(2, ErrLines.Length);
        Assert.StartsWith($"ftpx: error: The size and time of ftp://{server.EndPoint}/a could not be read. ", ErrLines[0]);
        Assert.StartsWith("ftpx: note: Check the user name and the password. ", ErrLines[1]);
        Assert.Equal(1, server.Log.CountOf("PASS"));
    }

    [Theory]
    [InlineData("pub/*.nc", " is a pattern, but a name is needed. Write *, ? and [ in a name as %2A, %3F and %5B.")]
    [InlineData("pub/[", "The set that begins with [ in the pattern \"[\" has no end.")]
    public async Task A_pattern_is_rejected_before_any_command_is_sent(string path, string sentence)
    {
        Assert.Equal(2, await StatAsync(path));
        Assert.Contains(sentence, Err);
        Assert.Empty(Server.Log.Commands);
    }

    private static string? Text(JsonElement line, string member) => line.GetProperty(member).GetString();

    private Task<int> StatAsync(params string[] words) => RunAsync(["stat", "--no-site-memory", .. words.Select(word => word.StartsWith("--", StringComparison.Ordinal) ? word : Url(word))]);
}
