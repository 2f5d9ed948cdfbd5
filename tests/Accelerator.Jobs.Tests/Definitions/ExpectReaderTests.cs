namespace Accelerator.Jobs.Tests.Definitions;

public sealed class ExpectReaderTests
{
    [Fact]
    public void Every_key_of_an_expectation_is_read()
    {
        var job = Assert.Single(Read("""
            "silent_after": "1h", "objective": "10m",
            "complete": { "marker": "{name}.md5", "marker_timeout": "2h", "marker_missing": "deliver" },
            "expect": { "every": "10m", "offset": "5m", "pattern": "*_{yyyy}{MM}{dd}{HH}{mm}_{channel}.nc", "channels": [ "vi006", "ir105" ], "late_after": "15m", "missing_after": "2h", "from": "22:00", "to": "04:00" }
            """).File!.Jobs);
        var rule = job.Expect!;
        Assert.Equal((TimeSpan.FromMinutes(10), TimeSpan.FromMinutes(5), 2), (rule.Every, rule.Offset, rule.PerSlot));
        Assert.Equal((TimeSpan.FromMinutes(15), TimeSpan.FromHours(2), new TimeOnly(22, 0), new TimeOnly(4, 0)), (rule.LateAfter, rule.MissingAfter, rule.From, rule.To));
        Assert.Equal(["vi006", "ir105"], rule.Channels);
        Assert.Equal((TimeSpan.FromHours(1), TimeSpan.FromHours(2), MarkerDecision.Deliver), (job.SilentAfter, job.Completeness.MarkerTimeout, job.Completeness.MarkerMissing));
    }

    [Fact]
    public void What_is_left_out_has_a_default()
    {
        var rule = Assert.Single(Read("""  "expect": { "every": "10m", "pattern": "{yyyy}{DDD}{HH}{mm}" } """).File!.Jobs).Expect!;
        Assert.Equal((TimeSpan.Zero, 1, TimeSpan.FromMinutes(20), TimeSpan.FromHours(2)), (rule.Offset, rule.PerSlot, rule.LateAfter, rule.MissingAfter));
        Assert.True(rule.IsExpected(DateTimeOffset.UnixEpoch));
    }

    [Theory]
    [InlineData(""" "expect": { "pattern": "{yyyy}{DDD}" } """, "expect.every: this is missing; write the distance of the slots, as in 10m.")]
    [InlineData(""" "expect": { "every": "30s", "pattern": "{yyyy}{DDD}" } """, "expect.every: the distance of the slots is a whole number of minutes, from 1m to 31d.")]
    [InlineData(""" "expect": { "every": "10m", "offset": "10m", "pattern": "{yyyy}{DDD}" } """, "expect.offset: the offset must be shorter than every.")]
    [InlineData(""" "expect": { "every": "10m" } """, "expect.pattern: this is missing; write for example \"*_{yyyy}{MM}{dd}{HH}{mm}_ch{channel}.nc\".")]
    [InlineData(""" "expect": { "every": "10m", "pattern": "{YYYY}{DDD}" } """, "expect.pattern: there is no token {YYYY}; did you mean {yyyy}?")]
    [InlineData(""" "expect": { "every": "10m", "pattern": "{yyyy}{DDD}", "channels": [ "a" ] } """, "expect.channels: the pattern has no {channel}, so that no file has one; add it, or omit channels.")]
    [InlineData(""" "expect": { "every": "10m", "pattern": "{yyyy}{DDD}{channel}", "channels": [ "a", "b" ], "per_slot": 3 } """, "expect.per_slot: there are 2 channels, so that a slot has 2 files; omit per_slot.")]
    [InlineData(""" "expect": { "every": "10m", "pattern": "{yyyy}{DDD}", "late_after": "2h", "missing_after": "1h" } """, "expect.missing_after: missing_after must not be shorter than late_after.")]
    [InlineData(""" "complete": { "marker_timeout": "1h" } """, "complete.marker_timeout: there is no marker to wait for; add marker, or omit this.")]
    [InlineData(""" "complete": { "marker": "{name}.md5", "marker_missing": "deliver" } """, "complete.marker_missing: without marker_timeout a file waits for its marker for ever; add it, as in \"2h\".")]
    public void What_is_wrong_is_told(string keys, string problem)
    {
        var reading = Read(keys);
        Assert.Null(reading.File);
        Assert.Equal($"jobs.passes.{problem}", reading.Problems[0].ToString().Split(", ", 2)[1]);
    }

    [Theory]
    [InlineData(""" "objective": "19s" """, "objective", "no file can be delivered within 19 s: it counts as complete 1 min after a poll has found it")]
    [InlineData(""" "schedule": { "every": "5s" }, "objective": "19s" """, "objective", "no file can be delivered within 19 s: it counts as complete 20 s after a poll has found it")]
    [InlineData(""" "silent_after": "30s" """, "silent_after", "between two polls the archive would count as silent")]
    [InlineData(""" "silent_after": "10m", "expect": { "every": "10m", "pattern": "{yyyy}{DDD}" } """, "silent_after", "between two slots (10 min) the archive would count as silent")]
    [InlineData(""" "complete": { "minimum_age": "1h" }, "expect": { "every": "10m", "pattern": "{yyyy}{DDD}" } """, "expect", "every slot would be late: late_after is 20 min after the beginning of a slot")]
    [InlineData(""" "look_back": "1h", "expect": { "every": "10m", "pattern": "{yyyy}{DDD}" } """, "look_back", "dated folders are not polled any more when their slots count as missing")]
    public void What_cannot_work_is_a_warning_and_the_file_is_valid(string keys, string key, string sentence)
    {
        var reading = Read(keys);
        Assert.Empty(reading.Problems);
        var warning = Assert.Single(reading.Warnings);
        Assert.Equal($"jobs.passes.{key}", warning.Key);
        Assert.StartsWith(sentence, warning.Sentence, StringComparison.Ordinal);
    }

    private static JobFileReading Read(string keys) => JobFileReader.Read(
        Encoding.UTF8.GetBytes($$"""{ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "passes": { "server": "s", "folders": [ "/a/{yyyy}" ], "target": "/t", {{keys}} } } }"""), _ => { });
}
