using System.Text;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Listings;

/// <summary>What listings must come to with every server; each server's tests call it with that server.</summary>
internal static class ListProof
{
    private const int Many = 12_000;

    private static readonly DateTime Modified = new(2021, 3, 4, 5, 6, 7, DateTimeKind.Utc);

    private static readonly string[] OddNames =
        ["plain.txt", "two words.txt", " leading blank", "  two leading", "trailing blank ", "한글 이름.txt", "semi;colon=x; y", "a -> b", "-rf", "[x]*", "#%&'~$"];

    /// <summary>Folders, odd names, sizes, times, a link; and every file is fetched by the name that was listed.</summary>
    public static async Task ListsOddNamesAsync(FtpServerProcess server, ListingHabits habits, CancellationToken cancellationToken)
    {
        await PrepareAsync(server, habits, cancellationToken);
        try
        {
            await using var bench = await ListBench.OpenAsync(server, cancellationToken);
            var (root, whole) = await bench.ListAsync("", cancellationToken);
            Assert.Empty(whole.Doubts);
            Assert.Equal(["empty", "odd", "sub folder"], root.Keys.Order(StringComparer.Ordinal));
            Assert.All(root.Values, entry => Assert.Equal((EntryKind.Folder, null), (entry.Kind, entry.Size)));

            var (odd, outcome) = await bench.ListAsync("odd", cancellationToken);
            Assert.Empty(outcome.Doubts);
            Assert.Equal(habits.Command, outcome.Command);
            string[] expected = [.. OddNames, "link", .. habits.KeepsBytes ? (string[])["한글.bin"] : [], .. outcome.ShowsDotNames ? (string[])[".hidden"] : []];
            Assert.Equal(expected.Order(StringComparer.Ordinal), odd.Keys.Order(StringComparer.Ordinal));
            Assert.Equal(habits.Command == ListingCommand.Mlsd, outcome.ProvesAbsence(ListBench.Path(".other")));
            Assert.True(outcome.ProvesAbsence(ListBench.Path("other")));
            Assert.Equal(habits.Link, odd["link"].Kind);
            Assert.Equal(habits.Target, odd["link"].Target?.Text);

            foreach (var entry in odd.Values.Where(entry => entry.Name.Text != "link"))
            {
                Assert.Equal(EntryKind.File, entry.Kind);
                Assert.Equal(Modified.Date, entry.Time?.Clock.Date);
                Assert.Equal(habits.Command == ListingCommand.Mlsd ? new DateTimeOffset(Modified) : null, entry.Time?.Instant);
                Assert.Equal(entry.Name.Bytes.Length, entry.Size);
                Assert.Equal(entry.Size, await bench.FetchAsync("odd", entry.Name, cancellationToken));
            }
            var (below, _) = await bench.ListAsync("sub folder/below", cancellationToken);
            Assert.Equal(["deep.txt"], below.Keys);
        }
        finally
        {
            // .NET cannot name the one in CP949, so the server's folder could not be deleted with it.
            if (habits.KeepsBytes) await ProgramProof.ShellAsync(server.Root, "rm -f odd/*.bin", cancellationToken);
        }
    }

    /// <summary>An empty folder is one, and known to be; a folder that may not be read never passes for one.</summary>
    public static async Task TellsEmptyFromUnreadableAsync(FtpServerProcess server, ListingHabits habits, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(Path.Combine(server.Root, "empty"));
        var secret = Directory.CreateDirectory(Path.Combine(server.Root, "secret"));
        await server.PutAsync("secret/inside", 10, 1, cancellationToken);
        // Owned by root, and the others may only enter it.
        if (!OperatingSystem.IsWindows()) secret.UnixFileMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

        await using var bench = await ListBench.OpenAsync(server, cancellationToken);
        var (entries, outcome) = await bench.ListAsync("empty", cancellationToken);
        Assert.Empty(entries);
        Assert.Empty(outcome.Doubts);
        try
        {
            (entries, outcome) = await bench.ListAsync("secret", cancellationToken);
            Assert.Equal(habits.ReadsAll, outcome.IsComplete);
            Assert.Equal(habits.ReadsAll ? 1 : 0, entries.Count);
        }
        catch (FtpReplyException e)
        {
            Assert.Equal(550, e.Reply.Code);
            Assert.False(habits.ReadsAll);
        }
        Assert.True(bench.Session.IsUsable);
        Assert.Contains("secret", (await bench.ListAsync("", cancellationToken)).Entries.Keys);
    }

