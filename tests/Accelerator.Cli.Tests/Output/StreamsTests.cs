namespace Accelerator.Cli.Tests.Output;

/// <summary>
/// The outputs when standard output is redirected: only results and JSON go to standard output; progress, notices and errors go to standard
/// error.
/// </summary>
public sealed class StreamsTests : LoopbackFixture
{
    public StreamsTests() => Server.Files.AddSynthetic("/pub/f.txt", 3 << 20);

    [Theory]
    [InlineData("get", "/pub/f.txt", 0)]
    [InlineData("get", "/pub/none", 3)]
    [InlineData("mirror", "/pub", 0)]
    [InlineData("mirror", "/none", 3)]
    [InlineData("ls", "/pub", 0)]
    [InlineData("ls", "/none", 3)]
    public async Task With_JSON_standard_output_contains_only_complete_objects(string verb, string path, int exitCode)
    {
        Assert.Equal(exitCode, await RunAsync(verb, "--json", Server.UrlOf(path)));
        Assert.Contains(JsonOut, line => line.GetProperty("type").GetString() != "progress");
        AssertObjects();
        Assert.Equal(exitCode != 0 && verb != "get", Err.Length > 0);
    }

    [Theory]
    [InlineData("get", "/pub/f.txt", "/pub/none", "f.txt: ")]
    [InlineData("mirror", "/pub", "/none", "1 file")]
    [InlineData("ls", "/pub", "/none", "f.txt\n")]
    public async Task In_words_the_result_goes_to_standard_output_and_progress_and_errors_to_standard_error(string verb, string path, string missing, string result)
    {
        // Progress is shown for what takes some time: a tiny file was complete before the first line on a busy machine.
        string[] slowly = verb == "get" ? ["--limit-rate", "1M"] : [];
        Assert.Equal(0, await RunAsync([verb, .. slowly, Server.UrlOf(path)]));
        Assert.Contains(result, Out);
        // Plain progress lines begin with the time; none of them is a result.
        Assert.DoesNotMatch(@"(?m)^\d+:\d\d ", Out);
        if (verb == "get") Assert.Matches(@"(?m)^0:\d\d 3\.00 MiB of 3\.00 MiB \(100%\)", Err);
        Assert.DoesNotContain("none", Err);

        Assert.Equal(3, await RunAsync(verb, Server.UrlOf(missing)));
        Assert.Contains("none", Err);
        Assert.DoesNotContain("550", Out);
    }

    // The server is read-only and refuses the copy. Successful copies are tested between real servers.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_refused_copy_is_reported_on_standard_error_or_in_JSON(bool isJson)
    {
        await using var other = LoopbackServer.Start(new LoopbackOptions());
        string[] more = isJson ? ["--json"] : [];
        Assert.NotEqual(0, await RunAsync(["fxp", .. more, Server.UrlOf("/pub/f.txt"), other.UrlOf("/in/f.txt")]));
        if (isJson) Assert.NotEqual("", Out);
        if (isJson) AssertObjects();
        else Assert.Contains("f.txt", Err);
    }

    private void AssertObjects() => Assert.All(JsonOut, line => Assert.Equal(JsonValueKind.Object, line.ValueKind));
}
