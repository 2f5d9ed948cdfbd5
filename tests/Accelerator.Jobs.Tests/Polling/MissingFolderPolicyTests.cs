namespace Accelerator.Jobs.Tests.Polling;

public sealed class MissingFolderPolicyTests
{
    private static readonly DateTimeOffset Now = new(2026, 1, 10, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    // Template, date of the missing folder, keys of the job, whether the folder was listed before, and the beginning of the sentence.
    [InlineData("/a/{yyyy}/{DDD}", "2026/010", "", false, null)]
    [InlineData("/a/{yyyy}/{DDD}", "2026/009", "", false, null)]
    [InlineData("/a/{yyyy}/{DDD}", "2026/008", "", false, "/a/2026/008 never existed, and its period ended at 2026-01-09 00:00 UTC.")]
    [InlineData("/a/{yyyy}/{DDD}", "2026/010", "", true, "/a/2026/010 no longer exists: it was last listed at 2026-01-10 11:00 UTC.")]
    [InlineData("/a/{yyyy}/{DDD}", "2026/008", """, "missing_after": "40h" """, false, null)]
    [InlineData("/a/{yyyy}/{DDD}", "2026/008", """, "missing_folders": "allow" """, true, null)]
    [InlineData("/a/{yyyy}{MM}{dd}/{HH}", "20260110/10", """, "missing_after": "1h" """, false, "/a/20260110/10 never existed, and its period ended at 2026-01-10 11:00 UTC.")]
    [InlineData("/a/{yyyy}{MM}{dd}/{HH}", "20260110/11", """, "missing_after": "1h" """, false, null)]
    // The year has not ended.
    [InlineData("/a/{yyyy}", "2026", """, "missing_after": "1s" """, false, null)]
    public void A_missing_folder_is_a_failure_when_it_is_gone_or_its_time_is_over(string template, string date, string keys, bool wasSeen, string? sentence)
    {
        var reading = JobFileReader.Read(Encoding.UTF8.GetBytes($$"""
            { "servers": { "s": { "address": "ftp://h" } }, "jobs": { "passes": { "server": "s", "folders": [ "{{template}}" ], "target": "/t"{{keys}} } } }
            """), _ => { });
        Assert.Empty(reading.Problems);
        var job = reading.File!.Jobs[0];
        var folder = Assert.Single(job.Folders[0].Expand(Now, job.LookBack, job.Name, "s"), folder => folder.Path == "/a/" + date);
        var problem = MissingFolderPolicy.Problem(job, folder, wasSeen ? Now.AddHours(-1) : null, Now);
        if (sentence is null) Assert.Null(problem);
        else Assert.StartsWith(sentence, problem, StringComparison.Ordinal);
    }
}
