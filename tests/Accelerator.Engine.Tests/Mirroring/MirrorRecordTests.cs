namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>
/// A server without MLSD whose listing shows times to the minute: which queries are sent, and when none are needed any more.
/// </summary>
public sealed class MirrorRecordTests
{
    // Both in the same minute, the one before the current: a listing shows a time in the future without its minute.
    private static readonly DateTimeOffset Recent = Minute(TimeProvider.System.GetUtcNow()).AddSeconds(-50);
    private static readonly DateTimeOffset SameMinute = Recent.AddSeconds(20);
    private static readonly DateTimeOffset LongAgo = Recent.AddDays(-3);

    [Fact]
    public async Task A_file_that_was_brought_by_something_else_is_asked_about_once_and_again_when_it_was_touched_here()
    {
        await using var mirror = Copied();
        // A dry run queries and stores no answer.
        await mirror.PlanAsync();
        Assert.Equal(["LIST", "MDTM /pub/a"], mirror.Commands);
        Assert.False(File.Exists(mirror.RecordPath));

        await mirror.SucceedAsync();
        Assert.Equal(1, mirror.Plan.SameFiles);
        Assert.Equal(["LIST", "MDTM /pub/a"], mirror.Commands);

        // A run that learns nothing writes nothing.
        var before = new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        File.SetLastWriteTimeUtc(mirror.RecordPath, before);
        await mirror.SucceedAsync();
        Assert.Equal(1, mirror.Plan.SameFiles);
        Assert.Equal(["LIST"], mirror.Commands);
        Assert.Equal(before, File.GetLastWriteTimeUtc(mirror.RecordPath));

        mirror.Put("a", "own");
        await mirror.SucceedAsync();
        Assert.Equal("one", mirror.Text("a"));
    }

    [Fact]
    public async Task A_fresh_file_is_asked_about_until_a_change_would_show_in_the_listing()
    {
        await using var mirror = Copied(Recent);
        for (var run = 0; run < 2; run++)
        {
            await mirror.SucceedAsync();
            Assert.Equal(["LIST", "MDTM /pub/a"], mirror.Commands);
        }
        // An hour would also be the age of a new file whose times are those of a zone an hour behind UTC.
        mirror.Time = new ShiftedTime(TimeSpan.FromMinutes(75));
        await mirror.SucceedAsync();
        Assert.Equal(["LIST", "MDTM /pub/a"], mirror.Commands);
        await mirror.SucceedAsync();
        Assert.Equal(["LIST"], mirror.Commands);
        Assert.Equal(1, mirror.Plan.SameFiles);
    }

    [Fact]
    public async Task A_change_within_the_same_minute_and_of_the_same_size_is_found()
    {
        await using var mirror = Server();
        mirror.Serve("/pub/a", "one", Recent);
        await mirror.SucceedAsync();

        mirror.Serve("/pub/a", "two", SameMinute);
        await mirror.SucceedAsync();
        Assert.Contains("MDTM /pub/a", mirror.Commands);
        Assert.Equal(MirrorChange.Changed, Assert.Single(mirror.Plan.Fetches).Change);
        Assert.Equal("two", mirror.Text("a"));
    }

    // vsftpd with use_localtime=YES: LIST and MDTM show local time, here of a zone five hours behind UTC.
    [Theory]
    [Each(true, false)]
    public async Task A_change_within_the_same_minute_is_found_if_the_server_reports_local_times(bool isCopied)
    {
        var zone = TimeSpan.FromHours(-5);
        var written = Minute(TimeProvider.System.GetUtcNow()).AddSeconds(-50) + zone;
        await using var mirror = isCopied ? Copied(written) : Server();
        mirror.Serve("/pub/a", "one", written);
        await mirror.SucceedAsync();
        Assert.Equal(isCopied ? 0 : 1, mirror.Plan.Fetches.Count);

        mirror.Serve("/pub/a", "two", written.AddSeconds(20));
        await mirror.SucceedAsync();
        Assert.Equal(MirrorChange.Changed, Assert.Single(mirror.Plan.Fetches).Change);
        Assert.Equal("two", mirror.Text("a"));
    }

    [Fact]
    public async Task A_session_that_is_lost_over_a_question_costs_another_one()
    {
        await using var mirror = Copied();
        mirror.Time = new WalkTime(20);
        mirror.Server.Inject(Fault.OnCommand("MDTM").Times(2).CloseControl());
        await mirror.SucceedAsync();
        Assert.Equal(1, mirror.Plan.SameFiles);
        Assert.Equal(3, mirror.Commands.Count(command => command == "MDTM /pub/a"));
    }

