namespace Accelerator.Jobs.Tests.Definitions;

/// <summary>Problems that follow from another one are not reported: an operator corrects the cause.</summary>
public sealed class JobFileCauseTests
{
    private const string Valid = """ "server": "s", "folders": ["/in"], "target": "/data" """;

    [Theory]
    [InlineData(""" "s": { "address": "http://h" } """, "servers.s.address")]
    [InlineData(""" "s": { "adress": "ftp://h" } """, "servers.s.adress")]
    [InlineData(""" "s": "ftp://h" """, "servers.s")]
    public void A_job_a_gateway_and_a_replica_may_refer_to_an_invalid_server(string server, string key) => AssertOne(key,
        $$""" "servers": { {{server}}, "t": { "address": "ftp://i", "replicas": ["s"] } }, "gateways": { "g": { "listen": "127.0.0.1:2121", "servers": ["s", "t"] } },"""
            + $$""" "jobs": { "a": { {{Valid}} }, "b": { "kind": "fxp", "server": "t", "destination": "s", "folders": ["/in"], "target": "/data" } } """);

    [Theory]
    [InlineData(""" "servers": [], "jobs": { "a": { "server": "s", "folders": ["/in"], "target": "/data" } } """, "servers")]
    [InlineData(""" "server": { "s": { "address": "ftp://h" } }, "jobs": { "a": { "server": "s", "folders": ["/in"], "target": "/data" } } """, "server")]
    [InlineData(""" "servers": { "s": { "address": "ftp://h" } }, "job": {} """, "job")]
    [InlineData(""" "servers": { "s": { "address": "ftp://h" } }, "alerts": { "webhook": null }, "jobs": { "a": { "server": "s", "folders": ["/in"], "target": "/data" } } """, "alerts")]
    [InlineData(""" "servers": null, "jobs": { "a": { "server": "s", "folders": ["/in"], "target": "/data" } } """, "jobs.a.server")]
    public void A_section_with_a_wrong_name_or_value_is_the_only_problem(string file, string key) => AssertOne(key, file);

    [Theory]
    [InlineData(""" "server": "s", "folders": ["in"], "target": "/data" """, "folders")]
    [InlineData(""" "server": "s", "folders": "/in", "target": "/data" """, "folders")]
    [InlineData(""" "server": "s", "folder": ["/in"], "target": "/data" """, "folder")]
    [InlineData(""" "server": "s", "folders": ["/in"], "targets": "/data" """, "targets")]
    [InlineData(""" "kind": "fpx", "server": "s", "destination": "s", "existing": "replace", "folders": ["/in"], "target": "in" """, "kind")]
    [InlineData(Valid + """, "complete": { "marker": 1, "marker_timeout": "1h" } """, "complete.marker")]
    [InlineData(Valid + """, "complete": { "marker": "{name}.md5", "marker_timeout": "1", "marker_missing": "deliver" } """, "complete.marker_timeout")]
    [InlineData(Valid + """, "after": { "command": "index.exe" } """, "after.command")]
    [InlineData(Valid + """, "retry": { "first": "5h", "longest": "10" } """, "retry.longest")]
    [InlineData(Valid + """, "expect": { "evry": "1h", "pattern": "{yyyy}{MM}{dd}{HH}_*" } """, "expect.evry")]
    [InlineData(Valid + """, "expect": { "every": "1h", "channels": ["a/b"], "per_slot": 1, "pattern": "{yyyy}{MM}{dd}{HH}_{channel}" } """, "expect.channels")]
    public void A_wrong_value_of_a_job_is_the_only_problem(string job, string key) =>
        AssertOne($"jobs.a.{key}", """ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "a": { """ + job + " } } ");

    [Theory]
    [InlineData(""" "bandwidth": [{ "limit": "much" }] """, "bandwidth[0].limit")]
    [InlineData(""" "proxy": "socks5h:", "proxy_credential": "p" """, "proxy")]
    [InlineData(""" "replicas": "t", "trust_replicas": true """, "replicas")]
    public void A_wrong_value_of_a_server_is_the_only_problem(string server, string key) =>
        AssertOne($"servers.s.{key}", """ "servers": { "s": { "address": "ftp://h", """ + server + """ } }, "jobs": { "a": { """ + Valid + " } } ");

