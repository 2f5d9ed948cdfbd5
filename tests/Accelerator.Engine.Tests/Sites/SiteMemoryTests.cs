namespace Accelerator.Engine.Tests.Sites;

public sealed class SiteMemoryTests : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly SiteMemory _memory;

    public SiteMemoryTests() => _memory = new SiteMemory(Folder, new FakeTime());

    private string Folder => _folder.File("sites");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_new_server_has_no_record_and_reading_creates_no_folder()
    {
        Assert.Equal(new SiteRead(SiteRecord.Unknown(SiteSamples.Key()), null), await _memory.ReadAsync(SiteSamples.Key(), default));
        Assert.Empty((await _memory.ListAsync(default)).Records);
        Assert.Equal(0, await _memory.ForgetAllAsync(default));
        Assert.False(Directory.Exists(Folder));
    }

    [Fact]
    public async Task Facts_learned_in_one_run_are_available_to_another()
    {
        Assert.Null(await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default));

        var other = new SiteMemory(Folder, new FakeTime());
        Assert.Equivalent(SiteSamples.Facts, (await other.ReadAsync(SiteSamples.Key(), default)).Record.Facts, strict: true);
        Assert.True((await other.ReadAsync(SiteSamples.Key(user: "lee"), default)).Record.IsEmpty);
    }

    [Fact]
    public async Task Facts_learned_on_one_path_do_not_apply_to_another_but_settings_apply_to_all()
    {
        var (first, second) = (SiteSamples.Key().By("eth1"), SiteSamples.Key().By("eth2"));
        await _memory.SetAsync(first.ForAllUsers, settings => settings.With("charset", "cp949"), default);
        await _memory.LearnAsync(first, _ => SiteSamples.Facts, default);

        Assert.Equivalent(SiteSamples.Facts, (await _memory.ReadAsync(first, default)).Record.Facts, strict: true);
        Assert.True((await _memory.ReadAsync(second, default)).Record.IsEmpty);
        Assert.True((await _memory.ReadAsync(SiteSamples.Key(), default)).Record.IsEmpty);
        Assert.Equal("cp949", (await _memory.ReadSettingsAsync(second, default)).Settings.Values["charset"]);
        Assert.Contains(first, (await _memory.ListAsync(default)).Records.Select(record => record.Key));
    }

    [Fact]
    public async Task Settings_and_facts_do_not_disturb_one_another()
    {
        await _memory.SetAsync(SiteSamples.Key(), settings => settings.With("charset", "cp949"), default);
        await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default);
        await _memory.SetAsync(SiteSamples.Key(), settings => settings.With("active", "yes"), default);

        var record = (await _memory.ReadAsync(SiteSamples.Key(), default)).Record;
        Assert.Equal(("cp949", "yes", 6), (record.Settings["charset"], record.Settings["active"], record.Facts.Ceiling?.Value));
    }

    [Fact]
    public async Task Settings_of_a_login_override_those_for_all_users()
    {
        await _memory.SetAsync(SiteSamples.Key().ForAllUsers, settings => settings.With("charset", "cp949").With("active", "yes"), default);
        await _memory.SetAsync(SiteSamples.Key(), settings => settings.With("active", "no"), default);

        var (kim, _) = await _memory.ReadSettingsAsync(SiteSamples.Key(), default);
        var (lee, _) = await _memory.ReadSettingsAsync(SiteSamples.Key(user: "lee"), default);
        Assert.Equal(("cp949", "no"), (kim["charset"], kim["active"]));
        Assert.Equal(("cp949", "yes"), (lee["charset"], lee["active"]));
    }

    [Fact]
    public async Task The_last_setting_taken_away_leaves_no_file()
    {
        await _memory.SetAsync(SiteSamples.Key(), settings => settings.With("charset", "cp949"), default);
        await _memory.SetAsync(SiteSamples.Key(), settings => settings.With("charset", null), default);
        Assert.Equal(["lock"], Directory.GetFiles(Folder).Select(Path.GetFileName));
    }

    [Fact]
    public async Task The_list_is_in_order()
    {
        SiteKey[] keys = [SiteSamples.Key("b"), SiteSamples.Key("a", 22), SiteSamples.Key("a").ForAllUsers, SiteSamples.Key("a", user: "lee"), SiteSamples.Key("a")];
        foreach (var key in keys) await _memory.SetAsync(key, settings => settings.With("charset", "cp949"), default);
        Assert.Equal(
            ["a:21", "kim at a:21", "lee at a:21", "kim at a:22", "kim at b:21"],
            (await _memory.ListAsync(default)).Records.Select(record => record.Key.ToString()));
    }

    [Fact]
    public async Task One_site_can_be_forgotten_and_then_all()
    {
        foreach (var user in new[] { "a", "b", "c" }) await _memory.LearnAsync(SiteSamples.Key(user: user), _ => SiteSamples.Facts, default);
        Assert.True(await _memory.ForgetAsync(SiteSamples.Key(user: "a"), default));
        Assert.False(await _memory.ForgetAsync(SiteSamples.Key(user: "a"), default));
        Assert.Equal(2, await _memory.ForgetAllAsync(default));
        Assert.Empty((await _memory.ListAsync(default)).Records);
    }

    [Fact]
    public async Task An_invalid_file_is_ignored_with_one_message_and_never_overwritten()
    {
        var path = await SpoilAsync(_ => "{ charset: cp949 }");
        var sentence = $"The stored data of a server is ignored: '{path}' is not JSON from line 1 on. Correct the file or remove it.";

        Assert.Equal(new SiteRead(SiteRecord.Unknown(SiteSamples.Key()), sentence), await _memory.ReadAsync(SiteSamples.Key(), default));
        Assert.Equal(sentence, await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default));
        var refusal = await Assert.ThrowsAsync<StorageException>(() => _memory.SetAsync(SiteSamples.Key(), s => s.With("active", "yes"), default));
        Assert.Equal(sentence, refusal.Message);
        Assert.Equal([sentence], (await _memory.ListAsync(default)).Problems);
        Assert.Equal([sentence], (await _memory.ReadSettingsAsync(SiteSamples.Key(), default)).Problems);
        Assert.Equal("{ charset: cp949 }", await File.ReadAllTextAsync(path));

        Assert.True(await _memory.ForgetAsync(SiteSamples.Key(), default));
        Assert.Null(await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default));
    }

    [Theory]
    [InlineData("another site", "is of another site, lee at ftp.example.org:21")]
    [InlineData("too long", "is too large")]
    [InlineData("a link", "is a link or not a regular file")]
    public async Task A_file_of_another_site_a_file_that_is_too_long_and_a_link_are_not_used(string what, string problem)
    {
        var path = await SpoilAsync(text => what switch { "another site" => text.Replace("kim", "lee", StringComparison.Ordinal), "too long" => text + new string(' ', 64 << 10), _ => text });
        if (what == "a link")
        {
            File.Move(path, _folder.File("elsewhere"));
            File.CreateSymbolicLink(path, _folder.File("elsewhere"));
        }
        var read = await _memory.ReadAsync(SiteSamples.Key(), default);
        Assert.True(read.Record.IsEmpty);
        Assert.Contains(problem, read.Problem);
        Assert.Equal([read.Problem!], (await _memory.ListAsync(default)).Problems);
    }

    [Fact]
    public async Task An_uncreatable_folder_and_an_oversized_record_return_a_message_without_an_exception()
    {
        var many = new SiteFacts { ServerSoftware = new(new string('x', 70_000), SiteSamples.Learned) };
        Assert.Contains("65536 bytes", await _memory.LearnAsync(SiteSamples.Key(), _ => many, default));

        Directory.Delete(Folder, recursive: true);
        await File.WriteAllTextAsync(Folder, "in the way");
        Assert.Contains(Folder, await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default));
        Assert.Null((await _memory.ReadAsync(SiteSamples.Key(), default)).Problem);
    }

    [Fact]
    public async Task A_run_gives_up_on_a_memory_locked_for_long()
    {
        var time = new FakeTime();
        Directory.CreateDirectory(Folder);
        using var held = ExclusiveFile.Open(Path.Combine(Folder, "lock"));
        var learning = new SiteMemory(Folder, time).LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default);
        while (!learning.IsCompleted)
        {
            await Task.WhenAny(learning, time.UntilTimersAsync(1)).SoonAsync();
            time.Advance(TimeSpan.FromSeconds(1));
        }
        Assert.Contains("is in use by another run of ftpx", await learning);
        Assert.Equal(["lock"], Directory.GetFiles(Folder).Select(Path.GetFileName));
    }

    [Fact]
    public async Task Two_concurrent_writers_lose_and_tear_nothing()
    {
        const int Updates = 50;
        var written = await Task.WhenAll(Enumerable.Range(0, 2).Select(_ => Task.Run(async () =>
        {
            var memory = new SiteMemory(Folder, TimeProvider.System);
            var count = 0;
            for (var i = 0; i < Updates; i++)
            {
                if (await memory.LearnAsync(SiteSamples.Key(), Increment, default) is null) count++;
                var read = await memory.ReadAsync(SiteSamples.Key(), default);
                Assert.Null(read.Problem);
                Assert.True(read.Record.Facts.Ceiling is { Value: >= 1 } || count == 0);
            }
            return count;
        })));

        Assert.True(written.Min() > 0);
        Assert.Equal(written.Sum(), (await _memory.ReadAsync(SiteSamples.Key(), default)).Record.Facts.Ceiling?.Value);
        Assert.Equal(2, Directory.GetFiles(Folder).Length);

        static SiteFacts Increment(SiteFacts facts) => facts with { Ceiling = new((facts.Ceiling?.Value ?? 0) + 1, SiteSamples.Learned) };
    }

    [Fact]
    public async Task The_oldest_site_without_settings_makes_room()
    {
        await _memory.SetAsync(SiteSamples.Key("settings"), settings => settings.With("charset", "cp949"), default);
        await _memory.LearnAsync(SiteSamples.Key("oldest"), _ => SiteSamples.Facts, default);
        Age("settings", days: 3);
        Age("oldest", days: 2);
        for (var i = 2; i < SiteMemory.MostSites; i++) await File.WriteAllTextAsync(Path.Combine(Folder, $"site-{i}.json"), "");

        await _memory.LearnAsync(SiteSamples.Key("newest"), _ => SiteSamples.Facts, default);

        Assert.Equal(["newest", "settings"], (await _memory.ListAsync(default)).Records.Select(record => record.Key.Host));
    }

    [Theory]
    [InlineData("XDG_STATE_HOME=/state HOME=/home/kim", "/state/accelerator/sites")]
    [InlineData("XDG_STATE_HOME=relative HOME=/home/kim", "/home/kim/.local/state/accelerator/sites")]
    [InlineData("HOME=/home/kim", "/home/kim/.local/state/accelerator/sites")]
    [InlineData("HOME=relative LOCALAPPDATA=/local", null)]
    public void The_folder_follows_the_environment(string environment, string? folder) =>
        Assert.Equal(folder, SiteMemory.FindFolder(Variables(environment), isWindows: false));

    [Fact]
    public void On_windows_the_folder_is_in_the_local_application_data()
    {
        Assert.Equal(Path.Combine("L:", "Accelerator", "sites"), SiteMemory.FindFolder(Variables("LOCALAPPDATA=L: HOME=/home/kim"), isWindows: true));
        Assert.Null(SiteMemory.FindFolder(Variables("HOME=/home/kim"), isWindows: true));
    }

    private static Func<string, string?> Variables(string environment)
    {
        var variables = environment.Split(' ').Select(pair => pair.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]);
        return name => variables.GetValueOrDefault(name);
    }

    private void Age(string host, int days) =>
        File.SetLastWriteTimeUtc(SiteFile.PathOf(Folder, SiteSamples.Key(host)), new DateTime(2026, 1, 30 - days, 0, 0, 0, DateTimeKind.Utc));

    private async Task<string> SpoilAsync(Func<string, string> change)
    {
        await _memory.LearnAsync(SiteSamples.Key(), _ => SiteSamples.Facts, default);
        var path = SiteFile.PathOf(Folder, SiteSamples.Key());
        await File.WriteAllTextAsync(path, change(await File.ReadAllTextAsync(path)));
        return path;
    }
}
