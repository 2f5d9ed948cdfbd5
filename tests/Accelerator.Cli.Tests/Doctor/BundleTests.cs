using System.IO.Compression;

namespace Accelerator.Cli.Tests.Doctor;

/// <summary>Complete command lines that write a bundle, and the content of the bundle.</summary>
public sealed class BundleTests : CommandLineFixture
{
    [Fact]
    public async Task The_bundle_contains_the_data_support_needs_and_no_secret()
    {
        Process.Write("tonight.log", "2026-11-20 Planned ftp://kim:hunter2@h/f\n#1 > PASS hunter2\n");
        Directory.CreateDirectory(PathOf("journals"));
        Process.Write("journals/20261120-x.json", """{"id":"20261120-x","profile":"conservative","computer":"here","steps":[]}""");
        Assert.Equal(0, await RunAsync("--bundle", "b.zip", "--log", "tonight.log", "--log", "../../missing.log"));

        var parts = Read("b.zip");
        Assert.Equal(["host.json", "log-1.txt", "manifest.txt", "settings.json", "tunings.json", "version.txt"], parts.Keys.Order());
        Assert.Equal("2026-11-20 Planned ftp://kim:***@h/f\n#1 > PASS ***\n", parts["log-1.txt"]);
        Assert.StartsWith("{\"type\":\"doctor_host\"", parts["host.json"]);
        Assert.StartsWith("{\"type\":\"tune_state\"", parts["settings.json"]);
        Assert.StartsWith("ftpx ", parts["version.txt"]);
        Assert.Contains("conservative", parts["tunings.json"]);
        Assert.DoesNotContain(parts.Values, text => text.Contains("hunter2", StringComparison.Ordinal));

        // The printed manifest matches the content of the bundle.
        Assert.StartsWith(parts["manifest.txt"], Out);
        Assert.Contains($"log-1.txt: the end of tonight.log, {parts["log-1.txt"].Length} B, 2 secrets masked\n", parts["manifest.txt"]);
        Assert.Contains("log-2.txt: the end of missing.log: missing. It cannot be read: ", parts["manifest.txt"]);
        Assert.Contains("sites.json: what is stored about servers: missing. The environment variables name no folder for it.\n", parts["manifest.txt"]);
        Assert.EndsWith("b.zip. Read it before you send it.\n", Out);
        AssertFiles("b.zip", "journals", "tonight.log");
    }

    [Fact]
    public async Task A_file_on_a_server_is_probed_and_a_password_is_in_no_part()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { User = "kim", Password = "hunter2", Shaping = new LinkShape { BytesPerSecond = 4_000_000 } });
        server.Files.AddSynthetic("/big.bin", 2L << 20);
        var address = server.UrlOf("/big.bin").Replace("ftp://", "ftp://kim:hunter2@", StringComparison.Ordinal);
        Assert.Equal(0, await RunAsync(RealTime, "--bundle", "b.zip", address));
        var parts = Read("b.zip");
        Assert.StartsWith("{\"type\":\"probe\"", parts["probe.json"]);
        Assert.DoesNotContain(parts.Values, text => text.Contains("hunter2", StringComparison.Ordinal));
        Assert.DoesNotContain("hunter2", Out + Err);
    }

    [Fact]
    public async Task A_login_without_a_password_is_not_prompted_for_and_is_noted_in_the_manifest()
    {
        Process.InIsTerminal = true;
        Assert.Equal(0, await RunAsync("--bundle", "b.zip", "ftp://kim@ftp.example.org/f"));
        Assert.Contains("probe.json: what ftpx probe measured: missing. ", Read("b.zip")["manifest.txt"]);
        Assert.Empty(Process.Prompts);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(6)]
    [InlineData(14)]
    [InlineData(20)]
    public async Task A_secret_at_the_edge_of_what_is_taken_of_a_log_is_not_in_it(int before)
    {
        // The last megabyte of the log begins at this offset in this line.
        const string Line = "x > PASS hunter2\n";
        var rest = new string('.', LogTail.Most - Line.Length + before - 6) + "\nlast\n";
        Process.Write("long.log", "first\n" + Line + rest);
        Assert.Equal(0, await RunAsync("--bundle", "b.zip", "--log", "long.log"));
        var text = Read("b.zip")["log-1.txt"];
        Assert.DoesNotContain("ter2", text);
        Assert.DoesNotContain("r2\n", text);
        Assert.EndsWith("last\n", text);
    }

    [Fact]
    public async Task Nothing_is_replaced_and_nothing_half_is_left()
    {
        Process.Write("b.zip.part", "another's");
        Assert.Equal(10, await RunAsync("--bundle", "b.zip"));
        Assert.Contains("b.zip cannot be written: ", Err);
        AssertFiles("b.zip.part");
        Assert.Equal("another's", await ReadAsync("b.zip.part"));
        Assert.Equal(10, await RunAsync("--bundle", "none/b.zip"));
    }

    private Dictionary<string, string> Read(string name)
    {
        using var zip = ZipFile.OpenRead(PathOf(name));
        return zip.Entries.ToDictionary(entry => entry.FullName, entry =>
        {
            using var reader = new StreamReader(entry.Open());
            return reader.ReadToEnd();
        });
    }

    private Task<int> RunAsync(params string[] words) => RunAsync(Process.Value, words);

    private Task<int> RunAsync(ProcessEnvironment process, params string[] words)
    {
        var host = DoctorSamples.Host(DoctorSamples.Server(), DoctorSamples.Path(), journals: PathOf("journals"));
        return FtpxAsync(["doctor", .. words], new DoctorCommand(new DoctorRunner(process, () => host, new SupportBundle(process).WriteAsync).RunAsync), process);
    }
}
