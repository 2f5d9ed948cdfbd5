using System.Security.Cryptography;

namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx get</c> with given hashes and lists of checksums, against a server in this process.</summary>
public sealed class GetChecksumTests : LoopbackFixture
{
    public GetChecksumTests()
    {
        foreach (var name in (string[])["a.bin", "b.bin", "sub/c.bin"]) Server.Files.AddText("/rel/" + name, "content of " + name);
    }

    public static TheoryData<string, string> Hashes => new()
    {
        { "md5", "749e89b5a9c50038c55050bff56493f6" },
        { "sha1", "89226c956ced06cdd1673741a076bcfa1a17119b" },
        { "sha256", Sum("a.bin") },
        { "sha512", Convert.ToHexString(SHA512.HashData("content of a.bin"u8)) },
    };

    [Theory]
    [MemberData(nameof(Hashes))]
    public async Task Each_given_hash_decides_and_a_wrong_one_publishes_nothing(string algorithm, string hex)
    {
        var wrong = new string('0', hex.Length);
        Assert.Equal(9, await GetAsync("rel/a.bin", "--verify", $"{algorithm}:{wrong}"));
        Assert.Contains($"(expected {wrong}, got {hex.ToLowerInvariant()}). Download it again; if it fails again, the file on the server or its hash is wrong. The file was not published, and its partial data was removed.", Err);
        AssertFiles();
        Assert.Equal(0, await GetAsync("rel/a.bin", "--verify", $"{algorithm}:{hex}", "--json"));
        AssertFiles("a.bin");
        var plan = JsonOut.First(line => line.GetProperty("type").GetString() == "plan");
        Assert.Equal((algorithm, hex.ToLowerInvariant()), (plan.GetProperty("verify").GetString(), plan.GetProperty("verify_digest").GetString()));
    }

    [Fact]
    public async Task A_list_on_the_server_verifies_the_matches_of_a_pattern_and_a_file_that_differs_is_not_published()
    {
        Server.Files.AddText("/rel/SUMS", $"{Sum("a.bin")}  a.bin\n{new string('0', 64)} *b.bin\n");
        Server.Files.AddText("/rel/notes", "unlisted");
        Assert.Equal(12, await GetAsync("rel/*", "--checksums", Url("rel/SUMS"), "--log-file", "out.log"));
        AssertFiles("SUMS", "a.bin", "notes", Directory.GetFiles(Process.Folder, "out*.log").Select(Path.GetFileName).Single()!);
        Assert.Contains("a.bin: 16 B in ", Out);
        Assert.Contains("verified by the SHA-256 in SUMS", Out);
        Assert.Contains($"does not match the SHA-256 in SUMS (expected {new string('0', 64)}, got {Sum("b.bin")})", Err);
        // The listing has the facts of small files: the only query is about the list.
        Assert.Equal((1, 0), (Server.Log.CountOf("SIZE"), Server.Log.CountOf("MDTM")));
        Assert.Contains("SUMS has no checksum of SUMS, notes: verified as without --checksums.", Err);
    }

    [Fact]
    public async Task A_local_list_verifies_existing_files_too()
    {
        Process.Write("SUMS", $"SHA256 (rel/a.bin) = {Sum("a.bin")}\nSHA256 (b.bin) = {Sum("b.bin")}\n");
        string[] urls = ["rel/a.bin", "rel/b.bin"];
        Assert.Equal(0, await RunAsync(["get", "--no-site-memory", .. urls.Select(Url), "--checksums", "SUMS"]));
        Process.Write("b.bin", "content of X.bin");
        TakeOut();
        Assert.Equal(12, await RunAsync(["get", "--no-site-memory", .. urls.Select(Url), "--checksums", "SUMS", "--detail"]));
        Assert.Contains("a.bin: already downloaded; it has the SHA-256 in SUMS.\n", Out);
        Assert.Contains($", and the SHA-256 in SUMS is {Sum("b.bin")}. To replace it", Err);
        Assert.Equal(0, await RunAsync(["get", "--no-site-memory", .. urls.Select(Url), "--checksums", "SUMS", "--update"]));
        Assert.Equal("content of b.bin", await ReadAsync("b.bin"));
    }

