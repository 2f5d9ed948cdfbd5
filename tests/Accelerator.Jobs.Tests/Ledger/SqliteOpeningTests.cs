namespace Accelerator.Jobs.Tests.Ledger;

public sealed class SqliteOpeningTests : OpeningContract
{
    private string LedgerFile => ((SqlitePlace)Place).Path;

    [Fact]
    public async Task The_file_can_be_deleted_when_the_ledger_is_closed()
    {
        await DeliveredAsync();
        await AllAsync(await FolderAsync());
        await Ledger.DisposeAsync();
        // The write-ahead log has been checkpointed and deleted, so nothing in the process holds a file.
        Assert.Equal(["ledger.db"], Directory.EnumerateFiles(Path.GetDirectoryName(LedgerFile)!).Select(Path.GetFileName));
        var reader = await OpenAsync(isReadOnly: true);
        Assert.Single(await reader.Report.HistoryAsync(null, null, 9, None));
    }

    [Theory]
    [InlineData("This is a text in the place of a database, not a database. It is longer than a header of SQLite, which has one hundred bytes.")]
    [InlineData("short")]
    public async Task A_damaged_file_is_reported_with_advice(string text)
    {
        using var folder = new TempFolder();
        var path = folder.File("ledger.db");
        await File.WriteAllTextAsync(path, text);
        var error = await Assert.ThrowsAsync<LedgerException>(() => JobLedger.OpenAsync(new SqliteDatabase(path), Time, None));
        Assert.Contains(path, error.Message, StringComparison.Ordinal);
        Assert.Contains("The file is damaged, or is not a ledger.", error.Message, StringComparison.Ordinal);
        Assert.Equal(text, await File.ReadAllTextAsync(path));
    }

    [Fact]
    public async Task An_overwritten_page_is_reported_when_it_is_read()
    {
        await QueueAsync(await FolderAsync(), Enumerable.Range(0, 1000).Select(i => $"f{i}"));
        await Ledger.DisposeAsync();
        using (var file = File.OpenWrite(LedgerFile))
        {
            file.Position = file.Length * 6 / 10;
            file.Write(Enumerable.Repeat((byte)0xA5, (int)(file.Length - file.Position)).ToArray());
        }
        var reader = await OpenAsync(isReadOnly: true);
        var error = await Assert.ThrowsAsync<LedgerException>(async () =>
        {
            await foreach (var file in reader.Folders.ReadAsync(1, None)) Assert.NotNull(file.Name);
        });
        Assert.Contains("restore a copy", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_missing_folder_is_reported_with_advice()
    {
        using var folder = new TempFolder();
        var path = Path.Combine(folder.Path, "no", "ledger.db");
        foreach (var isReadOnly in (bool[])[false, true])
        {
            var error = await Assert.ThrowsAsync<LedgerException>(() => JobLedger.OpenAsync(new SqliteDatabase(path, isReadOnly), Time, None));
            Assert.Contains("Check that its folder exists", error.Message, StringComparison.Ordinal);
            Assert.False(error.IsTransient);
        }
    }

    [Fact]
    public async Task A_ledger_that_is_only_read_refuses_to_write()
    {
        var reader = await OpenAsync(isReadOnly: true);
        await Assert.ThrowsAsync<LedgerException>(() => reader.Upkeep.PauseAsync(Job, null, None));
        Assert.Empty(await Ledger.Upkeep.ListPausedAsync(None));
    }

    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());
}
