using System.Diagnostics.CodeAnalysis;
using Accelerator.Engine.Storage;

namespace Accelerator.Interop.Tests.Neighbours;

/// <summary>Files that another user has placed, in a folder of mode 1777, under the names that the programs of root use there.</summary>
public sealed class PlantedFileTests : RealTests, IAsyncLifetime
{
    private const int Length = 300_000;
    private const string Foreign = "belongs to the user with the ID 65534";

    private readonly Neighbour _neighbour = new();

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync()
    {
        _neighbour.Dispose();
        return Task.CompletedTask;
    }

    [ServerTheory("runuser")]
    [InlineData("f.part")]
    [InlineData("f.part.journal")]
    [InlineData("f.part.journal.new")]
    public async Task A_part_or_journal_of_another_user_is_refused_and_stays_as_it_is(string name)
    {
        await using var server = ServeFile();
        await PlantAsync(name);
        var end = await RunAsync("get", server.UrlOf("/f"), "--streams", "2");
        Assert.Contains($"'{_neighbour.PathOf(name)}' {Foreign}, so other users can change it and it is not used.", end.Expect(10).Error);
        AssertAsPlanted(name);
        Assert.Equal([name], Names());
    }

    [ServerFact("runuser")]
    public async Task A_part_that_another_user_holds_locked_is_named_as_theirs_and_not_as_in_use()
    {
        await using var server = ServeFile();
        await PlantAsync("f.part");
        await using var holder = ProgramRun.StartFile("/usr/sbin/runuser", _neighbour.Folder,
            ["-u", "nobody", "--", "/usr/bin/flock", "f.part", "sh", "-c", "touch held; while [ -e held ]; do sleep 0.05; done"], new Dictionary<string, string>());
        await Soon.UntilAsync(() => File.Exists(_neighbour.PathOf("held")));
        Assert.Contains(Foreign, (await RunAsync("get", server.UrlOf("/f"))).Expect(10).Error);
        File.Delete(_neighbour.PathOf("held"));
        (await holder.WaitAsync(Token)).Expect();
        AssertAsPlanted("f.part");
    }

    [ServerFact("runuser")]
    public async Task Text_for_a_script_goes_into_no_part_of_another_user()
    {
        await using var server = ServeFile();
        await PlantAsync("f.part");
        var end = await ScriptAsync(server, "ascii");
        Assert.Contains(Foreign, end.Output + end.Error);
        Assert.NotEqual(0, end.ExitCode);
        AssertAsPlanted("f.part");
        Assert.Equal(["f.part", "s"], Names());
    }

    [ServerFact("runuser")]
    public async Task A_mirror_does_not_start_at_a_lock_of_another_user()
    {
        await using var server = ServeFile();
        await PlantAsync(".ftpx-mirror.lock");
        Assert.Contains(Foreign, (await RunAsync("mirror", server.UrlOf("/"), _neighbour.Folder)).Expect(10).Error);
        AssertAsPlanted(".ftpx-mirror.lock");
        Assert.Equal([".ftpx-mirror.lock"], Names());
    }

    [ServerFact("runuser")]
    public async Task A_mirror_neither_reads_nor_replaces_a_record_of_another_user()
    {
        // A listing by LIST has no exact times, so that there is something to record.
        await using var server = ServeFile(LoopbackFeatures.Usual & ~LoopbackFeatures.Mlst);
        await PlantAsync(".ftpx-mirror");
        var end = (await RunAsync("mirror", server.UrlOf("/"), _neighbour.Folder)).Expect();
        Assert.Contains($"The record of earlier runs is ignored: '{_neighbour.PathOf(".ftpx-mirror")}' {Foreign}.", end.Error);
        Assert.Contains("The results of this run could not be stored", end.Error);
        AssertAsPlanted(".ftpx-mirror");
        Assert.Equal([".ftpx-mirror", "f"], Names());
    }

    [ServerTheory("runuser")]
    [InlineData("lock")]
    [InlineData("site-127.0.0.1-*.json")]
    public async Task Stored_facts_of_servers_that_belong_to_another_user_are_neither_used_nor_replaced(string pattern)
    {
        var state = new Dictionary<string, string> { ["XDG_STATE_HOME"] = _neighbour.Folder };
        (await SetAsync("streams=3")).Expect();
        var path = Assert.Single(Directory.GetFiles(_neighbour.PathOf("accelerator/sites"), pattern));
        await ShellAsync("chmod 1777 accelerator/sites && chown nobody \"$1\" && chmod 666 \"$1\"", path);
        var before = await File.ReadAllTextAsync(path, Token);
        var end = await SetAsync("streams=5");
        Assert.NotEqual(0, end.ExitCode);
        Assert.Contains(Foreign, end.Error);
        Assert.Equal(before, await File.ReadAllTextAsync(path, Token));

        async Task<ProgramEnd> SetAsync(string setting)
        {
            await using var run = FtpxProgram.Native.Start(_neighbour.Folder, state, ["site", "set", "127.0.0.1", setting]);
            return await run.WaitAsync(Token);
        }
    }

