namespace Accelerator.Cli.Tests.Commands;

/// <summary>Repeated <c>ftpx get</c> with the real engine, against a server in this process.</summary>
public sealed class GetAgainTests : LoopbackFixture
{
    public GetAgainTests()
    {
        foreach (var name in (string[])["a.nc", "b.nc"]) Server.Files.AddText($"/pass/{name}", $"content of {name}");
    }

    [Fact]
    public async Task The_same_command_again_exits_with_0_and_reports_the_file_as_already_downloaded()
    {
        Assert.Equal(0, await GetAsync("pass/a.nc", "new/deep/"));
        TakeOut();
        Assert.Equal(0, await GetAsync("pass/a.nc", "new/deep/"));
        Assert.Equal("a.nc: already downloaded; size and time match.\n", TakeOut());
        Assert.DoesNotContain("ftpx: ", Err);
        Assert.Equal(0, await GetAsync("pass/a.nc", "new/deep/", "--dry-run"));
        Assert.Equal("a.nc: already downloaded; size and time match.\n", TakeOut());
        Assert.Single(Server.Log.Retrievals);
    }

    [Fact]
    public async Task Only_the_new_file_is_downloaded_and_the_summary_counts_the_skipped_files()
    {
        Assert.Equal(0, await GetAsync("pass/*.nc", "."));
        Assert.Equal(3, OutLines.Length);
        Assert.Matches("^2 files, 30 B in .*; 2 downloaded\\.$", OutLines[2]);
        Server.Files.AddText("/pass/c.nc", "new");
        TakeOut();
        Assert.Equal(0, await GetAsync("pass/*.nc", "."));
        Assert.StartsWith("c.nc: 3 B in ", OutLines[0]);
        Assert.Matches("^3 files, 3 B in .*; 1 downloaded, 2 skipped\\.$", OutLines[1]);

        TakeOut();
        Assert.Equal(0, await GetAsync("pass/*.nc", ".", "--json"));
        Assert.Equal([true, true, true], JsonOut.Where(line => line.GetProperty("type").GetString() == "result").Select(line => line.GetProperty("was_there").GetBoolean()));
        var summary = JsonOut[^1];
        Assert.Equal(("get_result", true, 3, 0L), (summary.GetProperty("type").GetString(), summary.GetProperty("ok").GetBoolean(), summary.GetProperty("skipped_files").GetInt32(), summary.GetProperty("bytes_fetched").GetInt64()));
    }

    [Fact]
    public async Task Failed_files_are_written_to_a_list_that_the_next_run_takes()
    {
        Server.Files.AddText("/pass/with # blank.nc", "odd");
        Assert.Equal(0, await GetAsync("pass/*.nc", "."));
        Process.Write("b.nc", "mine");
        Process.Write("with # blank.nc", "mine");
        string[] list = ["--failed-list", "failed.txt"];
        Assert.Equal(12, await RunAsync(["get", "--no-site-memory", Url("pass/*.nc"), Url("pass/missing"), Url("none /*.nc"), .. list]));
        Assert.Equal($"{Url("none%20/*.nc")}\n{Url("pass/b.nc")} b.nc\n{Url("pass/with%20%23%20blank.nc")} with # blank.nc\n{Url("pass/missing")} missing\n", await ReadAsync("failed.txt"));
        Assert.EndsWith(" 4 failed.", OutLines[^1]);

        Server.Files.AddText("/pass/missing", "found");
        Server.Files.AddText("/none /x.nc", "found");
        TakeOut();
        Assert.Equal(0, await RunAsync(["get", "--no-site-memory", "--input-file", "failed.txt", "--update", .. list]));
        Assert.Equal("", await ReadAsync("failed.txt"));
        Assert.Equal("odd", await ReadAsync("with # blank.nc"));
        Assert.Equal("found", await ReadAsync("x.nc"));
    }

    [Fact]
    public async Task A_list_of_failed_files_names_the_user_and_no_password()
    {
        var item = new TransferItem { Sources = [TransferSamples.Source()], TargetPath = PathOf("big.bin") };
        Assert.Equal("ftp://kim@ftp.example.org:21/pub/big.bin big.bin", Accelerator.Cli.Get.FailedList.Line(item));
        Assert.Equal(2, await GetAsync("pass/*.nc", ".", "--failed-list", "a.nc"));
        Assert.Contains("The list of failed files and a downloaded file would both be written to", Err);
    }

    [Fact]
    public async Task Each_failure_is_printed_once_and_the_summary_counts_all()
    {
        var urls = Enumerable.Range(0, 12).Select(i => Url($"pass/missing{i}"));
        Assert.Equal(3, await RunAsync(["get", "--no-site-memory", .. urls, "--log-file", "l.txt"]));
        Assert.Matches("^12 files in .*; 12 failed\\.$", Assert.Single(OutLines));
        Assert.Equal(12, ErrLines.Count(line => line.StartsWith("ftpx: error: ", StringComparison.Ordinal)));
        Assert.Equal(12, Regex.Count(await ReadAsync("l.txt"), "was not found: 550"));
    }

    [Fact]
    public async Task Files_that_fail_with_the_same_sentence_give_one_line()
    {
        // Nothing listens at this port.
        Assert.Equal(5, await RunAsync("get", "--no-site-memory", "ftp://127.0.0.1:1/a.nc", "ftp://127.0.0.1:1/b.nc"));
        Assert.StartsWith("ftpx: error: The connection to 127.0.0.1:1 failed: ", Assert.Single(ErrLines));
        Assert.EndsWith(" 2 failed.", Assert.Single(OutLines));
    }

    private Task<int> GetAsync(string path, string folder, params string[] options) => RunAsync(["get", "--no-site-memory", Url(path), folder, .. options]);
}