    [Theory]
    [InlineData(""" "ledger": { "kind": "postgres", "connection": "ledger" } """, "ledger.kind")]
    [InlineData(""" "ledger": { "kind": "postgresql", "connection": 1 } """, "ledger.connection")]
    [InlineData(""" "alerts": { "webhok": { "url": "https://h/" } } """, "alerts.webhok")]
    [InlineData(""" "gateways": { "g": { "listen": "0.0.0.0:2121", "servers": ["s"], "clients": ["10.1.0.0/99"] } } """, "gateways.g.clients")]
    [InlineData(""" "gateways": { "g": { "listen": "127.0.0.1:2121", "servers": ["q"] } } """, "gateways.g.servers")]
    public void A_wrong_value_of_another_section_is_the_only_problem(string section, string key) =>
        AssertOne(key, """ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "a": { """ + Valid + " } }, " + section);

    /// <summary>The times of the job are not known, so that a warning about them may be false.</summary>
    [Fact]
    public void An_invalid_job_has_no_warnings_about_its_times()
    {
        const string Job = Valid + """, "objective": "10s", "complete": { "looks": 1, "stable_for": "PERIOD" } """;
        Assert.Single(Read(Job.Replace("PERIOD", "20s", StringComparison.Ordinal)).Warnings);
        Assert.Empty(Read(Job.Replace("PERIOD", "5", StringComparison.Ordinal)).Warnings);

        static JobFileReading Read(string job) => JobFileReaderTests.Read("""{ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "a": { """ + job + " } } }");
    }

    [Theory]
    [InlineData("/data/{yyyy}/", "/data/{yyyy}", true)]
    [InlineData("/data/{job}", "/data/{job}", false)]
    [InlineData("/data/{job}", "/data/a", true)]
    [InlineData("/data/{MM}", "/data/{dd}", false)]
    [InlineData("/Data", "/data", false)]
    [InlineData("D:\\\\Data", "d:/data/", true)]
    public void Two_jobs_with_the_same_target_are_a_warning(string one, string other, bool isWarning)
    {
        var text = $$"""{ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "a": { "server": "s", "folders": ["/a"], "target": "{{one}}" },""" + "\n"
            + $$""" "b": { "server": "s", "folders": ["/b"], "target": "{{other}}" } } }""";
        var reading = JobFileReaderTests.Read(text);
        Assert.NotNull(reading.File);
        Assert.Equal(isWarning ? [$"line 2, jobs.b.target: \"{other}\" is also the target of a: if both deliver different files of the same name, the second one is quarantined. Give each job its own folder, for example with {{job}} in the path."] : [],
            reading.Warnings.Select(warning => warning.ToString()));
        Assert.Empty(JobFileReaderTests.Read(text.Replace("\"folders\": [\"/b\"]", "\"folders\": [\"/b\"], \"enabled\": false", StringComparison.Ordinal)).Warnings);
    }

    [Theory]
    [InlineData("{", LedgerKind.Sqlite)]
    [InlineData("""{ "jobs": 1 }""", LedgerKind.Sqlite)]
    [InlineData("""{ "jobs": 1, "ledger": { "kind": "postgresql", "connection": "ledger" } }""", LedgerKind.PostgreSql)]
    [InlineData("""{ "jobs": 1, "ledger": { "kind": "postgresql" } }""", null)]
    public void The_ledger_of_an_invalid_file_is_known_unless_its_settings_are_invalid(string text, LedgerKind? expected)
    {
        var reading = JobFileReaderTests.Read(text);
        Assert.Equal((null, expected), (reading.File, reading.Ledger?.Kind));
    }

    private static void AssertOne(string key, string members)
    {
        var reading = JobFileReaderTests.Read("{" + members + "}");
        Assert.True(reading.Problems.Count == 1 && reading.Problems[0].Key == key, $"{key}: {string.Join(' ', reading.Problems)}");
    }
}
