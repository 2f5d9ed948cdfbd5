namespace Accelerator.Interop.Tests.Listings;

public sealed class ListTests : RealTests
{
    private static readonly string[] OddNames =
        ["plain.txt", "two words.txt", " leading blank", "  two leading", "trailing blank ", "한글 이름.txt", "semi;colon=x; y", "a -> b", "-rf", "[x]*", "#%&'~$"];

    /// <summary>Folders, odd names, sizes, times, a link; and every file is fetched by the name that was listed.</summary>
    [ServerTheory]
    [Vsftpd(ServerTls.None), Proftpd(ServerTls.None), PureFtpd(ServerTls.None), Pyftpdlib(ServerTls.None)]
    [Vsftpd(ServerTls.Explicit), Proftpd(ServerTls.Explicit)]
    public async Task Odd_names_are_listed_and_fetched_by_what_was_listed(ServerKind kind, ServerTls tls)
    {
        await using var server = await kind.StartAsync(new ServerOptions { Tls = tls }, Token);
        var habits = HabitsOf(kind);
        await PrepareAsync(server, habits, Token);
        try
        {
            await using var fixture = await ListFixture.OpenAsync(server, Token);
            var (root, whole) = await fixture.ListAsync("", Token);
            Assert.Empty(whole.Doubts);
            Assert.Equal(["empty", "odd", "sub folder"], root.Keys.Order(StringComparer.Ordinal));
            Assert.All(root.Values, entry => Assert.Equal((EntryKind.Folder, null), (entry.Kind, entry.Size)));

            var (odd, outcome) = await fixture.ListAsync("odd", Token);
            // LIST cannot tell a blank in front of a name from padding.
            Assert.Equal(habits.Command == ListingCommand.Mlsd ? [] : [ListingDoubtKind.UncertainNames], outcome.Doubts.Select(doubt => doubt.Kind));
            Assert.Equal(habits.Command, outcome.Command);
            List<string> expected = [.. OddNames, "link"];
            if (habits.KeepsBytes) expected.Add("한글.bin");
            if (outcome.ShowsDotNames) expected.Add(".hidden");
            Assert.Equal(expected.Order(StringComparer.Ordinal), odd.Keys.Order(StringComparer.Ordinal));
            Assert.Equal(habits.Command == ListingCommand.Mlsd, outcome.ProvesAbsence(ListFixture.Path(".other")));
            Assert.Equal(habits.Command == ListingCommand.Mlsd, outcome.ProvesAbsence(ListFixture.Path("other")));
            Assert.Equal(habits.Link, odd["link"].Kind);
            Assert.Equal(habits.Target, odd["link"].Target?.Text);

            foreach (var entry in odd.Values.Where(entry => entry.Name.Text != "link"))
            {
                Assert.Equal(EntryKind.File, entry.Kind);
                Assert.Equal(GetChecks.Modified.Date, entry.Time?.Clock.Date);
                Assert.Equal(habits.Command == ListingCommand.Mlsd ? new DateTimeOffset(GetChecks.Modified) : null, entry.Time?.Instant);
                Assert.Equal(entry.Name.Bytes.Length, entry.Size);
                Assert.Equal(entry.Size, await fixture.FetchAsync("odd", entry.Name, Token));
            }
            var (below, _) = await fixture.ListAsync("sub folder/below", Token);
            Assert.Equal(["deep.txt"], below.Keys);
        }
        finally
        {
            // .NET cannot name the one in CP949, so the server's folder could not be deleted with it.
            if (habits.KeepsBytes) await ProgramChecks.ShellAsync(server.Root, "rm -f odd/*.bin", Token);
        }
    }

    /// <summary>An empty folder is one, and known to be; a folder that may not be read never passes for one.</summary>
    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task An_empty_folder_is_distinguished_from_an_unreadable_one(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        var habits = HabitsOf(kind);
        Directory.CreateDirectory(Path.Combine(server.Root, "empty"));
        var secret = Directory.CreateDirectory(Path.Combine(server.Root, "secret"));
        await server.PutAsync("secret/inside", 10, 1, Token);
        // Owned by root, and the others may only enter it.
        if (!OperatingSystem.IsWindows()) secret.UnixFileMode = (UnixFileMode)0b111_001_001;

        await using var fixture = await ListFixture.OpenAsync(server, Token);
        var (entries, outcome) = await fixture.ListAsync("empty", Token);
        Assert.Empty(entries);
        Assert.Empty(outcome.Doubts);
        try
        {
            (entries, outcome) = await fixture.ListAsync("secret", Token);
            Assert.Equal(habits.ReadsAll, outcome.IsComplete);
            Assert.Equal(habits.ReadsAll ? 1 : 0, entries.Count);
        }
        catch (FtpReplyException e)
        {
            Assert.Equal(550, e.Reply.Code);
            Assert.False(habits.ReadsAll);
        }
        Assert.True(fixture.Session.IsUsable);
        Assert.Contains("secret", (await fixture.ListAsync("", Token)).Entries.Keys);
    }

