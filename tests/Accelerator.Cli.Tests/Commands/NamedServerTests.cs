using Accelerator.Engine.Fxp;

namespace Accelerator.Cli.Tests.Commands;

/// <summary>Addresses that begin with the name of a configured server, and the precedence of their settings.</summary>
public sealed class NamedServerTests : EngineFixture
{
    public NamedServerTests()
    {
        Process.Variables["HOME"] = Process.Folder;
        Configure(
            """
            {
              "defaults": { "timeout-stall": 9 },
              "servers": {
                "lab": { "url": "ftp://kim@h:2121/pub", "streams": 5 },
                "lab2": { "url": "ftps://i" },
                "ftp.example.org": { "url": "ftp://j" }
              }
            }
            """);
        Process.Variables["FTPX_PASSWORD"] = "p";
    }

    [Theory]
    [InlineData("lab:a/b.nc", "ftp://kim@h:2121/pub/a/b.nc")]
    [InlineData("lab:/a/b.nc", "ftp://kim@h:2121//a/b.nc")]
    [InlineData("lab:100%25.bin", "ftp://kim@h:2121/pub/100%.bin")]
    [InlineData("lab:2026/05.nc", "ftp://kim@h:2121/pub/2026/05.nc")]
    [InlineData("lab2:f", "ftps://i:990/f")]
    [InlineData("ftp.example.org:21/f", "ftp://j:21/21/f")]
    [InlineData("ftp://ftp.example.org:21/f", "ftp://ftp.example.org:21/f")]
    public async Task An_address_is_that_of_the_server_with_the_path(string typed, string meant)
    {
        var source = (await GetAsync(typed)).Items[0].Sources[0];
        var user = source.Credential.User == "anonymous" ? "" : source.Credential.User + "@";
        Assert.Equal(meant, $"{source.Endpoint.Scheme}://{user}{source.Endpoint}/{source.Path}");
    }

    [Fact]
    public async Task Lists_replicas_and_several_addresses_take_names()
    {
        Process.Write("list.txt", "lab:a x.nc\n/ lab:b\n".Replace("/ ", "", StringComparison.Ordinal));
        var listed = await GetAsync("--input-file", "list.txt", "lab:c", "lab:d");
        Assert.Equal(["pub/c", "pub/d", "pub/a", "pub/b"], listed.Items.Select(item => item.Sources[0].Path.Text));
        Assert.Equal("x.nc", Path.GetFileName(listed.Items[2].TargetPath));
        var request = await GetAsync("lab:c", "--replica", "lab2:mirror/c", "--streams", "2");
        Assert.Equal(["pub/c", "mirror/c"], request.Items[0].Sources.Select(source => source.Path.Text));
    }

    [Fact]
    public async Task Mirror_fxp_and_probe_take_names_with_their_settings()
    {
        MirrorRequest? mirror = null;
        await RunAsync("mirror lab:passes", new MirrorCommand(async options =>
        {
            mirror = await new MirrorRequestBuilder(options, Process.Value, _ => { }).ReadAsync();
            return 0;
        }));
        Assert.Equal(("pub/passes", 5, PathOf("passes")), (mirror!.Source.Path.Text, mirror.Transfer.Streams, mirror.TargetRoot));

        FxpRequest? fxp = null;
        await RunAsync("fxp lab:out/a.nc lab2:/in/", new FxpCommand(async options =>
        {
            var run = await new FxpRequestBuilder(options, Process.Value, _ => { }).ReadAsync();
            Assert.Equal((5, 9.0), (run.Source.Connection.Streams, run.Destination.Connection.Timeouts.Stall.TotalSeconds));
            fxp = run.Request;
            return 0;
        }));
        Assert.Equal(("h:2121", "i:990"), ($"{fxp!.Source.Endpoint}", $"{fxp.Destination.Endpoint}"));
        Assert.Equal(("pub/out/a.nc", "/in/a.nc"), (fxp.Items[0].From.Text, fxp.Items[0].To.Text));

        ProbeRequest? probe = null;
        await RunAsync("probe lab:big.bin", new ProbeCommand(async options =>
        {
            probe = await new ProbeRequestBuilder(options, Process.Value, _ => { }).ReadAsync();
            return 0;
        }));
        Assert.Equal(("kim", "pub/big.bin", 9.0), (probe!.Source.Credential.User, probe.Source.Path.Text, probe.Timeouts.Stall.TotalSeconds));
    }

