namespace Accelerator.Cli.Tests.History;

/// <summary>The file of the history: what it keeps, its limits, and a file that cannot be used.</summary>
public sealed class HistoryFileTests : IDisposable
{
    private readonly TempFolder _folder = new();

    private string Place => Path.Combine(_folder.Path, "accelerator", "history.db");

    private HistoryFile File => new(Place);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Rows_are_read_as_they_were_written_the_newest_first()
    {
        Assert.Empty(Sources(File));
        HistoryRow[] rows = [HistorySamples.Fetched with { Sha256 = "ab" }, HistorySamples.Failed, HistorySamples.Copied];
        File.Add(rows);
        Assert.Equal(Enumerable.Reverse(rows), File.Read(null, onlyFailed: false, 10));
        File.Add([HistorySamples.Failed with { Finished = HistorySamples.Finished.AddDays(-1), Source = "older" }]);
        Assert.Equal("older", Sources(File)[^1]);
    }

    [Fact]
    public void Rows_are_selected_by_time_count_and_exit_code()
    {
        File.Add([.. HistorySamples.Rows(5), HistorySamples.Failed]);
        Assert.Equal(["ftp://h/5", "ftp://h/4"], Sources(File, HistorySamples.Finished.AddMinutes(4)));
        Assert.Equal(["ftp://h/5"], File.Read(null, false, 1).Select(row => row.Source));
        Assert.Equal([HistorySamples.Failed], File.Read(null, onlyFailed: true, 10));
    }

    [Fact]
    public void Only_the_user_can_read_the_file_and_its_folder()
    {
        if (OperatingSystem.IsWindows()) return;
        File.Add(HistorySamples.Rows(1));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, System.IO.File.GetUnixFileMode(Place));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, System.IO.File.GetUnixFileMode(Path.GetDirectoryName(Place)!));
        Assert.Equal([Place], Directory.GetFiles(Path.GetDirectoryName(Place)!));
    }

    [Fact]
    public void Above_the_number_of_rows_the_oldest_go()
    {
        var file = new HistoryFile(Place) { MostRows = 3 };
        file.Add(HistorySamples.Rows(2));
        file.Add(HistorySamples.Rows(3, first: 3));
        Assert.Equal(["ftp://h/5", "ftp://h/4", "ftp://h/3"], Sources(file));
    }

    [Fact]
    public void Above_the_number_of_bytes_the_oldest_go_and_the_file_does_not_grow()
    {
        var file = new HistoryFile(Place) { MostBytes = 200_000 };
        for (var run = 0; run < 3; run++) file.Add(HistorySamples.Rows(3000, first: 1 + (3000 * run)));
        var left = Sources(file);
        Assert.InRange(left.Count, 500, 2500);
        Assert.Equal("ftp://h/9000", left[0]);
        Assert.Equal($"ftp://h/{9001 - left.Count}", left[^1]);
        Assert.InRange(new FileInfo(Place).Length, 1, 600_000);
    }

    [Fact]
    public async Task Several_processes_add_rows_at_once()
    {
        await Task.WhenAll(Enumerable.Range(0, 8).Select(writer => Task.Run(() => new HistoryFile(Place) { Patience = CommandLineFixture.Patience }.Add(HistorySamples.Rows(5, first: 5 * writer)))));
        Assert.Equal(Enumerable.Range(0, 40).Select(number => $"ftp://h/{number}").Order(), Sources(File).Order());
    }

    [Fact]
    public void A_file_of_a_newer_version_is_left_unchanged()
    {
        File.Add(HistorySamples.Rows(1));
        using (var database = HistoryDatabase.Open(Place, TimeSpan.Zero)) database.Execute("PRAGMA user_version = 2");
        var bytes = System.IO.File.ReadAllBytes(Place);
        Action[] uses = [() => File.Add(HistorySamples.Rows(1)), () => Sources(File), () => File.Clear()];
        foreach (var use in uses)
            Assert.Equal($"The history {Place} was written by a newer version of ftpx and is left unchanged.", Assert.Throws<HistoryException>(use).Message);
        Assert.Equal(bytes, System.IO.File.ReadAllBytes(Place));
    }

    [Fact]
    public void A_damaged_file_is_named_with_the_command_that_starts_a_new_one()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Place)!);
        System.IO.File.WriteAllText(Place, new string('x', 5000));
        Assert.Equal($"The history {Place} could not be written: file is not a database. To start a new one, run: ftpx history --clear.", Assert.Throws<HistoryException>(() => File.Add(HistorySamples.Rows(1))).Message);
        Assert.Null(File.Clear());
        File.Add(HistorySamples.Rows(2));
        Assert.Equal(2, File.Clear());
        Assert.Empty(Sources(File));
        Assert.Equal(0, File.Clear());
    }

    [Fact]
    public void A_file_that_another_process_holds_is_waited_for_and_then_left()
    {
        File.Add(HistorySamples.Rows(1));
        using var database = HistoryDatabase.Open(Place, TimeSpan.Zero);
        database.Execute("BEGIN EXCLUSIVE");
        var refused = Assert.Throws<HistoryException>(() => new HistoryFile(Place) { Patience = TimeSpan.FromMilliseconds(50) }.Add(HistorySamples.Rows(1, first: 2)));
        Assert.Equal($"The history {Place} could not be written: database is locked. Another process has held it for 0.1 s.", refused.Message);
        database.Execute("COMMIT");
        Assert.Equal(["ftp://h/1"], Sources(File));
    }

    [Fact]
    public void An_impossible_folder_gives_one_message()
    {
        System.IO.File.WriteAllText(Path.Combine(_folder.Path, "accelerator"), "a file");
        Assert.StartsWith($"The history {Place} could not be written: ", Assert.Throws<HistoryException>(() => File.Add(HistorySamples.Rows(1))).Message);
    }

    [Fact]
    public void No_user_of_a_URL_is_kept()
    {
        var row = HistoryRow.Of("get", default, TransferSamples.Failed(FailureKind.Network) with { Source = "ftp://kim:s3cret@h/a@b", Message = "See ftp://kim@h or http://h/?a@b: refused." });
        Assert.Equal(("ftp://h/a@b", "See ftp://h or http://h/?a@b: refused."), (row.Source, row.Message));
    }

    private static IReadOnlyList<string> Sources(HistoryFile file, DateTimeOffset? since = null) => [.. file.Read(since, onlyFailed: false, 100_000).Select(row => row.Source)];
}
