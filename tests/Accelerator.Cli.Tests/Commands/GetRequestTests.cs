using Accelerator.Cli.Commands;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Tests.Commands;

public sealed class GetRequestTests : IDisposable
{
    private readonly TestSurroundings _process = new();

    public void Dispose() => _process.Dispose();

    [Fact]
    public void The_file_goes_into_the_current_folder_under_its_own_name() =>
        Assert.Equal(Path.Combine(_process.Folder, "big.bin"), Target(["ftp://h/pub/big.bin"]));

    [Fact]
    public void An_output_that_is_a_folder_gets_the_file_under_its_own_name()
    {
        Directory.CreateDirectory(Path.Combine(_process.Folder, "in"));
        Assert.Equal(Path.Combine(_process.Folder, "in", "big.bin"), Target(["ftp://h/pub/big.bin"], "in"));
        Assert.Equal(Path.Combine(_process.Folder, "in", "big.bin"), Target(["ftp://h/pub/big.bin"], "in" + Path.DirectorySeparatorChar));
    }

    [Fact]
    public void An_output_that_is_no_folder_is_the_name() => Assert.Equal(Path.Combine(_process.Folder, "other"), Target(["ftp://h/pub/big.bin"], "other"));

    [Fact]
    public void Every_wish_reaches_the_request()
    {
        var options = new GetOptions
        {
            Addresses = ["ftp://h/f"],
            Streams = 3,
            MaxSessions = 5,
            Segments = new SegmentLimits(1, 2),
            LimitRate = 4096,
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

    [Fact]
    public void A_list_gives_addresses_with_comments_blank_lines_and_names()
    {
        _process.Write("list.txt", "\uFEFF# nightly\r\n\r\nftp://h/a.bin\r\n  ftp://h/b.bin \t my b.bin \r\nftp://h/c#1.bin\r\n");
        var request = Build(new GetOptions { Addresses = ["ftp://h/first.bin"], InputFile = "list.txt" });
        Assert.Equal(["first.bin", "a.bin", "my b.bin", "c#1.bin"], request.Items.Select(i => Path.GetFileName(i.TargetPath)));
    }

    [Fact]
    public void A_list_comes_from_standard_input_too()
    {
        _process.StandardInput = "ftp://h/a.bin\nftp://h/b.bin\n";
        Assert.Equal(2, Build(new GetOptions { Addresses = [], InputFile = "-" }).Items.Count);
    }

    [Theory]
    [InlineData("ftp://h", "ftp://h:21/ is a directory; ftpx get fetches files, so name one of the files in it, or fetch all of it with ftpx mirror.")]
    [InlineData("ftp://kim@h/pub/", "ftp://kim@h:21/pub/ is a directory; ftpx get fetches files, so name one of the files in it, or fetch all of it with ftpx mirror.")]
    [InlineData("ftp://h/pub/..", "ftp://h:21/pub/.. gives no usable local name: choose one with --output FILE.")]
    public void A_wrong_address_is_one_sentence(string address, string sentence) => Assert.Equal(sentence, Problem(new GetOptions { Addresses = [address] }));

    [Theory]
    [InlineData("http://h/f")]
    [InlineData("file.bin")]
    [InlineData("ftp:///f")]
    [InlineData("ftp://h:99999/f")]
    [InlineData("ftp://h/a%0D%0ADELE%20b")]
    public void An_address_that_is_none_is_told_in_the_words_of_the_address_parser(string address)
    {
        Assert.False(FtpUrl.TryParse(address, FtpCharsets.Utf8, out _, out var problem));
        Assert.Equal(problem, Problem(new GetOptions { Addresses = [address] }));
    }

    [Fact]
    public void A_name_no_charset_can_write_says_which_option_helps() =>
        Assert.Contains("--charset", Problem(new GetOptions { Addresses = ["ftp://h/데이터"], Charset = FtpCharsets.Find("latin1")! }));

    [Theory]
    [InlineData("missing/", "The output folder missing/ does not exist: create it first.")]
    [InlineData("-", "A file that arrives in several ranges cannot be written to standard output: give --output a file or a folder.")]
    [InlineData("", "--output is empty: give it a file or a folder.")]
    public void A_wrong_output_is_one_sentence(string output, string sentence) =>
        Assert.Equal(sentence, Problem(new GetOptions { Addresses = ["ftp://h/f"], Output = output }));

    [Fact]
    public void On_windows_a_quoted_folder_that_ends_in_a_backslash_is_explained()
    {
        _process.IsWindows = true;
        Assert.Contains("must not end in a backslash", Problem(new GetOptions { Addresses = ["ftp://h/f"], Output = "D:\\my data\"" }));
    }

    [Fact]
    public void A_file_in_a_folder_that_is_not_there_is_one_sentence() =>
        Assert.Equal(
            $"The folder {Path.Combine(_process.Folder, "missing")} does not exist: create it first.",
            Problem(new GetOptions { Addresses = ["ftp://h/f"], Output = Path.Combine("missing", "f") }));

    [Fact]
    public void Several_addresses_do_not_go_into_one_file() =>
        Assert.Equal("2 addresses cannot go into one file, and one.bin is not a folder that exists.", Problem(new GetOptions { Addresses = ["ftp://h/a", "ftp://h/b"], Output = "one.bin" }));

    [Theory]
    [InlineData("../x")]
    [InlineData("sub/x")]
    [InlineData("..")]
    public void A_name_in_a_list_cannot_leave_the_output_folder(string name)
    {
        _process.Write("list.txt", $"# one\nftp://h/f {name}");
        Assert.StartsWith($"list.txt, line 2: \"{name}\" is not a plain file name", Problem(new GetOptions { Addresses = [], InputFile = "list.txt" }));
    }

    [Fact]
    public void A_wrong_address_in_a_list_is_named_with_its_line()
    {
        _process.Write("list.txt", "ftp://h/f\nhttp://h/g");
        Assert.StartsWith("list.txt, line 2: \"http://h/g\" is not an FTP address", Problem(new GetOptions { Addresses = [], InputFile = "list.txt" }));
    }

    [Fact]
    public void A_list_that_cannot_be_read_is_one_sentence()
    {
        Assert.StartsWith("The list of addresses cannot be read: ", Problem(new GetOptions { Addresses = [], InputFile = "none.txt" }));
        _process.Write("empty.txt", "# nothing\n");
        Assert.Equal("empty.txt holds no address.", Problem(new GetOptions { Addresses = [], InputFile = "empty.txt" }));
        _process.Write("long.txt", new string('x', 10000));
        Assert.StartsWith("long.txt, line 1: this is longer than", Problem(new GetOptions { Addresses = [], InputFile = "long.txt" }));
    }

    [Fact]
    public void A_list_with_a_name_needs_a_folder()
    {
        _process.Write("list.txt", "ftp://h/f name");
        Assert.StartsWith("list.txt, line 1: the list names a local file", Problem(new GetOptions { Addresses = [], InputFile = "list.txt", Output = "other" }));
    }

    [Fact]
    public void Nobody_is_asked_for_a_password_when_the_rest_is_wrong()
    {
        _process.InIsTerminal = true;
        var options = new GetOptions { Addresses = ["ftp://kim@h/a/f", "ftp://kim@h/b/f"] };
        Assert.Throws<UsageException>(() => new GetRequest(options, _process.Value, _ => { }).Build());
        Assert.Empty(_process.Prompts);
    }

    private string Target(string[] addresses, string? output = null) => Assert.Single(Build(new GetOptions { Addresses = addresses, Output = output }).Items).TargetPath;

    private string Problem(GetOptions options) => Assert.Throws<UsageException>(() => Build(options)).Message;

    private TransferRequest Build(GetOptions options)
    {
        _process.Variables["FTPX_PASSWORD"] = "p";
        return new GetRequest(options, _process.Value, warning => Assert.Fail(warning)).Build();
    }
}