    [Fact]
    public async Task Doctor_measures_the_path_to_a_named_server()
    {
        FtpEndpoint? asked = null;
        var host = DoctorSamples.Host(DoctorSamples.Desktop(), DoctorSamples.Path()) with
        {
            ExaminePathAsync = (server, _, _) =>
            {
                asked = server.Endpoint;
                return Task.FromResult(DoctorSamples.Path());
            },
        };
        await RunAsync("doctor lab:", new DoctorCommand(new DoctorRunner(Process.Value, () => host, (_, _, _, _, _) => Task.FromResult(0)).RunAsync));
        Assert.Equal("h:2121", $"{asked}");
    }

    [Theory]
    [InlineData("get labb:f", "unknown server \"labb\"; did you mean \"lab:\"?")]
    [InlineData("ls Lab:", "unknown server \"Lab\"; did you mean \"lab:\"?")]
    [InlineData("get lab:f --replica elsewhere:f", "--replica: unknown server \"elsewhere\": add it with ftpx site add elsewhere URL, or write a URL that begins with ftp://.")]
    [InlineData("doctor elsewhere:", "unknown server \"elsewhere\": add it with")]
    [InlineData("get host:21/f", "\"host:21/f\" has no scheme: write ftp://host:21/f. Run: ftpx get ftp://host:21/f")]
    [InlineData("get la:2026/f", "\"la:2026/f\" has no scheme: write ftp://la:2026/f; or did you mean the server \"lab:\"?")]
    [InlineData("lab:2026/f --streams 2", "\"lab:2026/f\" is a URL, not a command. Run: ftpx get lab:2026/f --streams 2")]
    [InlineData("lab:", "\"lab:\" is a URL, not a command. Run: ftpx ls lab:")]
    [InlineData("get kim:s3cret@h/f", "\"kim:***@h/f\" has no scheme")]
    [InlineData("get lab:s3cret@h/f", "\"lab:***@h/f\" has no scheme")]
    [InlineData("get C:\\x\\f", "\"C:\\x\\f\" is not an FTP URL")]
    [InlineData("ls lab", "\"lab\" has no colon after the name of the server: write lab:. Run: ftpx ls lab:")]
    [InlineData("ls lab/a", "\"lab/a\" has no colon after the name of the server: write lab:a. Run: ftpx ls lab:a")]
    [InlineData("get lab:a/", "lab:a/ is a folder, not a file. To download all of it, run: ftpx mirror lab:a/", 3)]
    [InlineData("mirror lab2:", "lab2: has no name for the local folder; give one, for example: ftpx mirror lab2: archive.")]
    [InlineData("get lab:a lab2:b", "lab and lab2 have different settings (see ftpx site list), but one command uses one set: use two commands or give the differing options on the command line.")]
    [InlineData("get lab:a ./out", "\"./out\" is a local path, not an FTP URL; the local path follows --output. Run: ftpx get lab:a --output ./out")]
    public async Task Anything_else_gives_one_message(string line, string sentence, int code = 2)
    {
        Assert.Equal(code, await FtpxAsync(line.Split(' ')));
        Assert.StartsWith($"ftpx: error: {sentence}", Err, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", Err, StringComparison.Ordinal);
        Assert.Null(Request);
    }

    [Theory]
    [InlineData(false, "'lab:sub dir/'")]
    [InlineData(true, "\"lab:sub dir/\"")]
    public async Task A_command_with_a_folder_of_a_named_server_is_quoted_for_the_shell(bool isWindows, string quoted)
    {
        Process.IsWindows = isWindows;
        // On Windows the file would be looked for elsewhere.
        Process.Variables["FTPX_CONFIG"] = PathOf(".config", "accelerator", "config.json");
        Assert.Equal(3, await FtpxAsync(["get", "lab:sub dir/"]));
        Assert.StartsWith($"ftpx: error: lab:sub dir/ is a folder, not a file. To download all of it, run: ftpx mirror {quoted}\n", Err, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_mistyped_name_in_a_list_is_reported_with_its_line()
    {
        Process.Write("list.txt", "lab:a\nlbb:b\n");
        Assert.Equal(2, await CodeAsync("--input-file", "list.txt"));
        Assert.StartsWith("ftpx: error: list.txt, line 2: unknown server \"lbb\"; did you mean \"lab:\"?", Err, StringComparison.Ordinal);
    }

    /// <summary>Command line, then the named server, then what is stored for the login and for all logins, then the defaults.</summary>
    [Fact]
    public async Task A_setting_comes_from_the_first_place_that_has_it()
    {
        Assert.Equal((5, 9.0), await PlacesAsync("lab:f"));
        await SetAsync("h:2121", "streams=2", "timeout-stall=3");
        Assert.Equal((5, 3.0), await PlacesAsync("lab:f"));
        Assert.Equal((2, 3.0), await PlacesAsync("ftp://kim@h:2121/f"));
        await SetAsync("h:2121", "--user", "kim", "timeout-stall=4");
        Assert.Equal((5, 4.0), await PlacesAsync("lab:f"));
        await SetAsync("lab:", "timeout-stall=6");
        Assert.Equal((5, 6.0), await PlacesAsync("lab:f"));
        Assert.Equal((7, 8.0), await PlacesAsync("lab:f", "--streams", "7", "--timeout-stall", "8"));
        Assert.Equal((null, 9.0), await PlacesAsync("ftp://elsewhere/f"));
        // The option concerns what is stored, not what the user has configured.
        Assert.Equal((null, 9.0), await PlacesAsync("ftp://kim@h:2121/f", "--no-site-memory"));
        Assert.Equal((5, 6.0), await PlacesAsync("lab:f", "--no-site-memory"));
    }

    [Fact]
    public async Task The_user_comes_from_the_command_line_then_the_environment_then_the_server()
    {
        Assert.Equal("kim", await UserAsync("lab:f"));
        Process.Variables["FTPX_USER"] = "lee";
        Assert.Equal("lee", await UserAsync("lab:f"));
        Assert.Equal("kim", await UserAsync("ftp://kim@h/f"));
        Assert.Equal("max", await UserAsync("lab:f", "--user", "max"));
    }

    [Theory]
    [InlineData("{", "The configuration file FILE is not valid: line 1: this is not valid JSON")]
    [InlineData("{\n\"servers\": {\n\"lab\": { \"url\": \"ftp://h\", \"streems\": 8 } } }", "The configuration file FILE is not valid: line 3, servers.lab.streems: unknown key; did you mean \"streams\"?\n")]
    public async Task A_broken_file_stops_every_command_because_a_setting_may_require_TLS(string text, string sentence)
    {
        var file = Configure(text);
        foreach (var words in (string[][])[["get", "ftp://h/f"], ["ls", "lab:"], ["site", "list"], ["site", "add", "b1", "ftp://b"], ["doctor", "ftp://h/"]])
        {
            Process.Err.GetStringBuilder().Clear();
            Assert.Equal(2, await FtpxAsync(words));
            Assert.StartsWith("ftpx: error: " + sentence.Replace("FILE", file, StringComparison.Ordinal), Err, StringComparison.Ordinal);
        }
        Assert.Equal(text, await File.ReadAllTextAsync(file));
    }

    [Fact]
    public async Task Another_file_can_be_chosen_and_an_empty_one_configures_nothing()
    {
        Process.Write("mine.json", "{ \"servers\": { \"lab\": { \"url\": \"ftp://mine/\" } } }");
        Process.Variables["FTPX_CONFIG"] = "mine.json";
        Assert.Equal("mine:21", $"{(await GetAsync("lab:f")).Items[0].Sources[0].Endpoint}");
        Process.Variables["FTPX_CONFIG"] = Process.Write("none.json", "");
        Assert.Equal(10.0, (await GetAsync("ftp://h/f")).Timeouts.Stall.TotalSeconds);
        Process.Variables["FTPX_CONFIG"] = "missing.json";
        Assert.Equal(2, await CodeAsync("ftp://h/f"));
        Assert.Equal($"ftpx: error: FTPX_CONFIG names {PathOf("missing.json")}, which does not exist: create it with ftpx site add, or unset the variable.\n", Err);
        Process.Err.GetStringBuilder().Clear();
        Process.Variables["FTPX_CONFIG"] = Process.Folder;
        Assert.Equal(2, await CodeAsync("ftp://h/f"));
        Assert.Equal($"ftpx: error: The configuration file cannot be read: {Process.Folder} is a folder, not a file.\n", Err);
    }

    [Theory]
    [InlineData("ftpx get l", "lab2: lab:")]
    [InlineData("ftpx mirror lab2", "lab2:")]
    [InlineData("ftpx get ftp://h/f --replica lab:", "lab:")]
    [InlineData("ftpx fxp lab:a ftp.", "ftp.example.org:")]
    [InlineData("ftpx site show lab2", "lab2:")]
    [InlineData("ftpx site remove la", "lab lab2")]
    [InlineData("ftpx site add x1 la", "")]
    [InlineData("ftpx credential set la", "lab2: lab:")]
    public async Task A_shell_completes_names(string line, string expected)
    {
        var asked = RootCommand.ExecutableName + line["ftpx".Length..];
        Assert.Equal(0, await FtpxAsync([$"[suggest:{asked.Length}]", asked]));
        var word = line.Split(' ')[^1];
        Assert.Equal(expected, string.Join(' ', Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(offered => offered.StartsWith(word, StringComparison.Ordinal)).Distinct().Order(StringComparer.Ordinal)));
    }

    [Fact]
    public async Task A_password_is_stored_for_the_login_of_a_name()
    {
        Process.StandardInput = "s3cret\n";
        Assert.Equal(0, await FtpxAsync(["credential", "set", "lab:", "--password-stdin"]));
        Process.Variables.Remove("FTPX_PASSWORD");
        Assert.Equal("s3cret", (await GetAsync("lab:f")).Items[0].Sources[0].Credential.Password);
        Assert.DoesNotContain("s3cret", Out + Err, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_hint_shows_the_name_as_it_was_typed()
    {
        await GetAsync(Finish(TransferSamples.Failed(FailureKind.Network, canResume: true)), "lab:a/b.nc");
        Assert.EndsWith("to continue, run: ftpx get lab:a/b.nc\n", Err, StringComparison.Ordinal);
    }

    private string Configure(string text)
    {
        var folder = Directory.CreateDirectory(PathOf(".config", "accelerator")).FullName;
        var file = Path.Combine(folder, "config.json");
        File.WriteAllText(file, text);
        return file;
    }

    private async Task<(int?, double)> PlacesAsync(params string[] words)
    {
        var request = await GetAsync(words);
        return (request.Streams, request.Timeouts.Stall.TotalSeconds);
    }

    private async Task<string> UserAsync(params string[] words) => (await GetAsync(words)).Items[0].Sources[0].Credential.User;

    private async Task SetAsync(params string[] words) => Assert.True(await FtpxAsync(["site", "set", .. words]) == 0, Err);

    private async Task RunAsync(string line, Command command) => Assert.True(await FtpxAsync(line.Split(' '), command) == 0, Err);

    private async Task<TransferRequest> GetAsync(params string[] words)
    {
        Assert.True(await CodeAsync(words) == 0, Err);
        return Request!;
    }

    private Task<int> CodeAsync(params string[] words) => GetAsync(Finish(TransferSamples.Done()), words);
}