    [ServerFact("runuser")]
    public async Task The_record_of_a_copy_and_the_lock_of_a_run_are_those_of_the_user()
    {
        await PlantAsync("record");
        var (record, problem) = await RecordFile.ReadAsync<string>(_neighbour.PathOf("record"), 1000, "", "", TryRead, Token);
        Assert.Equal((null, Foreign), (record, problem));
        var refused = await Assert.ThrowsAsync<StorageException>(() => RunLock.TakeAsync(_neighbour.PathOf("record"), TimeProvider.System, Token));
        Assert.Equal(StorageFailure.Denied, refused.Reason);
        AssertAsPlanted("record");

        static bool TryRead(ReadOnlyMemory<byte> content, [NotNullWhen(true)] out string? read, [NotNullWhen(false)] out string? why)
        {
            (read, why) = ("read", null);
            return true;
        }
    }

    [ServerFact("runuser")]
    public async Task A_file_of_root_that_all_users_may_write_to_is_not_continued_either()
    {
        await using var server = ServeFile();
        await File.WriteAllTextAsync(_neighbour.PathOf("f.part"), "from an earlier run", Token);
        await ShellAsync("chmod 666 f.part");
        Assert.Contains($"'{_neighbour.PathOf("f.part")}' can be written by all users", (await RunAsync("get", server.UrlOf("/f"))).Expect(10).Error);
        Assert.Equal("from an earlier run", await File.ReadAllTextAsync(_neighbour.PathOf("f.part"), Token));
    }

    [ServerTheory("runuser")]
    [InlineData("000", 0b110_110_100, 0b110_110_110)]
    [InlineData("002", 0b110_110_100, 0b110_110_100)]
    [InlineData("022", 0b110_100_100, 0b110_100_100)]
    public async Task A_part_is_never_writable_by_all_users_and_the_file_has_the_mode_that_the_umask_gives(string umask, int part, int published)
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Shaping = new LinkShape { TotalBytesPerSecond = 8 << 20 } });
        server.Files.AddSynthetic("/f", 24 << 20);
        await using (var first = Start())
        {
            await Soon.UntilAsync(() => File.Exists(_neighbour.PathOf("f.part.journal")));
            Assert.Equal((UnixFileMode)part, ModeOf(_neighbour.PathOf("f.part")));
            Assert.Equal((UnixFileMode)part, ModeOf(_neighbour.PathOf("f.part.journal")));
            await first.KillAsync();
        }
        await using var second = Start();
        (await second.WaitAsync(Token)).Expect();
        Assert.Equal((UnixFileMode)published, ModeOf(_neighbour.PathOf("f")));
        Assert.Null(await server.Files["/f"].Content.FirstDifferenceAsync(_neighbour.PathOf("f"), Token));

        ProgramRun Start() => ProgramRun.StartFile("/bin/sh", _neighbour.Folder,
            ["-c", "umask $0; exec \"$@\"", umask, .. NativeProgram.Command, "get", "--streams", "2", server.UrlOf("/f")], new Dictionary<string, string>());
    }

    private static LoopbackServer ServeFile(LoopbackFeatures features = LoopbackFeatures.Usual)
    {
        var server = LoopbackServer.Start(new LoopbackOptions { Features = features });
        server.Files.AddSynthetic("/f", Length);
        return server;
    }

    private Task<ProgramEnd> RunAsync(params string[] words) => FtpxProgram.Native.RunAsync(_neighbour.Folder, null, words, Token);

    private async Task<ProgramEnd> ScriptAsync(LoopbackServer server, string mode)
    {
        await File.WriteAllTextAsync(_neighbour.PathOf("s"),
            $"open {server.EndPoint.Address} {server.EndPoint.Port}\nanonymous\nme@example.org\n{mode}\nget f\nbye\n", Token);
        return await RunAsync("ftp", "-s:s");
    }

    private async Task PlantAsync(string name) => await _neighbour.DoAsync("printf planted >\"$1\" && chmod 666 \"$1\"", name);

    private async Task ShellAsync(string commands, params string[] words) =>
        (await ProgramRun.RunFileAsync("/bin/sh", _neighbour.Folder, ["-c", commands, "sh", .. words], Token)).Expect();

    private void AssertAsPlanted(string name)
    {
        Assert.Equal("planted", File.ReadAllText(_neighbour.PathOf(name)));
        Assert.Equal((UnixFileMode)0b110_110_110, ModeOf(_neighbour.PathOf(name)));
    }

    private static UnixFileMode ModeOf(string path) =>
        OperatingSystem.IsWindows() ? throw new PlatformNotSupportedException() : File.GetUnixFileMode(path);

    private IEnumerable<string> Names() => Directory.GetFileSystemEntries(_neighbour.Folder).Select(path => Path.GetFileName(path)!).Order(StringComparer.Ordinal);
}
