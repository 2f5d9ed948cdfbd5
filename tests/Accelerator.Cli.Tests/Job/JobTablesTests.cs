namespace Accelerator.Cli.Tests.Job;

/// <summary>The table of jobs at terminals of different widths.</summary>
public sealed class JobTablesTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);

    private static readonly JobStatus[] Jobs = [Status("abi-cmipf", "late"), Status("s5p-nrt", "unreachable")];

    [Fact]
    public void At_80_columns_a_job_is_a_row_of_two_lines_at_most_with_the_facts_that_operators_look_for()
    {
        var lines = Shown(80);
        Assert.Equal("job state complete poll waiting failed last delivery", lines[1]);
        Assert.Equal("abi-cmipf late 0:07 ago 1,203 2 1:00:00 ago", lines[3]);
        Assert.Equal(["s5p-nrt server 0:07 ago 1,203 2 1:00:00 ago", "unreachable"], lines[4..6]);
        Assert.Equal(7, lines.Count);
    }

    [Theory]
    [InlineData(100, "job state complete poll waiting failed oldest last delivery")]
    [InlineData(110, "job server state complete poll waiting failed oldest last delivery")]
    [InlineData(160, "job server state next poll last complete poll waiting in progress failed oldest last delivery")]
    public void A_wider_terminal_shows_more_columns(int width, string headings) => Assert.Equal(headings, Heading(width));

    [Fact]
    public void Jobs_whose_names_leave_no_room_for_a_table_are_lists_with_all_facts()
    {
        using var screen = new Screen(80);
        using var output = new StringWriter { NewLine = "\n" };
        JobTables.Standing([Status(new string('a', 40), "ok")], Now, screen.Console).Show(screen.Console, output);
        Assert.Contains("\n  last complete poll  0:07 ago\n", output.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(80, true, "id delivered file size path")]
    [InlineData(80, false, "id delivered job file size path")]
    [InlineData(120, true, "id delivered job file version size delay path")]
    public void The_history_of_one_job_leaves_out_what_a_narrow_terminal_has_no_room_for(int width, bool isOneJob, string headings)
    {
        using var screen = new Screen(width);
        using var output = new StringWriter();
        JobTables.History([Delivered("passages"), Delivered(isOneJob ? "passages" : "orbits")], screen.Console).Show(screen.Console, output);
        Assert.Empty(output.ToString());
        Assert.Equal(headings, string.Join(' ', screen.Text.Split('\n')[1].Split(['│', '|', ' '], StringSplitOptions.RemoveEmptyEntries)));
    }

    // The lines of a heading that is broken into several are joined column by column.
    private static string Heading(int width)
    {
        var rows = Cells(width);
        var rule = rows.FindIndex(1, static row => row.Length == 1);
        return string.Join(' ', Enumerable.Range(0, rows[1].Length)
            .Select(column => string.Join(' ', rows.Take(1..rule).Select(row => row[column]).Where(static cell => cell.Length > 0))));
    }

    private static List<string> Shown(int width) =>
        [.. Cells(width).Select(static row => string.Join(' ', row.Where(static cell => cell.Length > 0)))];

    private static List<string[]> Cells(int width)
    {
        using var screen = new Screen(width);
        using var output = new StringWriter();
        JobTables.Standing(Jobs, Now, screen.Console).Show(screen.Console, output);
        Assert.Empty(output.ToString());
        return [.. screen.Text.Split('\n').Select(static line => line.Trim('│', '|').Split('│', '|').Select(static cell => cell.Trim()).ToArray())];
    }

    private static JobStatus Status(string name, string state) => new()
    {
        Name = name, Server = "svalbard", Kind = "pull", Enabled = true, State = state, NextPoll = Now.AddSeconds(23), LastCompletePoll = Now.AddSeconds(-7),
        Files = new Dictionary<string, long> { ["queued"] = 1203, ["failed"] = 2 }, OldestUndelivered = Now.AddHours(-49), LastDelivered = Now.AddHours(-1),
    };

    private static Delivery Delivered(string job) => new()
    {
        Id = 7, FileId = 7, Job = job, Server = "svalbard", Folder = "/pub", Name = "a.bin", Version = 1, Size = 3_000_000, FinalPath = "/archive/day/a.bin", Owner = "node/1",
        Fetched = 3_000_000, Attempts = 0, FirstSeen = Now.AddSeconds(-1), QueuedAt = Now, StartedAt = Now, PublishedAt = Now,
    };
}
