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
    public void A_missing_key_has_a_default()
    {
        var rule = Assert.Single(Read("""  "expect": { "every": "10m", "pattern": "{yyyy}{DDD}{HH}{mm}" } """).File!.Jobs).Expect!;
        Assert.Equal((TimeSpan.Zero, 1, TimeSpan.FromMinutes(20), TimeSpan.FromHours(2)), (rule.Offset, rule.PerSlot, rule.LateAfter, rule.MissingAfter));
        Assert.True(rule.IsExpected(DateTimeOffset.UnixEpoch));
    }

    [Theory]
    [InlineData(""" "expect": { "pattern": "{yyyy}{DDD}" } """, "expect.every: this is missing; write the interval between slots, as in 10m.")]
    [InlineData(""" "expect": { "every": "30s", "pattern": "{yyyy}{DDD}" } """, "expect.every: the interval between slots must be a whole number of minutes, from 1m to 31d.")]
    [InlineData(""" "expect": { "every": "10m", "offset": "10m", "pattern": "{yyyy}{DDD}" } """, "expect.offset: the offset must be shorter than every.")]
    [InlineData(""" "expect": { "every": "10m" } """, "expect.pattern: this is missing; write for example \"*_{yyyy}{MM}{dd}{HH}{mm}_ch{channel}.nc\".")]
    [InlineData(""" "expect": { "every": "10m", "pattern": "{YYYY}{DDD}" } """, "expect.pattern: there is no token {YYYY}; did you mean {yyyy}?")]
    [InlineData(""" "expect": { "every": "10m", "pattern": "{yyyy}{DDD}", "channels": [ "a" ] } """, "expect.channels: the pattern has no {channel}, so no file has one; add it, or omit channels.")]
    [InlineData(""" "expect": { "every": "10m", "pattern": "{yyyy}{DDD}{channel}", "channels": [ "a", "b" ], "per_slot": 3 } """, "expect.per_slot: there are 2 channels, so a slot has 2 files; omit per_slot.")]
    [InlineData(""" "expect": { "every": "10m", "pattern": "{yyyy}{DDD}", "late_after": "2h", "missing_after": "1h" } """, "expect.missing_after: missing_after must not be shorter than late_after.")]
    [InlineData(""" "complete": { "marker_timeout": "1h" } """, "complete.marker_timeout: there is no marker to wait for; add marker, or omit this.")]
    [InlineData(""" "complete": { "marker": "{name}.md5", "marker_missing": "deliver" } """, "complete.marker_missing: without marker_timeout a file waits for its marker for ever; add it, as in \"2h\".")]
    public void Errors_in_expect_and_complete_are_reported(string keys, string problem)
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
    [InlineData(""" "schedule": { "every": "30m" }, "complete": { "looks": 1 }, "expect": { "every": "10m", "pattern": "{yyyy}{DDD}" } """, "expect", "slots would be late between two polls: late_after is 20 min, and schedule.every is 30 min.")]
    [InlineData(""" "objective": "1h", "expect": { "every": "10m", "pattern": "{yyyy}{DDD}" } """, "expect", "a slot would be late although its files meet the objective: late_after is 20 min after the beginning of the slot, and objective is 60 min.")]
    [InlineData(""" "expect": { "every": "10m", "pattern": "{yyyy}{DDD}", "late_after": "20m", "missing_after": "20m" } """, "expect.missing_after", "late_after is as long, so a slot counts as missing as soon as it is late")]
    public void An_unworkable_setting_is_a_warning_and_the_file_is_valid(string keys, string key, string sentence)
    {
        var reading = Read(keys);
        Assert.Empty(reading.Problems);
        var warning = Assert.Single(reading.Warnings);
        Assert.Equal($"jobs.passes.{key}", warning.Key);
        Assert.StartsWith(sentence, warning.Sentence, StringComparison.Ordinal);
    }

    /// <summary>The largest file of the job has 6 GiB, and its server brings 10 MiB/s: 615 s.</summary>
    [Theory]
    [InlineData(""" "objective": "10m" """, "objective", "the largest file of the last 7 days (6.00 GiB) needs 615 s at the measured 10.0 MiB/s of s, and counts as complete 1 min after a poll has found it: that is longer than 10 min. Lengthen objective.")]
    [InlineData(""" "complete": { "looks": 1, "stable_for": "0s" }, "expect": { "every": "30m", "pattern": "{yyyy}{DDD}", "late_after": "10m" } """, "expect", "the largest file of the last 7 days (6.00 GiB) needs 615 s at the measured 10.0 MiB/s of s: that is longer than late_after (10 min), so its slot is late. Lengthen late_after.")]
    [InlineData(""" "expect": { "every": "10m", "per_slot": 16, "late_after": "30m", "pattern": "{yyyy}{DDD}" } """, "expect", "the 16 files of a slot need 1639 s at the measured 10.0 MiB/s of s, and the next slot begins after 10 min, so the backlog only grows. Fetch fewer files (include, exclude).")]
    public void A_time_that_is_too_short_at_the_measured_rate_is_a_warning(string keys, string key, string sentence)
    {
        var warning = Assert.Single(Read(keys, Demand).Warnings);
        Assert.Equal(($"jobs.passes.{key}", sentence), (warning.Key, warning.Sentence));
        Assert.Empty(Read(keys, Demand with { Rate = null }).Warnings);
        Assert.Empty(Read(keys, Demand with { Server = "another" }).Warnings);
        Assert.Empty(Read(keys, Demand with { Job = "another" }).Warnings);
    }

    [Fact]
    public void A_bandwidth_window_below_the_measured_rate_is_the_one_that_is_named()
    {
        const string Objective = """ "objective": "15m" """;
        Assert.Empty(Read(Objective, Demand).Warnings);
        var warning = Assert.Single(Read(Objective, Demand, """, "bandwidth": [ { "from": "08:00", "to": "18:00", "limit": "2MiB" } ]""").Warnings);
        Assert.Equal("the largest file of the last 7 days (6.00 GiB) needs 3072 s at the 2.00 MiB/s of a bandwidth window of s, and counts as complete 1 min after a poll has found it: "
            + "that is longer than 15 min. Lengthen objective, or raise the limit in bandwidth.", warning.Sentence);
    }

    [Fact]
    public void A_bandwidth_window_limits_a_file_only_until_it_ends()
    {
        const string Short = """, "bandwidth": [ { "from": "08:00", "to": "08:10", "limit": "2MiB" } ]""";
        Assert.Empty(Read(""" "objective": "20m" """, Demand, Short).Warnings);
        var warning = Assert.Single(Read(""" "objective": "15m" """, Demand, Short).Warnings);
        Assert.Equal("the largest file of the last 7 days (6.00 GiB) needs up to 1095 s at the measured 10.0 MiB/s of s and the limits of its bandwidth windows, and counts as complete 1 min after a poll has found it: "
            + "that is longer than 15 min. Lengthen objective, or raise the limit in bandwidth.", warning.Sentence);
    }

    [Fact]
    public void A_backlog_of_a_bandwidth_window_that_the_rest_of_the_week_removes_is_no_warning()
    {
        const string Slots = """ "expect": { "every": "10m", "per_slot": 4, "late_after": "2h", "pattern": "{yyyy}{DDD}" } """;
        Assert.Empty(Read(Slots, Demand, """, "bandwidth": [ { "from": "08:00", "to": "09:00", "limit": "2MiB" } ]""").Warnings);
        var warning = Assert.Single(Read(Slots, Demand, """, "bandwidth": [ { "from": "08:00", "to": "00:00", "limit": "2MiB" } ]""").Warnings);
        Assert.Equal("the 4 files of a slot need 878 s at the 4.67 MiB/s that s has on average with its bandwidth windows, and the next slot begins after 10 min, so the backlog only grows. "
            + "Fetch fewer files (include, exclude), or raise the limit in bandwidth.", warning.Sentence);
    }

    private static JobDemand Demand => new("passes", "s", Files: 100, Bytes: 100L << 30, Largest: 6L << 30, Rate: 10 << 20);

    private static JobFileReading Read(string keys, JobDemand? demand = null, string server = "") => JobFileReader.Read(
        Encoding.UTF8.GetBytes($$"""{ "servers": { "s": { "address": "ftp://h"{{server}} } }, "jobs": { "passes": { "server": "s", "folders": [ "/a/{yyyy}" ], "target": "/t", {{keys}} } } }"""), _ => { }, demand is null ? null : [demand]);
}
