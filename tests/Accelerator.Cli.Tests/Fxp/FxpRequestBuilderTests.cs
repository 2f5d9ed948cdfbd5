namespace Accelerator.Cli.Tests.Fxp;

/// <summary>The meaning of two addresses, and the credentials of each side.</summary>
public sealed class FxpRequestBuilderTests : CommandLineFixture
{
    [Theory]
    [InlineData("ftp://a/out/x.bin", "ftp://b/in/y.bin", "out/x.bin", "in/y.bin")]
    [InlineData("ftp://a/out/x.bin", "ftp://b/in/", "out/x.bin", "in/x.bin")]
    [InlineData("ftp://a/out/x.bin", "ftp://b/", "out/x.bin", "x.bin")]
    [InlineData("ftp://a/out/x.bin", "ftp://b", "out/x.bin", "x.bin")]
    [InlineData("ftp://a//out/x.bin", "ftp://b//", "/out/x.bin", "/x.bin")]
    [InlineData("ftp://a/a%20b%2Ac.bin", "ftp://b/in/", "a b*c.bin", "in/a b*c.bin")]
    public async Task One_file_goes_to_a_name_or_into_a_folder(string source, string destination, string from, string to)
    {
        var run = await ReadAsync(source, destination);
        var item = Assert.Single(run.Request.Items);
        Assert.Equal((from, to), (item.From.Text, item.To.Text));
        Assert.True(run.IsSingle);
        Assert.Equal(destination.EndsWith('/') || !destination.Contains("in"), item.MakesFolders);
    }

    [Theory]
    [InlineData("ftp://a/out/", "ftp://b/in/", false, "out", "in")]
    [InlineData("ftp://a/out", "ftp://b/in", true, "out", "in")]
    [InlineData("ftp://a/", "ftp://b/in", false, "", "in")]
    [InlineData("ftp://a//", "ftp://b//", false, "/", "/")]
    public async Task A_slash_or_an_option_makes_it_a_folder(string source, string destination, bool recursive, string from, string to)
    {
        var run = await ReadAsync(source, destination, options => options with { Recursive = recursive });
        Assert.Equal((from, to), (run.Tree!.Text, run.Folder.Text));
        Assert.Empty(run.Request.Items);
        Assert.Null(run.Pattern);
    }

    [Fact]
    public async Task A_pattern_goes_into_a_folder()
    {
        var run = await ReadAsync("ftp://a/out/*.nc", "ftp://b/in/");
        Assert.NotNull(run.Pattern);
        Assert.Equal("in", run.Folder.Text);
        Assert.Null(run.Tree);
    }

    [Theory]
    [InlineData("ftp://a/*.nc", "ftp://b/in", false, "", "end the URL with a slash for a folder")]
    [InlineData("ftp://a/*.nc", "ftp://b/in/", true, "", "--recursive needs a folder, not a pattern")]
    [InlineData("ftp://a/x.bin", "ftp://b/*/", false, "", "contains a pattern, but the destination needs a name")]
    [InlineData("ftp://a/out/", "ftp://b/", false, "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "A hash applies to one file")]
    [InlineData("http://a/x", "ftp://b/", false, "", "is not an FTP URL")]
    [InlineData("ftp://a/x.bin", "ftp://b/", false, "max-depth", "--max-depth is for a folder")]
    [InlineData("ftp://a/x", "D:\\data", false, "", "is not an FTP URL")]
    public async Task An_impossible_request_is_rejected_before_the_first_packet(string source, string destination, bool recursive, string option, string words)
    {
        var e = await Assert.ThrowsAsync<UsageException>(() => ReadAsync(source, destination, options => options with
        {
            Recursive = recursive,
            Verify = option.StartsWith("sha256", StringComparison.Ordinal) ? Accelerator.Cli.Values.GetValues.Verify(option) : Verification.Auto,
            MaxDepth = option == "max-depth" ? 1 : null,
        }));
        Assert.Contains(words, e.Message);
    }

    [Fact]
    public async Task Existing_files_are_skipped_unless_one_file_is_to_be_replaced()
    {
        Assert.True((await ReadAsync("ftp://a/x.bin", "ftp://b/")).Request.SkipComplete);
        // Under another name, the length would be the only evidence that the file is the same.
        Assert.False((await ReadAsync("ftp://a/x.bin", "ftp://b/y.bin")).Request.SkipComplete);
        Assert.False((await ReadAsync("ftp://a/x.bin", "ftp://b/", options => options with { Overwrite = true })).Request.SkipComplete);
        Assert.True((await ReadAsync("ftp://a/out/", "ftp://b/", options => options with { Overwrite = true })).Request.SkipComplete);
    }

    [Fact]
    public async Task Each_server_has_its_own_login_in_the_environment()
    {
        Process.Variables["FTPX_SOURCE_USER"] = "sue";
        Process.Variables["FTPX_SOURCE_PASSWORD"] = "s-secret";
        Process.Variables["FTPX_USER"] = "kim";
        Process.Variables["FTPX_PASSWORD"] = "k-secret";
        var request = (await ReadAsync("ftp://a/x.bin", "ftp://b/")).Request;
        Assert.Equal((new FtpCredential("sue", "s-secret"), new FtpCredential("kim", "k-secret")), (request.Source.Credential, request.Destination.Credential));
        Process.Variables["FTPX_DESTINATION_PASSWORD"] = "d-secret";
        Assert.Equal("d-secret", (await ReadAsync("ftp://a/x.bin", "ftp://b/")).Request.Destination.Credential.Password);
    }

    [Theory]
    [InlineData("one\n", "one", "one")]
    [InlineData("one\ntwo\n", "one", "two")]
    public async Task Standard_input_gives_one_password_or_two(string input, string source, string destination)
    {
        Process.StandardInput = input;
        var request = (await ReadAsync("ftp://sue@a/x.bin", "ftp://dan@b/", options => options with { PasswordStdin = true })).Request;
        Assert.Equal((new FtpCredential("sue", source), new FtpCredential("dan", destination)), (request.Source.Credential, request.Destination.Credential));
    }

    private Task<FxpRunRequest> ReadAsync(string source, string destination, Func<FxpOptions, FxpOptions>? change = null)
    {
        var options = new FxpOptions { Source = source, Destination = destination, NoSiteMemory = true };
        return new FxpRequestBuilder(change is null ? options : change(options), Process.Value, static _ => { }).ReadAsync();
    }
}
