namespace Accelerator.Cli.Tests.Commands;

/// <summary>The commands of <c>--on-complete</c> and <c>--on-error</c>, with the real engine against a server in this process.</summary>
public sealed class FileCommandTests : LoopbackFixture
{
    private const string Odd = "a b; touch $(pwned) \"x.nc";

    public FileCommandTests()
    {
        foreach (var name in (string[])["1.nc", Odd]) Server.Files.AddText($"/pass/{name}", name);
        Process.Write("show", "#!/bin/sh\nprintf '<%s>' \"$@\" \"${FTPX_FILE##*/}\" \"$FTPX_BYTES\" \"${FTPX_URL##*/}\" \"$FTPX_EXIT_CODE\" \"${FTPX_ERROR:-none}\" >> shown\necho >> shown\necho \"seen $1\"\n");
    }

    private string[] Shown => File.ReadAllLines(PathOf("shown")).Order(StringComparer.Ordinal).ToArray();

    [Fact]
    public async Task A_command_gets_a_file_with_any_name_as_arguments_and_in_variables()
    {
        Assert.Equal(0, await GetAsync("pass/*.nc", "--on-complete", "/bin/sh show {name} \"a {name}\" x{url}"));
        Assert.Equal(
            [$"<1.nc><a 1.nc><x{Url("pass/1.nc")}><1.nc><4><1.nc><0><none>", $"<{Odd}><a {Odd}><x{Url("pass/" + Odd)}><{Odd}><{Odd.Length}><{Odd}><0><none>"],
            Shown);
        Assert.Contains("ftpx: note: 1.nc: seen 1.nc\n", Err);
        AssertFiles("1.nc", Odd, "show", "shown");
    }

    [Fact]
    public async Task A_shell_gets_the_line_and_the_file_in_its_variable()
    {
        Assert.Equal(0, await GetAsync("pass/*.nc", "--shell", "--on-complete", "echo \"got ${FTPX_FILE##*/} {name}\" | tr g G >> shown"));
        Assert.Equal(["Got 1.nc {name}", $"Got {Odd} {{name}}"], Shown);
    }

    [Fact]
    public async Task A_file_named_like_a_mark_stays_one_argument_with_its_name()
    {
        Server.Files.AddText("/braces/{url}", "x");
        Assert.Equal(0, await GetAsync("braces/%7Burl%7D", "--on-complete", "/bin/sh show {name}"));
        Assert.StartsWith("<{url}><{url}>", Assert.Single(Shown));
    }