    [Fact]
    public async Task If_the_server_reports_times_the_record_names_no_file_and_is_written_once()
    {
        await using var mirror = new MirrorFixture();
        mirror.Serve("/pub/a", "one", Recent);
        await mirror.SucceedAsync();
        Assert.Equal([".ftpx-mirror", "a"], Directory.GetFileSystemEntries(mirror.Root).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Equal(3, (await File.ReadAllLinesAsync(mirror.RecordPath)).Length);

        var before = new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        File.SetLastWriteTimeUtc(mirror.RecordPath, before);
        mirror.Serve("/pub/b", "two", Recent);
        await mirror.SucceedAsync();
        Assert.Equal(before, File.GetLastWriteTimeUtc(mirror.RecordPath));
    }

    [Fact]
    public async Task A_record_without_files_is_no_loss_for_another_user_so_it_gives_no_notice()
    {
        await using var mirror = new MirrorFixture();
        mirror.Serve("/pub/a", "one", Recent);
        await mirror.SucceedAsync();
        mirror.Adjust = request => request with { Source = request.Source with { Credential = new("other", "x") } };
        await mirror.SucceedAsync();
        Assert.Equal(1, mirror.Plan.SameFiles);
        Assert.Empty(mirror.Notices);
    }

    [Fact]
    public async Task A_folder_that_is_still_empty_after_the_run_gets_no_record()
    {
        await using var mirror = new MirrorFixture();
        mirror.Serve("/pub/a", "one", Recent);
        mirror.Server.Inject(Fault.OnCommand("RETR").OnPath("/pub/a").Reply("550 No."));
        Assert.False((await mirror.RunAsync()).Succeeded);
        Assert.Empty(Directory.GetFileSystemEntries(mirror.Root));
    }

    [Theory]
    [Each("torn", "foreign", "empty")]
    public async Task An_unusable_record_gives_a_notice_and_the_times_are_queried_again(string how)
    {
        await using var mirror = Copied();
        await mirror.SucceedAsync();

        var content = await File.ReadAllBytesAsync(mirror.RecordPath);
        if (how == "torn") await File.WriteAllBytesAsync(mirror.RecordPath, content[..^20]);
        else if (how == "empty") await File.WriteAllBytesAsync(mirror.RecordPath, []);
        else mirror.Adjust = request => request with { Source = request.Source with { Credential = new("other", "x") } };
        await mirror.SucceedAsync();
        Assert.Contains("The record of earlier runs is ignored", Assert.Single(mirror.Notices));
        Assert.Equal(["LIST", "MDTM /pub/a"], mirror.Commands);
        Assert.Equal(1, mirror.Plan.SameFiles);

        await mirror.SucceedAsync();
        Assert.Empty(mirror.Notices);
        Assert.Equal(["LIST"], mirror.Commands);
    }

    [Fact]
    public async Task If_the_server_reports_no_time_a_doubtful_file_is_downloaded_again()
    {
        await using var mirror = Server(MirrorFixture.ListOnly & ~LoopbackFeatures.Mdtm);
        mirror.Serve("/pub/a", "one", Recent);
        await mirror.SucceedAsync();
        await mirror.SucceedAsync();
        Assert.Equal("the server reports no time to compare", Assert.Single(mirror.Plan.Fetches).Why);
        mirror.Time = new ShiftedTime(TimeSpan.FromDays(1));
        await mirror.SucceedAsync();
        await mirror.SucceedAsync();
        Assert.Empty(mirror.Plan.Fetches);
    }

    private static DateTimeOffset Minute(DateTimeOffset time) => new(time.Ticks / TimeSpan.TicksPerMinute * TimeSpan.TicksPerMinute, TimeSpan.Zero);

    /// <summary>The file /pub/a, and an equal local file that no run has fetched.</summary>
    private static MirrorFixture Copied(DateTimeOffset? modified = null)
    {
        var mirror = Server();
        mirror.Serve("/pub/a", "one", modified ?? LongAgo);
        mirror.Put("a", "one", (modified ?? LongAgo).UtcDateTime);
        return mirror;
    }

    private static MirrorFixture Server(LoopbackFeatures features = MirrorFixture.ListOnly) => new(new LoopbackOptions { Features = features });
}