    // As from --checksums <(gpg -d SHA256SUMS.asc).
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_list_can_come_from_a_pipe(bool isTooLong)
    {
        if (!OperatingSystem.IsLinux()) return;
        Process.Write("SUMS", $"{Sum("a.bin")}  a.bin\n");
        await using (var sums = File.OpenWrite(PathOf("SUMS"))) if (isTooLong) sums.SetLength(ChecksumList.MostBytes + 1);
        using (var make = System.Diagnostics.Process.Start("mkfifo", [PathOf("pipe")])) await make.WaitForExitAsync();
        using var writer = System.Diagnostics.Process.Start("dd", ["status=none", "bs=65536", $"if={PathOf("SUMS")}", $"of={PathOf("pipe")}"]);
        try
        {
            Assert.Equal(isTooLong ? 2 : 0, await GetAsync("rel/a.bin", "--checksums", "pipe"));
            if (isTooLong) Assert.Contains("--checksums: pipe is longer than 16.0 MiB", Err);
            else Assert.Contains("verified by the SHA-256 in pipe", Out);
        }
        finally
        {
            writer.Kill();
        }
    }

    [Theory]
    [InlineData("wrong.txt", 2, "wrong.txt, line 1: \"hello\" is no checksum")]
    [InlineData("other.txt", 2, "other.txt has no checksum of a.bin. Nothing was downloaded.")]
    [InlineData("none.txt", 2, "none.txt does not exist. If the list is on the server, give its URL.")]
    [InlineData(".", 2, " is a folder, not a list.")]
    [InlineData("big.txt", 2, "--checksums: big.txt is longer than 16.0 MiB, the limit: check whether it is the right file.")]
    [InlineData("lab:SUMS", 2, "--checksums: unknown server \"lab\"")]
    [InlineData("ftp:wrong.txt", 2, "wrong.txt, line 1: \"hello\" is no checksum")]
    [InlineData("ftp:big.txt", 2, "--checksums: big.txt is longer than 16.0 MiB")]
    [InlineData("ftp:missing", 3, "missing could not be read. ")]
    public async Task An_unusable_checksum_list_gives_one_error_line_and_nothing_is_downloaded(string list, int code, string sentence)
    {
        Process.Write("wrong.txt", "hello\n");
        Process.Write("other.txt", $"{Sum("a.bin")}  x.bin\n");
        Server.Files.AddText("/wrong.txt", "hello\n");
        Server.Files.AddSynthetic("/big.txt", ChecksumList.MostBytes + 1);
        await using (var big = File.Create(PathOf("big.txt"))) big.SetLength(ChecksumList.MostBytes + 1);
        var file = list.StartsWith("ftp:", StringComparison.Ordinal) ? Url(list[4..]) : list;
        Assert.Equal(code, await GetAsync("rel/a.bin", "--checksums", file));
        Assert.Contains(sentence, Err);
        Assert.Single(ErrLines);
        Assert.DoesNotContain(Server.Log.Retrievals, transfer => transfer.Path == "/rel/a.bin");
        Assert.False(File.Exists(PathOf("a.bin")));
    }

    [Fact]
    public async Task A_written_list_has_the_files_in_place_and_verifies_them_again()
    {
        Server.Files.AddText("/rel/odd \\ name", "odd");
        string[] command = ["get", "--no-site-memory", Url("rel/*"), Url("rel/missing"), "-o", "data/", "--write-checksums", "sums.sha256"];
        Assert.Equal(0, await GetAsync("rel/*", "-o", "new/", "--write-checksums", "new/sums"));
        Assert.StartsWith($"{Sum("a.bin")}  a.bin\n", await ReadAsync("new", "sums"));
        Assert.Equal(12, await RunAsync(command));
        var written = $"{Sum("a.bin")}  data/a.bin\n{Sum("b.bin")}  data/b.bin\n\\{Hex("odd")}  data/odd \\\\ name\n";
        Assert.Equal(written, await ReadAsync("sums.sha256"));

        // The second run downloads nothing and writes the same list.
        Assert.Equal(12, await RunAsync(command));
        Assert.Equal(written, await ReadAsync("sums.sha256"));
        Assert.Equal(0, await RunAsync("get", "--no-site-memory", Url("rel/*"), "-o", "data/", "--checksums", "sums.sha256"));
        Assert.Equal(3, Server.Log.Retrievals.Select(transfer => transfer.Path).Distinct().Count());
    }

    [Fact]
    public async Task A_list_is_not_written_over_a_download_or_into_a_missing_folder()
    {
        Assert.Equal(2, await GetAsync("rel/a.bin", "--write-checksums", "a.bin"));
        Assert.Contains("The list of checksums and a downloaded file would both be written to ", Err);
        Assert.Equal(2, await GetAsync("rel/a.bin", "--write-checksums", "no/sums"));
        Assert.Empty(Server.Log.Retrievals);
    }

    private static string Sum(string name) => Hex("content of " + name);

    private static string Hex(string content) => Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(content))).ToLowerInvariant();

    private Task<int> GetAsync(string path, params string[] options) => RunAsync(["get", "--no-site-memory", Url(path), .. options]);
}