    [Theory]
    [InlineData("--on-complete: {pth} is not replaced; did you mean {path}?", "true {pth}")]
    [InlineData("--on-complete: {FILE} is not replaced; did you mean {path}?", "true {FILE}")]
    [InlineData("--on-complete: --shell does not replace {path}; the file is in the variable FTPX_FILE, its URL in FTPX_URL.", "true {path}", "--shell")]
    [InlineData(null, "true {print} {name}")]
    [InlineData(null, "true ${name} {print}", "--shell")]
    public async Task A_mark_that_is_not_replaced_is_a_warning(string? sentence, string command, params string[] words)
    {
        Assert.Equal(0, await GetAsync("pass/1.nc", ["--on-complete", command, .. words]));
        Assert.Equal(sentence is null ? [] : [$"ftpx: warning: {sentence}"], ErrLines.Where(line => line.StartsWith("ftpx: ", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_failed_file_runs_the_other_command_and_a_skipped_one_none()
    {
        Process.Write("1.nc", "mine");
        Assert.Equal(12, await GetAsync("pass/*.nc", "--skip-existing", "--failed-list", "list", "--on-error", "/bin/sh show no", "--on-complete",
            "/bin/sh show {name}"));
        Assert.Equal($"<{Odd}><{Odd}><{Odd.Length}><{Odd}><0><none>", Shown[0]);
        Assert.StartsWith("<no><gone><0><gone><3><", Shown[1]);
        Assert.Equal(2, Shown.Length);
    }

    [Fact]
    public async Task A_command_that_fails_leaves_the_files_and_gives_its_own_code()
    {
        Assert.Equal(18, await GetAsync("pass/1.nc", "--json", "--shell", "--on-complete", "echo why >&2; exit 3"));
        Assert.Contains($"ftpx: error: --on-complete: /bin/sh ended with exit code 3 for {PathOf("1.nc")}. Its output: why\n", Err);
        Assert.Equal("1.nc", await ReadAsync("1.nc"));
    }

    [Fact]
    public async Task A_command_that_cannot_be_started_is_reported_once_and_tried_once()
    {
        WriteProgram("broken", "no program");
        Assert.Equal(18, await GetAsync("pass/*.nc", "--on-complete", "./broken {path}"));
        var errors = ErrLines.Where(line => line.StartsWith("ftpx: error: ", StringComparison.Ordinal)).ToList();
        Assert.Equal(2, errors.Count);
        Assert.StartsWith($"ftpx: error: --on-complete: {PathOf("broken")} cannot be started: Exec format error. ", errors[0]);
        Assert.StartsWith("ftpx: error: The command was not run for 1 file. ", errors[1]);
        AssertFiles("1.nc", Odd, "broken", "show");
    }

    [Theory]
    [InlineData("index {path}", "There is no program index in the folders of PATH. ")]
    [InlineData("/no/such {path}", "There is no program /no/such, ")]
    [InlineData("./nothing {path}", "There is no program ")]
    [InlineData("sh -c \"mv {path} done\"", "sh is a shell, ")]
    public async Task A_command_without_its_program_is_refused_before_the_first_packet(string command, string sentence)
    {
        // Beside the run, where files arrive: as Windows would find it, and .NET on Linux.
        WriteProgram("index", "#!/bin/sh\ntouch was-run\n");
        Process.Variables["PATH"] = $":.:{Process.Folder}:{Process.Variables["PATH"]}";
        foreach (var option in (string[])["--on-complete", "--on-error"])
        {
            Assert.Equal(2, await GetAsync("pass/1.nc", option, command));
            Assert.Contains($"ftpx: error: {option}: {sentence}", Err);
        }
        Assert.Empty(Server.Log.Retrievals);
        AssertFiles("index", "show");
    }

    [Fact]
    public async Task A_file_with_a_dash_is_no_option()
    {
        Server.Files.AddText("/dash/-rf", "x");
        Assert.Equal(0, await GetAsync("dash/-rf", "--on-complete", "/bin/sh show {name} {path} x{name}"));
        Assert.StartsWith($"<./-rf><{PathOf("-rf")}><x-rf><-rf>", Assert.Single(Shown));
    }

    [Fact]
    public async Task A_mirror_runs_it_for_each_new_file()
    {
        Assert.Equal(0, await RunAsync("mirror", "--no-site-memory", Url("pass"), "--on-complete", "/bin/sh show {name}"));
        Assert.Equal(["<1.nc><1.nc><4><1.nc><0><none>", $"<{Odd}><{Odd}><{Odd.Length}><{Odd}><0><none>"], Shown);
        Assert.Equal(0, await RunAsync("mirror", "--no-site-memory", Url("pass"), "--on-complete", "/bin/sh show {name}"));
        Assert.Equal(2, Shown.Length);
    }

    [Fact]
    public async Task A_command_ends_after_its_time()
    {
        Assert.Equal(18, await GetAsync("pass/1.nc", "--on-complete", "sleep 100", "--command-timeout", "0.1s"));
        Assert.Contains($"/sleep was terminated for {PathOf("1.nc")}: it ran for 0.1 s, the limit of --command-timeout.\n", Err);
    }

    [Theory]
    [InlineData("--on-complete is empty; give a program, ", "--on-complete", " ")]
    [InlineData("--on-complete: a quotation mark is not closed: show \"{path}", "--on-complete", "show \"{path}")]
    [InlineData("--shell needs a command: ", "--shell")]
    [InlineData("--on-error needs a transfer, but --dry-run downloads nothing; ", "--on-error", "true", "--dry-run")]
    [InlineData("--on-complete: Windows' shell runs batch files, ", "--on-complete", "index.CMD {path}")]
    public async Task Impossible_combinations_are_refused_before_the_first_packet(string sentence, params string[] words)
    {
        Assert.Equal(2, await GetAsync("pass/1.nc", words));
        Assert.StartsWith($"ftpx: error: {sentence}", Err);
        Assert.Empty(Server.Log.Retrievals);
    }

    private void WriteProgram(string name, string text)
    {
        var path = Process.Write(name, text);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserExecute);
    }

    private Task<int> GetAsync(string path, params string[] words)
    {
        string[] gone = words.Contains("--failed-list") ? [Url("pass/gone")] : [];
        return RunAsync(["get", "--no-site-memory", Url(path), .. gone, "-o", ".", .. words]);
    }
}
