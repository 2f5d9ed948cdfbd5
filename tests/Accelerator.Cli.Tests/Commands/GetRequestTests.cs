namespace Accelerator.Cli.Tests.Commands;

public sealed class GetRequestTests : CommandLineFixture
{
    [Theory]
    [InlineData(null, "big.bin")]
    [InlineData("in", "in/big.bin")]
    [InlineData("in/", "in/big.bin")]
    [InlineData("other", "other")]
    [InlineData("new/", "new/big.bin")]
    [InlineData("new/deep/", "new/deep/big.bin")]
    [InlineData("new/other", "new/other")]
    public void The_output_is_a_folder_or_the_name_and_the_current_folder_without_one(string? output, string target)
    {
        Directory.CreateDirectory(PathOf("in"));
        var options = new GetOptions { Addresses = ["ftp://h/pub/big.bin"], Output = output?.Replace('/', Path.DirectorySeparatorChar) };
        var request = Build(options);
        Assert.Equal((PathOf(target.Split('/')), true), (Assert.Single(request.Items).TargetPath, request.CreateFolders));
        AssertFiles("in");
    }

    [Theory]
    [InlineData("ftp://[::1]/a")]
    [InlineData("ftp://k*?[m@h/a")]
    public void Only_the_path_of_a_URL_can_be_a_pattern(string address) =>
        Assert.Equal(PathOf("other"), Assert.Single(Build(new GetOptions { Addresses = [address], Output = "other" }).Items).TargetPath);

    [Theory]
    [InlineData("ftp://h/a ftp://h/b in", "in/a in/b")]
    [InlineData("ftp://h/a .", "a")]
    [InlineData("ftp://h/a new/deep/", "new/deep/a")]
    [InlineData("in", "in/listed", true)]
    public void A_last_argument_that_is_a_folder_or_ends_like_one_is_the_output(string words, string targets, bool isListed = false)
    {
        Directory.CreateDirectory(PathOf("in"));
        Process.Write("list.txt", "ftp://h/listed\n");
        var request = Build(new GetOptions { Addresses = words.Split(' '), InputFile = isListed ? "list.txt" : null });
        Assert.Equal(targets.Split(' ').Select(target => PathOf(target.Split('/'))), request.Items.Select(item => item.TargetPath));
    }

    [Theory]
    [InlineData("name:dir/")]
    [InlineData("ftp:/h/dir/")]
    public void A_last_argument_with_a_colon_is_no_new_folder(string last) =>
        Assert.Throws<UsageException>(() => Build(new GetOptions { Addresses = ["ftp://h/a", last] }));

    [Fact]
    public void Existing_files_are_compared_unless_an_option_overrides_it()
    {
        (GetOptions Options, bool Overwrite, SkipRule Skips)[] rules =
        [
            (new GetOptions(), false, SkipRule.Same), (new GetOptions { Update = true }, true, SkipRule.Same),
            (new GetOptions { SkipExisting = true }, false, SkipRule.Existing), (new GetOptions { Overwrite = true }, true, SkipRule.None),
        ];
        foreach (var (options, overwrite, skip) in rules)
        {
            var request = Build(options with { Addresses = ["ftp://h/f"] });
            Assert.Equal((overwrite, skip), (request.Overwrite, request.Skips));
        }
    }

    [Fact]
    public void Every_option_reaches_the_request()
    {
        var options = new GetOptions
        {
            Addresses = ["ftp://h/f"],
            Streams = 3,
            MaxSessions = 5,
            Segments = new SegmentLimits(1, 2),
            LimitRate = RateLimit.Parse("4K"),
            Verify = new Verification(VerifyMode.Always),
            Overwrite = true,
            NoResume = true,
            Bind = ["127.0.0.1,eth1"],
            Replicas = ["ftp://b/f"],
            TrustReplica = true,
            Active = true,
            Insecure = true,
            Timeouts = new FtpTimeouts { Stall = TimeSpan.FromSeconds(1) },
            Charset = FtpCharsets.Find("cp949")!,
        };
        var request = Build(options);

        Assert.Equal((3, 5, options.Segments, 4096L, options.Verify), (request.Streams, request.MaxStreams, request.Segments, request.RateLimit, request.Verify));
        Assert.Equal((true, false, true, true), (request.Overwrite, request.Resume, request.ActiveMode, request.AcceptAnyCertificate));
        Assert.Equal(["127.0.0.1", "eth1"], request.LocalPaths.Select(path => path?.Name));
        Assert.True(request.TrustReplicas);
        Assert.Equal((options.Timeouts, 949), (request.Timeouts, request.Charset.CodePage));
    }