    /// <summary>A path that does not exist and a path that is a file are refused; the session remains usable.</summary>
    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task A_path_that_is_not_a_folder_is_refused(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        await server.PutAsync("folder/file", 10, 1, Token);
        await using var fixture = await ListFixture.OpenAsync(server, Token);
        foreach (var path in (string[])["missing", "folder/file", "/folder/missing"])
        {
            var refusal = await Assert.ThrowsAsync<FtpReplyException>(() => fixture.ListAsync(path, Token));
            Assert.Equal(550, refusal.Reply.Code);
            Assert.Contains(path, refusal.Message);
        }
        Assert.Equal(["file"], (await fixture.ListAsync("folder", Token)).Entries.Keys);
        Assert.Equal(["file"], (await fixture.ListAsync("/folder", Token)).Entries.Keys);
    }

    /// <summary>
    /// The cost of listing two folders: these commands, each of them a round trip, in addition to the data connection's own.
    /// </summary>
    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib]
    public async Task Two_folders_cost_one_listing_each_after_the_questions_of_the_site(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        string[] commands = kind == ServerKind.Vsftpd
            ? ["FEAT", "PWD", "CWD one", "EPSV", "LIST", "CWD /two", "EPSV", "LIST"]
            : ["FEAT", "OPTS UTF8 ON", "EPSV", "MLSD one", "PWD", "CWD one", "EPSV", "MLSD", "CWD /", "EPSV", "MLSD two"];
        await server.PutAsync("one/file", 10, 1, Token);
        await server.PutAsync("two/file", 10, 1, Token);
        await using var fixture = await ListFixture.OpenAsync(server, Token);
        foreach (var folder in (string[])["one", "two"]) Assert.Equal(["file"], (await fixture.ListAsync(folder, Token)).Entries.Keys);
        Assert.Equal(commands, fixture.Commands);
    }

    [ServerTheory]
    [Vsftpd, Proftpd, PureFtpd, Pyftpdlib, Ftpx]
    public async Task Twelve_thousand_files_are_all_listed_or_the_listing_is_known_to_be_cut_off(ServerKind kind)
    {
        const int Many = 12_000;
        await using var server = await kind.StartAsync(Token);
        var limit = HabitsOf(kind).Limit;
        var folder = Directory.CreateDirectory(Path.Combine(server.Root, "many"));
        for (var i = 0; i < Many; i++) await File.Create(Path.Combine(folder.FullName, $"file-{i:00000}.dat")).DisposeAsync();

        await using var fixture = await ListFixture.OpenAsync(server, Token);
        var (entries, outcome) = await fixture.ListAsync("many", Token);
        Assert.Equal(limit ?? Many, entries.Count);
        Assert.Equal(entries.Count, outcome.Entries);
        Assert.Equal(limit is null, outcome.IsComplete);
        Assert.Equal(limit is null, outcome.ProvesAbsence(ListFixture.Path("file-99999.dat")));
        if (limit is not null) Assert.Contains(outcome.Doubts, doubt => doubt.Kind == ListingDoubtKind.SaidSo && doubt.Text.Contains("truncated"));
        Assert.True(fixture.Session.IsUsable);
    }

    private static ListingHabits HabitsOf(ServerKind kind) => kind switch
    {
        ServerKind.Vsftpd => new ListingHabits { Command = ListingCommand.List, Target = "plain.txt" },
        ServerKind.Proftpd => new ListingHabits { Command = ListingCommand.Mlsd },
        ServerKind.PureFtpd => new ListingHabits { Command = ListingCommand.Mlsd, Limit = 9_998 },
        _ => new ListingHabits { Command = ListingCommand.Mlsd, Link = EntryKind.File, KeepsBytes = false, ReadsAll = true },
    };

    private static async Task PrepareAsync(FtpServerProcess server, ListingHabits habits, CancellationToken cancellationToken)
    {
        foreach (var name in (string[])[.. OddNames, ".hidden"]) await PutAsync(name);
        if (habits.KeepsBytes)
        {
            await PutAsync("12345678");
            await ProgramChecks.ShellAsync(server.Root, @"mv odd/12345678 odd/$'\xc7\xd1\xb1\xdb.bin'", cancellationToken);
        }
        File.CreateSymbolicLink(Path.Combine(server.Root, "odd", "link"), "plain.txt");
        Directory.CreateDirectory(Path.Combine(server.Root, "empty"));
        await server.PutAsync("sub folder/below/deep.txt", 10, 1, cancellationToken);

        // As long as its name has bytes, so that each size is another.
        async Task PutAsync(string name)
        {
            await server.PutAsync("odd/" + name, Encoding.UTF8.GetByteCount(name), 1, cancellationToken);
            File.SetLastWriteTimeUtc(Path.Combine(server.Root, "odd", name), GetChecks.Modified);
        }
    }
}
