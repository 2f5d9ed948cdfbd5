namespace Accelerator.Jobs.Tests.Definitions;

public sealed class JobFileReaderTests
{
    private const string Server = """  "servers": { "s": { "address": "ftp://pull@10.20.0.5:2121" } },""";
    private const string Jobs = """ "jobs": { "a": { "server": "s", "folders": ["/in"], "target": "/data" } } """;

    [Fact]
    public void Every_key_is_read()
    {
        var file = Whole("""
            {
              // What the archive may be asked for, all jobs together.
              "servers": {
                "svalbard": {
                  "address": "ftpes://pull@10.20.0.5:2121", "credential": "svalbard", "sessions": 12, "bind": ["eth1", "192.0.2.7"],
                  "proxy": "socks5h://kim@proxy.example.org", "proxy_credential": "proxy",
                  "bandwidth": [ { "days": "fri-mon,wed", "from": "08:00", "to": "18:00", "timezone": "UTC", "limit": "4Gbit" }, { "limit": "9Gbit" } ]
                }
              },
              "ledger": { "kind": "postgresql", "connection": "ledger", "keep": "800d" },
              "least_free_space": "50GiB",
              "dashboard": { "address": "[::1]:9000", "hosts": ["passes.example.org", "localhost:9001"] },
              "telemetry": { "otlp": "https://collector:4318/in" },
              "alerts": {
                "webhook": { "url": "https://alerts.example.org/in", "credential": "hook", "format": "slack" },
                "quiet": [ { "days": "mon-fri", "from": "22:00", "to": "06:00" } ],
                "escalate": { "after": "3h", "to": { "webhook": { "url": "https://second.example.org/", "format": "teams" } } },
                "mail": { "host": "mail.example.org", "port": 587, "tls": true, "from": "ftpxd@example.org", "to": ["a@example.org", "b@example.org"], "user": "ftpxd", "credential": "smtp" },
                "after": "2m", "every": "1h"
              },
              "jobs": {
                "s5p-nrt": {
                  "kind": "pull", "enabled": false, "server": "svalbard", "folders": ["/archive/{yyyy}/{DDD}", "/late"], "look_back": "3d", "depth": 2,
                  "include": ["S5P_*.nc"], "exclude": ["*_TEST_*"],
                  "schedule": { "cron": "0 0/5 * * * ?", "timezone": "UTC" },
                  "complete": { "looks": 3, "stable_for": "1m", "minimum_age": "5s", "marker": "{name}.md5" },
                  "order": "smallest", "priority": 200, "target": "D:\\archive\\{yyyy}\\{DDD}", "streams": 16,
                  "after": { "command": ["C:\\tools\\index.exe", "{path}"], "timeout": "30s" },
                  "manifest": "D:\\archive\\{yyyy}{MM}{dd}.jsonl",
                  "retry": { "attempts": 3, "first": "1s", "longest": "10s" },
                  "objective": "10m",
                },
              },
            }
            """);
        var server = file.Servers["svalbard"];
        Assert.Equal((new FtpEndpoint("10.20.0.5", 2121, FtpSecurity.Explicit), "pull", "svalbard", 12), (server.Endpoint, server.User, server.Credential, server.Sessions));
        Assert.Equal(["eth1", "192.0.2.7"], server.Bind);
        Assert.Equal((new ProxyAddress(ProxyProtocol.Socks5h, "proxy.example.org", 1080, "kim"), "proxy"), (server.Proxy, server.ProxyCredential));
        Assert.Equal([DayOfWeek.Sunday, DayOfWeek.Monday, DayOfWeek.Wednesday, DayOfWeek.Friday, DayOfWeek.Saturday], server.Bandwidth[0].Days.Order());
        Assert.Equal((new TimeOnly(8, 0), new TimeOnly(18, 0), 500_000_000L), (server.Bandwidth[0].From, server.Bandwidth[0].To, server.Bandwidth[0].BytesPerSecond));
        Assert.Equal((7, TimeOnly.MinValue), (server.Bandwidth[1].Days.Count, server.Bandwidth[1].To));
        Assert.Equal(new LedgerDefinition(LedgerKind.PostgreSql, "ledger", TimeSpan.FromDays(800)), file.Ledger);
        Assert.Equal(50L << 30, file.LeastFreeSpace);
        AssertOutputs(file);

        var job = Assert.Single(file.Jobs);
        Assert.Equal(("s5p-nrt", JobKind.Pull, false, server), (job.Name, job.Kind, job.IsEnabled, job.Server));
        Assert.Equal(["/archive/{yyyy}/{DDD}", "/late"], job.Folders.Select(folder => folder.Text));
        Assert.Equal((TimeSpan.FromDays(3), 2), (job.LookBack, job.Filter.MaxDepth));
        Assert.Equal([true, false, false, false], ((string[])["S5P_a.nc", "S5P_TEST_b.nc", "b.nc", "S5P_a.nc.tmp"]).Select(job.Filter.Wants));
        Assert.Equal(new JobSchedule(null, "0 0/5 * * * ?", TimeZoneInfo.Utc), job.Schedule);
        Assert.Equal(new CompletenessRule { Polls = 3, StableFor = TimeSpan.FromMinutes(1), MinimumAge = TimeSpan.FromSeconds(5), Marker = "{name}.md5" }, job.Completeness);
        Assert.Equal((JobOrder.Smallest, 200, @"D:\archive\{yyyy}\{DDD}", 16), (job.Order, job.Priority, job.Target.Text, job.Streams));
        Assert.Equal([@"C:\tools\index.exe", "{path}"], job.After!.Command);
        Assert.Equal((TimeSpan.FromSeconds(30), @"D:\archive\{yyyy}{MM}{dd}.jsonl"), (job.After.Timeout, job.Manifest!.Text));
        Assert.Equal((new RetryRule(3, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10)), TimeSpan.FromMinutes(10)), (job.Retry, job.Objective!.Value));
    }

    [Theory]
    [InlineData("", null)]
    [InlineData(""" "server_address": [], """, null)]
    [InlineData(""" "server_address": ["all"], """, "")]
    [InlineData(""" "server_address": ["192.0.2.7", "2001:db8::7"], """, "192.0.2.7 2001:db8::7")]
    public void A_server_has_the_addresses_that_are_listed(string keys, string? expected)
    {
        var server = Whole("{ \"servers\": { \"s\": { " + keys + "\"address\": \"ftp://h\" } }, " + Jobs + "}").Servers["s"];
        Assert.Equal(expected, server.Addresses is { } addresses ? string.Join(' ', addresses.Given) : null);
    }

    [Fact]
    public void A_missing_key_has_a_default()
    {
        var file = Whole("{" + Server + Jobs + "}");
        Assert.Equal(new LedgerDefinition(LedgerKind.Sqlite, null, TimeSpan.FromDays(400)), file.Ledger);
        Assert.Equal((10L << 30, 8), (file.LeastFreeSpace, file.Servers["s"].Sessions));
        Assert.Equal((DashboardDefinition.Usual, null), (file.Dashboard, file.Telemetry));
        var job = Assert.Single(file.Jobs);
        Assert.Equal(new JobSchedule(TimeSpan.FromMinutes(1), null, TimeZoneInfo.Utc), job.Schedule);
        Assert.Equal((true, JobOrder.Newest, 100, null, null), (job.IsEnabled, job.Order, job.Priority, job.Streams, job.After));
        Assert.Equal([true, false, false], ((string[])["a.nc", ".hidden", "a.nc.filepart"]).Select(job.Filter.Wants));
        Assert.Equal((new CompletenessRule(), RetryRule.Default), (job.Completeness, job.Retry));
    }

    [Theory]
    [InlineData("1000", 1000L)]
    [InlineData("0", 0L)]
    [InlineData("\"1000\"", 1000L)]
    [InlineData("\"1K\"", 1024L)]
    public void A_size_is_a_number_of_bytes_or_a_text(string size, long expected) =>
        Assert.Equal(expected, Whole("{" + Server + "\"least_free_space\": " + size + ", " + Jobs + "}").LeastFreeSpace);

    [Theory]
    [InlineData("""{ "enabled": false, "address": "127.0.0.1:1" }""", false)]
    [InlineData("""{ "address": "127.8.9.1:65535" }""", true)]
    public void A_page_is_for_this_computer_alone(string keys, bool isThere) =>
        Assert.Equal(isThere, Whole("{" + Server + "\"dashboard\": " + keys + ", " + Jobs + "}").Dashboard is not null);

    [Theory]
    [InlineData("dashboard", """{ "address": "0.0.0.0:8321" }""", "line 2, dashboard.address: 0.0.0.0 can be reached from other computers, and the page has no TLS: its token could be read on the network. Write 127.0.0.1:8321, and put a proxy with TLS or an SSH tunnel in front of it.")]
    [InlineData("dashboard", """{ "address": "[::ffff:10.0.0.1]:80" }""", "line 2, dashboard.address: ::ffff:10.0.0.1 can be reached from other computers, and")]
    [InlineData("dashboard", """{ "address": "[::]:80" }""", "line 2, dashboard.address: :: can be reached from other computers, and")]
    [InlineData("dashboard", """{ "address": "127.0.0.1" }""", "line 2, dashboard.address: \"127.0.0.1\" is not an address with a port, as in 127.0.0.1:8321.")]
    [InlineData("dashboard", """{ "address": "localhost:80" }""", "line 2, dashboard.address: \"localhost:80\" is not an address with a port")]
    [InlineData("dashboard", """{ "hosts": ["a b"] }""", "line 2, dashboard.hosts: \"a b\" is neither a name nor a name and a port")]
    [InlineData("dashboard", """{ "remote": true }""", "line 2, dashboard.remote: unknown key; the keys are enabled, address, hosts.")]
    [InlineData("dashboard", "true", "line 2, dashboard: a JSON object in braces is expected here.")]
    [InlineData("telemetry", """{ "otlp": "collector:4318" }""", "line 2, telemetry.otlp: the URL of a collector that takes OTLP over HTTP is expected here")]
    [InlineData("telemetry", """{ "otlp": "ftp://collector" }""", "line 2, telemetry.otlp: the URL of a collector that takes OTLP over HTTP is expected here")]
    [InlineData("telemetry", """{ "otlp": "http://user:secret@collector" }""", "line 2, telemetry.otlp: the URL of a collector that takes OTLP over HTTP is expected here")]
    [InlineData("telemetry", """{ "otlp": "http://collector/?a=b" }""", "line 2, telemetry.otlp: the URL of a collector that takes OTLP over HTTP is expected here")]
    [InlineData("alerts", "{}", "line 2, alerts: there is no receiver here; add a webhook or mail, or omit this.")]
    [InlineData("alerts", """{ "webhook": {} }""", "line 2, alerts.webhook.url: this is missing; write for example \"https://alerts.example.org/ftpx\".")]
    [InlineData("alerts", """{ "webhook": { "url": "https://user:secret@h/" } }""", "line 2, alerts.webhook.url: a URL that begins with https:// or http:// is expected here, without a user or a password; a secret is named by credential.")]
    [InlineData("alerts", """{ "webhook": { "url": "http://h/", "credential": "c" } }""", "line 2, alerts.webhook.url: with http:// the secret of credential is sent unencrypted; use https://, or omit credential.")]
    [InlineData("alerts", """{ "webhook": { "url": "http://localhost.example.org/", "credential": "c" } }""", "line 2, alerts.webhook.url: with http:// the secret")]
    [InlineData("alerts", """{ "webhook": { "url": "https://h/" }, "escalate": { "to": { "webhook": { "url": "http://192.0.2.7/", "credential": "c" } } } }""", "line 2, alerts.escalate.to.webhook.url: with http:// the secret")]
    [InlineData("alerts", """{ "webhook": { "url": "https://h/", "format": "discord" } }""", "line 2, alerts.webhook.format: \"discord\" is not one of json, slack, teams.")]
    [InlineData("alerts", """{ "webhook": { "url": "https://h/" }, "quiet": [ {} ] }""", "line 2, alerts.quiet[0].from: this window never ends, so no alert would be sent; name from and to, or days.")]
    [InlineData("alerts", """{ "webhook": { "url": "https://h/" }, "escalate": { "after": "1m", "to": { "webhook": { "url": "https://h/" } } } }""", "line 2, alerts.escalate.after: an escalation comes later than the first message; name a longer time than alerts.after.")]
    [InlineData("alerts", """{ "webhook": { "url": "https://h/" }, "escalate": { "to": {} } }""", "line 2, alerts.escalate.to: there is no receiver here; add a webhook or mail, or omit escalate.")]
    [InlineData("alerts", """{ "mail": { "host": "h", "from": "a@b", "to": [] } }""", "line 2, alerts.mail.to: there is no recipient here; write for example [ \"operators@example.org\" ].")]
    [InlineData("alerts", """{ "mail": { "host": "h", "from": "a@b", "to": ["x <c@d>\r\nBcc: e@f"] } }""", "line 2, alerts.mail.to: \"x <c@d>")]
    [InlineData("alerts", """{ "mail": { "host": "h", "from": "a@b", "to": ["c@d"], "user": "u" } }""", "line 2, alerts.mail.credential: user and credential belong together.")]
    [InlineData("alerts", """{ "mail": { "host": "h", "from": "a@b", "to": ["c@d"], "user": "u", "credential": "c", "tls": false } }""", "line 2, alerts.mail.tls: without TLS the password is sent unencrypted; omit user and credential, or leave tls on.")]
    public void Errors_in_a_section_of_the_file_are_reported_with_line_and_key(string part, string keys, string expected)
    {
        var problems = Read("{" + Server + $"\n\"{part}\": " + keys + ", " + Jobs + "}").Problems;
        Assert.Contains(problems, problem => IsAsExpected(problem, expected));
        // Alerts that name an incomplete channel lack more than one key.
        if (part != "alerts") Assert.Single(problems);
    }

    [Theory]
    [InlineData("http://h/", false)]
    [InlineData("http://localhost:8080/", true)]
    [InlineData("http://127.0.0.1:8080/", true)]
    [InlineData("http://[::1]:8080/", true)]
    [InlineData("https://h/", true)]
    public void A_webhook_may_be_unencrypted_without_a_secret_or_on_this_computer(string url, bool hasSecret)
    {
        var credential = hasSecret ? ", \"credential\": \"c\"" : "";
        Assert.Empty(Read("{" + Server + $$""" "alerts": { "webhook": { "url": "{{url}}"{{credential}} } }, """ + Jobs + "}").Problems);
    }

    [Theory]
    [InlineData("\"proxy\": \"http://p\"", "line 2, servers.s.proxy: An http:// proxy needs its port, for example http://proxy.example.org:3128.")]
    [InlineData("\"proxy\": \"http://u:secret@p:1\"", "line 2, servers.s.proxy: a password in this file is visible to others; use proxy_credential, and store it with ftpx credential set.")]
    [InlineData("\"proxy_credential\": \"p\"", "line 2, servers.s.proxy_credential: a password needs a user in proxy, as in \"socks5h://USER@proxy.example.org:1080\".")]
    [InlineData(""" "bind": ["eth0", 7]""", "line 2, servers.s.bind: each of these must be a text in quotes.")]
    [InlineData("\"bind\": \"eth0\"", "line 2, servers.s.bind: a list in brackets is expected here.")]
    [InlineData(""" "bind": ["eth0", "Eth0"]""", "line 2, servers.s.bind: \"eth0\" is a duplicate; list it once.")]
    [InlineData(""" "bind": ["0.0.0.0"]""", "line 2, servers.s.bind: \"0.0.0.0\" is not an interface or an address; omit bind for the system's choice.")]
    [InlineData(""" "bind": ["eth0,"," eth1"]""", "line 2, servers.s.bind: \" eth1\" begins or ends with a blank; write the interface's name alone.")]
    [InlineData(""" "bind": ["1","2","3","4","5","6","7","8","9","a","b","c","d","e","f","g","h"]""", "line 2, servers.s.bind: there are 17 entries; at most 16 can be used.")]
    [InlineData(""" "server_address": "all" """, "line 2, servers.s.server_address: a list in brackets is expected here.")]
    [InlineData(""" "server_address": ["1"] """, "line 2, servers.s.server_address: \"1\" is not an address; write addresses of the server such as \"192.0.2.7\", or \"all\" alone for those of its name.")]
    [InlineData(""" "server_address": ["mirror.example.org"] """, "line 2, servers.s.server_address: \"mirror.example.org\" is not an address; write addresses of the server such as \"192.0.2.7\", or \"all\" alone for those of its name.")]
    [InlineData(""" "server_address": ["all", "192.0.2.7"] """, "line 2, servers.s.server_address: \"all\" means every address of the name; write either \"all\" or addresses.")]
    [InlineData(""" "server_address": ["192.0.2.7", "192.0.2.7"] """, "line 2, servers.s.server_address: \"192.0.2.7\" is a duplicate; list it once.")]
    [InlineData(""" "server_address": ["::1","::2","::3","::4","::5","::6","::7","::8","::9"] """, "line 2, servers.s.server_address: there are 9 entries; at most 8 can be used.")]
    [InlineData(""" "replicas": ["s"] """, "line 2, servers.s.replicas: \"s\" is the server itself; name others that hold the same files.")]
    [InlineData(""" "replicas": ["q"] """, "line 2, servers.s.replicas: there is no server \"q\"; the servers are s, t, u.")]
    [InlineData(""" "replicas": ["u"] """, "line 2, servers.s.replicas: \"u\" has the same address and user: that is one server, not two.")]
    [InlineData(""" "replicas": ["t", "t"] """, "line 2, servers.s.replicas: \"t\" is a duplicate; list it once.")]
    [InlineData(""" "trust_replicas": true """, "line 2, servers.s.trust_replicas: there are no replicas to trust.")]
    [InlineData("\"address\": \"ftp://u:secret@h\"", "line 2, servers.s.address: a password in this file is visible to others; use a credential instead, and store it with ftpx credential set.")]
    [InlineData("\"address\": \"ftp://h/pub/x\"", "line 2, servers.s.address: a server has no path; folders belong to its jobs.")]
    [InlineData("\"address\": \"http://h\"", "line 2, servers.s.address: ")]
    [InlineData("\"sessions\": 0", "line 2, servers.s.sessions: 0 is not a whole number from 1 to 256.")]
    [InlineData("\"bandwidth\": [{ \"days\": \"mo\", \"limit\": \"1M\" }]", "line 2, servers.s.bandwidth[0].days: \"mo\" is not days, as in mon-fri or sat,sun.")]
    [InlineData("\"bandwidth\": [{ \"from\": \"8\", \"limit\": \"1M\" }]", "line 2, servers.s.bandwidth[0].from: \"8\" is not a time of the day, as in 08:00.")]
    [InlineData("\"bandwidth\": [{}]", "line 2, servers.s.bandwidth[0].limit: a window needs a limit, as in 4Gbit or 100M.")]
    public void Errors_in_a_server_are_reported_with_line_and_key(string keys, string expected)
    {
        var address = keys.Contains("\"address\"", StringComparison.Ordinal) ? "" : "\"address\": \"ftp://h\",";
        var problems = Read("{ \"servers\": { \"s\": { " + address + "\n" + keys + "}, \"t\": { \"address\": \"ftp://i\" }, \"u\": { \"address\": \"ftp://h\" } }, " + Jobs + "}").Problems;
        Assert.True(IsAsExpected(problems[0], expected), $"{string.Join(' ', problems)} and not {expected}");
        Assert.Single(problems);
        Assert.DoesNotContain("secret", string.Join(' ', problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("\"serverr\": \"s\"", "line 2, jobs.a.serverr: unknown key; did you mean \"server\"?")]
    [InlineData("\"steams\": 8", "line 2, jobs.a.steams: unknown key; did you mean \"streams\"?")]
    [InlineData("\"bandwidth\": []", "line 2, jobs.a.bandwidth: unknown key; the keys are server, look_back, folders, ")]
    [InlineData("\"schedule\": { \"every\": \"30\" }", "line 2, jobs.a.schedule.every: \"30\" is not a duration, as in 30s, 15m, 24h or 7d.")]
    [InlineData("\"server\": \"s\"", "line 2, jobs.a.server: this key is a duplicate.")]
    [InlineData("\"enabled\": 1", "line 2, jobs.a.enabled: 1 is neither true nor false.")]
    [InlineData("\"order\": \"fast\"", "line 2, jobs.a.order: \"fast\" is not one of newest, oldest, smallest, first_seen.")]
    [InlineData("\"priority\": 1001", "line 2, jobs.a.priority: 1001 is not a whole number from 0 to 1000.")]
    [InlineData("\"priority\": 1.5", "line 2, jobs.a.priority: 1.5 is not a whole number from 0 to 1000.")]
    [InlineData("\"recheck\": { \"sample\": 10001 }", "line 2, jobs.a.recheck.sample: 10001 is not a whole number from 0 to 10000.")]
    [InlineData("\"streams\": \"8\"", "line 2, jobs.a.streams: \"8\" is not a whole number from 1 to 64.")]
    [InlineData("\"look_back\": \"30\"", "line 2, jobs.a.look_back: \"30\" is not a duration, as in 30s, 15m, 24h or 7d.")]
    [InlineData("\"look_back\": \"400d\"", "line 1, ledger: keep must be longer than look_back of a; otherwise the ledger deletes records of files that are still polled, and these files are delivered again.")]
    [InlineData("\"include\": \"*.nc\"", "line 2, jobs.a.include: a list in brackets is expected here.")]
    [InlineData("\"include\": [\"*.nc\",\n3]", "line 3, jobs.a.include: each of these must be a text in quotes.")]
    [InlineData("\"include\": [\"[a\"]", "line 2, jobs.a.include: \"[a\": ")]
    [InlineData("\"schedule\": \"30s\"", "line 2, jobs.a.schedule: a JSON object in braces is expected here.")]
    [InlineData("\"schedule\": { \"every\": \"30s\", \"cron\": \"0 * * * * ?\" }", "line 2, jobs.a.schedule.cron: a schedule has either every, as in 30s, or cron.")]
    [InlineData("\"schedule\": {}", "line 2, jobs.a.schedule.every: a schedule has either every, as in 30s, or cron.")]
    [InlineData("\"schedule\": { \"every\": \"0.5s\" }", "line 2, jobs.a.schedule.every: the shortest period is 1s.")]
    [InlineData("\"schedule\": { \"cron\": \"often\" }", "line 2, jobs.a.schedule.cron: \"often\" is not a cron expression of seconds, minutes, hours, day, month and weekday: wrong.")]
    [InlineData("\"schedule\": { \"every\": \"1m\", \"timezone\": \"Moon\" }", "line 2, jobs.a.schedule.timezone: \"Moon\" is not a time zone of this computer; write for example \"Europe/Oslo\".")]
    [InlineData("\"complete\": { \"marker\": \"done\" }", "line 2, jobs.a.complete.marker: write the companion's name with {name} in it, as in {name}.md5.")]
    [InlineData("\"complete\": { \"looks\": 0 }", "line 2, jobs.a.complete.looks: 0 is not a whole number from 1 to 1000.")]
    [InlineData("\"after\": {}", "line 2, jobs.a.after.command: write the program and its arguments as a list, as in ")]
    [InlineData("\"after\": { \"command\": [\"C:\\\\tools\\\\index.CMD\", \"{path}\"] }", "line 2, jobs.a.after.command: Windows' shell runs batch files, and it would take a part of a file's name for a command. Omit {path}, {name} and {job}, and read FTPX_FILE in the batch file.")]
    [InlineData("\"after\": { \"command\": [\"index.bat. \", \"x{name}\"] }", "line 2, jobs.a.after.command: Windows' shell runs batch files, ")]
    [InlineData("\"after\": { \"command\": [\"/tools/index.cmd::$DATA\", \"{job}\"] }", "line 2, jobs.a.after.command: Windows' shell runs batch files, ")]
    [InlineData("\"after\": { \"command\": [\"/bin/sh\", \"-c\", \"mv {path} /done\"] }", "line 2, jobs.a.after.command: /bin/sh is a shell, ")]
    [InlineData("\"after\": { \"command\": [\"tools/index\", \"{path}\"] }", "line 2, jobs.a.after.command: \"tools/index\" is not an absolute path, which a service needs.")]
    [InlineData("\"retry\": { \"longest\": \"1s\" }", "line 2, jobs.a.retry.longest: the longest pause is shorter than the first.")]
    [InlineData("\"schedule\": { \"cron\": \"0 0 6 31 4 ?\" }", "line 2, jobs.a.schedule.cron: \"0 0 6 31 4 ?\" never fires: none of its months has that day; correct the day or the month.")]
    [InlineData("\"manifest\": \"rel.jsonl\"", "line 2, jobs.a.manifest: \"rel.jsonl\" is not an absolute path, which a service needs.")]
    [InlineData("\"manifest\": \"/m/{day}\"", "line 2, jobs.a.manifest: there is no token {day}; the tokens are ")]
    [InlineData("\"kind\": \"push\"", "line 2, jobs.a.kind: \"push\" is not one of pull, fxp.")]
    [InlineData("\"destination\": \"s\"", "line 2, jobs.a.destination: only a job of kind fxp delivers to another server; write \"kind\": \"fxp\", or leave this out.")]
    [InlineData("\"existing\": \"replace\"", "line 2, jobs.a.existing: only a job of kind fxp has this; a job of kind pull never replaces a file that it did not deliver.")]
    public void Errors_in_a_job_are_reported_with_line_and_key(string keys, string expected) => AssertOne(
        "{" + Server + "\"jobs\": { \"a\": { \"server\": \"s\", \"folders\": [\"/in\"], \"target\": \"/data\",\n" + keys + " } } }",
        expected);

    [Theory]
    [InlineData("\"folders\": [\"/in\"], \"target\": \"/data\"", "line 1, jobs.a.server: this is missing; write for example \"NAME\", where NAME is one of servers.")]
    [InlineData("\"server\": \"t\", \"folders\": [\"/in\"], \"target\": \"/data\"", "line 1, jobs.a.server: there is no server \"t\"; the servers are s.")]
    [InlineData("\"server\": \"s\", \"target\": \"/data\"", "line 1, jobs.a.folders: a job needs at least one folder, as in [\"/archive/{yyyy}/{DDD}\"].")]
    [InlineData("\"server\": \"s\", \"folders\": [\"/in\"]", "line 1, jobs.a.target: this is missing; write for example ")]
    [InlineData("\"server\": \"s\", \"folders\": [\"/in\"], \"target\": \"data\"", "line 1, jobs.a.target: \"data\" is not an absolute path, which a service needs.")]
    [InlineData("\"server\": \"s\", \"folders\": [\"/{HH}{DDD}\"], \"look_back\": \"90d\", \"target\": \"/data\"", "line 1, jobs.a.look_back: \"/{HH}{DDD}\" would be more than 1000 folders in each poll; reduce look_back.")]
    public void An_incomplete_job_is_reported(string keys, string expected) => AssertOne("{" + Server + "\"jobs\": { \"a\": { " + keys + " } } }", expected);

    [Theory]
    [InlineData("", "line 1: this is not valid JSON (")]
    [InlineData("{\n\"jobs\": {", "line 2: this is not valid JSON (")]
    [InlineData("[]", "line 1: a JSON object in braces is expected here.")]
    [InlineData("{}", "line 1, jobs: there is no job; a service without jobs does nothing.")]
    [InlineData("{}\n{}", "line 2: this is not valid JSON (")]
    [InlineData("{ \"ledger\": { \"kind\": \"postgresql\" } }", "line 1, ledger.connection: PostgreSQL needs the name of the credential that holds its connection string.")]
    [InlineData("{ \"ledger\": { \"connection\": \"x\" } }", "line 1, ledger.connection: SQLite needs no connection; omit this.")]
    [InlineData("{ \"least_free_space\": \"much\" }", "line 1, least_free_space: \"much\" is not a size, as in 50GiB.")]
    [InlineData("{ \"least_free_space\": -1 }", "line 1, least_free_space: -1 is not a size, as in 50GiB.")]
    [InlineData("{ \"least_free_space\": 1.5 }", "line 1, least_free_space: 1.5 is not a size, as in 50GiB.")]
    [InlineData("{ \"least_free_space\": true }", "line 1, least_free_space: true is not a size, as in 50GiB.")]
    [InlineData("{ \"jobs\": { \"a b\": {} } }", "line 1, jobs.a b: a job's name is made of letters, digits, - and _, 64 at most.")]
    public void Errors_in_the_file_are_reported(string text, string expected) => Assert.StartsWith(expected, Read(text).Problems[0].ToString(), StringComparison.Ordinal);

    [Fact]
    public void All_errors_are_reported_at_once_in_the_order_of_their_lines()
    {
        var reading = Read("{ \"jobs\": { \"a\": {\n\"server\": 1,\n\"folders\": [\"in\"],\n\"targets\": \"x\" } },\n\"sever\": {} }");
        Assert.Null(reading.File);
        Assert.Equal([2, 3, 4, 5], reading.Problems.Select(problem => problem.Line));
    }

    [Fact]
    public void A_file_in_another_charset_is_reported() =>
        Assert.Equal("line 2: the text is not UTF-8; save the file as UTF-8.", JobFileReader.Read([.. "{\n\""u8, 0xc7, 0xd1, .. "\": 1 }"u8], _ => { }).Problems[0].ToString());

    private static void AssertOne(string text, string expected)
    {
        var problem = Assert.Single(Read(text).Problems);
        Assert.True(IsAsExpected(problem, expected), $"{problem} and not {expected}");
    }

    // An expectation that ends with a full stop is the complete message; any other is its beginning.
    private static bool IsAsExpected(object problem, string expected) =>
        expected.EndsWith('.') ? problem.ToString() == expected : problem.ToString()!.StartsWith(expected, StringComparison.Ordinal);

    internal static JobFile Whole(string text)
    {
        var reading = Read(text);
        Assert.Empty(reading.Problems);
        return reading.File!;
    }

    internal static JobFileReading Read(string text) => JobFileReader.Read(Encoding.UTF8.GetBytes(text), CheckCron);

    private static void CheckCron(string cron)
    {
        if (cron == "often") throw new FormatException("wrong.");
    }

    private static void AssertOutputs(JobFile file)
    {
        Assert.Equal((IPEndPoint.Parse("[::1]:9000"), "https://collector:4318/in"), (file.Dashboard!.Address, file.Telemetry!.AbsoluteUri));
        Assert.Equal(["passes.example.org", "localhost:9001"], file.Dashboard.Hosts);
        var mail = new MailDefinition("mail.example.org", 587, HasTls: true, "ftpxd@example.org", ["a@example.org", "b@example.org"], "ftpxd", "smtp");
        Assert.Equal(new AlertDefinition(new WebhookDefinition(new Uri("https://alerts.example.org/in"), "hook") { Format = WebhookFormat.Slack }, mail, TimeSpan.FromMinutes(2), TimeSpan.FromHours(1))
        {
            Quiet = [new ClockWindow(new HashSet<DayOfWeek> { DayOfWeek.Monday, DayOfWeek.Tuesday, DayOfWeek.Wednesday, DayOfWeek.Thursday, DayOfWeek.Friday }, new TimeOnly(22, 0), new TimeOnly(6, 0), TimeZoneInfo.Utc)],
            Escalation = new AlertEscalation(TimeSpan.FromHours(3), new WebhookDefinition(new Uri("https://second.example.org/"), null) { Format = WebhookFormat.Teams }, null),
        }, file.Alerts);
    }
}