    [Fact]
    public void A_name_in_the_servers_charset_is_sent_in_its_bytes()
    {
        var request = Build(new GetOptions { Addresses = ["ftp://h/데이터"], Charset = FtpCharsets.Find("cp949")! });
        Assert.Equal([0xB5, 0xA5, 0xC0, 0xCC, 0xC5, 0xCD], request.Items[0].Sources[0].Path.Bytes.ToArray());
        Assert.Equal("데이터", Path.GetFileName(request.Items[0].TargetPath));
    }

    [Theory]
    [InlineData("ftp://h/f", null, FtpSecurity.None, 21)]
    [InlineData("ftps://h/f", null, FtpSecurity.Implicit, 990)]
    [InlineData("ftpes://h/f", null, FtpSecurity.Explicit, 21)]
    [InlineData("ftp://h/f", FtpSecurity.Implicit, FtpSecurity.Implicit, 990)]
    [InlineData("FTP://h/f", FtpSecurity.Explicit, FtpSecurity.Explicit, 21)]
    [InlineData("ftps://h/f", FtpSecurity.None, FtpSecurity.None, 21)]
    [InlineData("ftp://h:21/f", FtpSecurity.Implicit, FtpSecurity.Implicit, 21)]
    [InlineData("ftps://h:2121/f", FtpSecurity.Explicit, FtpSecurity.Explicit, 2121)]
    public void The_tls_option_replaces_the_scheme_and_its_default_port(string address, FtpSecurity? tls, FtpSecurity expected, int port)
    {
        var endpoint = Build(new GetOptions { Addresses = [address], Tls = tls }).Items[0].Sources[0].Endpoint;
        Assert.Equal((expected, port), (endpoint.Security, endpoint.Port));
    }

    [Theory]
    [InlineData("list.txt")]
    [InlineData("-")]
    public void A_list_in_a_file_or_on_standard_input_gives_addresses_with_comments_blank_lines_and_names(string list)
    {
        const string Lines = "# nightly\r\n\r\nftp://h/a.bin\r\n  ftp://h/b.bin \t my b.bin \r\nftp://h/c#1.bin\r\n";
        Process.Write("list.txt", "\uFEFF" + Lines);
        Process.StandardInput = Lines;
        var request = Build(new GetOptions { Addresses = ["ftp://h/first.bin"], InputFile = list });
        Assert.Equal(["first.bin", "a.bin", "my b.bin", "c#1.bin"], request.Items.Select(i => Path.GetFileName(i.TargetPath)));
    }

    [Theory]
    [InlineData("ftp://h:21/ is a folder, not a file. To download all of it, run: ftpx mirror ftp://h:21/ DIR", "ftp://h")]
    [InlineData("ftp://kim@h:21/sub dir 50%/ is a folder, not a file. To download all of it, run: ftpx mirror ftp://kim@h:21/sub%20dir%2050%25/", "ftp://kim@h/sub%20dir%2050%25/")]
    [InlineData("ftp://kim@h:21/pub/ is a folder, not a file. To download all of it, run: ftpx mirror ftp://kim@h:21/pub/", "ftp://kim@h/pub/")]
    [InlineData("ftp://h:21/pub/.. has no usable local name; give one with --output FILE.", "ftp://h/pub/..")]
    [InlineData("2 URLs cannot be written to one file, and one.bin is not an existing folder. To create a folder, end its name with /.", "ftp://h/a ftp://h/b", "one.bin")]
    public void An_invalid_address_or_output_gives_one_message(string sentence, string addresses, string? output = null) => Assert.Equal(
        sentence, Problem(new GetOptions { Addresses = addresses.Split(' '), Output = output }));