    /// <summary>What does not exist, and what is a file, is refused; the session goes on.</summary>
    public static async Task RefusesWhatIsNoFolderAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        await server.PutAsync("folder/file", 10, 1, cancellationToken);
        await using var bench = await ListBench.OpenAsync(server, cancellationToken);
        foreach (var path in (string[])["missing", "folder/file", "/folder/missing"])
        {
            var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => bench.ListAsync(path, cancellationToken));
            Assert.Equal(550, refusal.Reply.Code);
            Assert.Contains(path, refusal.Message);
        }
        Assert.Equal(["file"], (await bench.ListAsync("folder", cancellationToken)).Entries.Keys);
        Assert.Equal(["file"], (await bench.ListAsync("/folder", cancellationToken)).Entries.Keys);
    }

    /// <summary>All of twelve thousand files, or as many as the server gives, and then nobody takes that for all.</summary>
    public static async Task ListsManyAsync(FtpServerProcess server, ListingHabits habits, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateDirectory(Path.Combine(server.Root, "many"));
        for (var i = 0; i < Many; i++) await File.Create(Path.Combine(folder.FullName, $"file-{i:00000}.dat")).DisposeAsync();

        await using var bench = await ListBench.OpenAsync(server, cancellationToken);
        var (entries, outcome) = await bench.ListAsync("many", cancellationToken);
        Assert.Equal(habits.Limit is { } limit ? limit : Many, entries.Count);
        Assert.Equal(entries.Count, outcome.Entries);
        Assert.Equal(habits.Limit is null, outcome.IsComplete);
        Assert.Equal(habits.Limit is null, outcome.ProvesAbsence(ListBench.Path("file-99999.dat")));
        if (habits.Limit is not null) Assert.Contains(outcome.Doubts, doubt => doubt.Kind == ListingDoubtKind.SaidSo && doubt.Text.Contains("truncated"));
        Assert.True(bench.Session.IsUsable);
    }

    /// <summary>What two folders cost: these commands, each of them a round trip, beside the data connection's own.</summary>
    public static async Task SendsNoMoreThanAsync(FtpServerProcess server, string[] commands, CancellationToken cancellationToken)
    {
        await server.PutAsync("one/file", 10, 1, cancellationToken);
        await server.PutAsync("two/file", 10, 1, cancellationToken);
        await using var bench = await ListBench.OpenAsync(server, cancellationToken);
        foreach (var folder in (string[])["one", "two"]) Assert.Equal(["file"], (await bench.ListAsync(folder, cancellationToken)).Entries.Keys);
        Assert.Equal(commands, bench.Commands);
    }

    private static async Task PrepareAsync(FtpServerProcess server, ListingHabits habits, CancellationToken cancellationToken)
    {
        foreach (var name in (string[])[.. OddNames, ".hidden"]) await PutAsync(name);
        if (habits.KeepsBytes)
        {
            await PutAsync("12345678");
            await ProgramProof.ShellAsync(server.Root, @"mv odd/12345678 odd/$'\xc7\xd1\xb1\xdb.bin'", cancellationToken);
        }
        File.CreateSymbolicLink(Path.Combine(server.Root, "odd", "link"), "plain.txt");
        Directory.CreateDirectory(Path.Combine(server.Root, "empty"));
        await server.PutAsync("sub folder/below/deep.txt", 10, 1, cancellationToken);

        // As long as its name has bytes, so that each size is another.
        async Task PutAsync(string name)
        {
            await server.PutAsync("odd/" + name, Encoding.UTF8.GetByteCount(name), 1, cancellationToken);
            File.SetLastWriteTimeUtc(Path.Combine(server.Root, "odd", name), Modified);
        }
    }
}