    [Fact]
    public void A_file_given_as_a_folder_and_a_folder_given_as_a_list_are_reported()
    {
        Process.Write("afile", "x");
        Directory.CreateDirectory(PathOf("folder"));
        foreach (var output in (string[])["afile/", "afile/deep/", "afile/f.bin"])
            Assert.Equal($"--output: {PathOf("afile")} is a file, not a folder.", Problem(new GetOptions { Addresses = ["ftp://h/f"], Output = output }));
        Assert.Equal("--input-file: folder is a folder, not a file.", Problem(new GetOptions { InputFile = "folder" }));
    }

    public static TheoryData<string> NoAddresses => ["http://h/f", "ftp:///f", "ftp://h:99999/f", "ftp://@h/f", "ftp://:x@h/f", "ftp://h/a%0D%0ADELE%20b"];

    [Theory]
    [MemberData(nameof(NoAddresses))]
    public void An_invalid_URL_is_reported_with_the_message_of_the_URL_parser(string address)
    {
        Assert.False(FtpUrl.TryParse(address, FtpCharsets.Utf8, out _, out var problem));
        Assert.Equal(problem, Problem(new GetOptions { Addresses = [address] }));
    }

    [Theory]
    [InlineData("ftp://h/데이터", null, "--charset")]
    [InlineData("ftp://h/f", "D:\\my data\"", "must not end with a backslash")]
    public void A_problem_that_an_option_solves_is_explained(string address, string? output, string part)
    {
        Process.IsWindows = output is not null;
        Assert.Contains(part, Problem(new GetOptions { Addresses = [address], Output = output, Charset = FtpCharsets.Find("latin1")! }));
    }

    [Theory]
    [InlineData("# one\nftp://h/f ../x", "list.txt, line 2: \"../x\" is not a plain file name")]
    [InlineData("# one\nftp://h/f sub/x", "list.txt, line 2: \"sub/x\" is not a plain file name")]
    [InlineData("# one\nftp://h/f ..", "list.txt, line 2: \"..\" is not a plain file name")]
    [InlineData("ftp://h/f\nhttp://h/g", "list.txt, line 2: \"http://h/g\" is not an FTP URL")]
    [InlineData(null, "The URL list cannot be read: ")]
    [InlineData("# nothing\n", "list.txt contains no URL.")]
    [InlineData("{0}", "list.txt, line 1: the URL list is too long")]
    [InlineData("ftp://h/f name", "list.txt, line 1: the list gives a local file", "other")]
    public void An_invalid_list_gives_one_message_with_the_line(string? list, string sentence, string? output = null)
    {
        if (list is not null) Process.Write("list.txt", list.Replace("{0}", new string('x', 10000)));
        var problem = Problem(new GetOptions { Addresses = [], InputFile = "list.txt", Output = output });
        if (sentence.EndsWith('.')) Assert.Equal(sentence, problem);
        else Assert.StartsWith(sentence, problem);
    }

    [Fact]
    public void No_password_prompt_appears_when_other_arguments_are_invalid()
    {
        Process.InIsTerminal = true;
        var options = new GetOptions { Addresses = ["ftp://kim@h/a/f", "ftp://kim@h/b/f"] };
        Assert.Throws<UsageException>(() => new GetRequestBuilder(options, Process.Value, _ => { }).Build());
        Assert.Empty(Process.Prompts);
    }

    private string Problem(GetOptions options) => Assert.Throws<UsageException>(() => Build(options)).Message;

    private TransferRequest Build(GetOptions options)
    {
        Process.Variables["FTPX_PASSWORD"] = "p";
        return new GetRequestBuilder(options, Process.Value, warning => Assert.Fail(warning)).Build();
    }
}
