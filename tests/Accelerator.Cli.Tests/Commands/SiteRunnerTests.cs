namespace Accelerator.Cli.Tests.Commands;

/// <summary>Complete command lines with site profiles in a folder of the test's own.</summary>
public sealed class SiteRunnerTests : CommandLineFixture
{
    public SiteRunnerTests() => Process.Variables["HOME"] = Process.Folder;

    private string Folder => PathOf(".local", "state", "accelerator", "sites");

    [Fact]
    public async Task Set_prints_the_new_settings_and_show_lists_them()
    {
        Assert.Equal("h:21: charset=cp949 max-sessions=4\n", await RunAsync("set", "h", "max-sessions=4", "charset=cp949"));
        Assert.Equal("kim at h:2121: active=yes\n", await RunAsync("set", "h:2121", "--user", "kim", "active=yes"));
        await RunAsync("show", "H");
        AssertOut(
            """
            h:21, all users
            name          value  since
            charset       cp949  your setting
            max-sessions  4      your setting

            h:2121, kim
            name    value  since
            active  yes    your setting


            """);

        // A setting with an empty value is removed.
        Assert.Equal("h:21: charset=cp949\n", await RunAsync("set", "h", "max-sessions="));
        Assert.Equal("h:21: no settings\n", await RunAsync("set", "h", "charset="));
        Assert.Equal("kim at h:2121: no settings\n", await RunAsync("set", "h:2121", "--user", "kim", "active="));
        Assert.Equal("No data is stored for any server.\n", await RunAsync("list"));
    }

    [Theory]
    [InlineData("colour=red", "\"colour\" is not a setting; the settings are charset, streams, max-sessions, active, proxy, pipelining, tls, insecure, verify, "
        + "limit-rate, retries, retry-wait, segment-size, receive-buffer, max-listing, server-address, mptcp, max-idle, timeout-connect, timeout-reply, timeout-first-byte, timeout-stall.")]
    [InlineData("colour=", "\"colour\" is not a setting; the settings are charset, streams,")]
    [InlineData("charset", "\"charset\" is not NAME=VALUE: write for example charset=cp949, or charset= to remove it.")]
    [InlineData("=cp949", "\"=cp949\" is not NAME=VALUE")]
    [InlineData("charset=klingon", "charset: \"klingon\" is not a known charset")]
    [InlineData("streams=0", "streams: \"0\" is not a number of streams")]
    [InlineData("max-sessions=auto", "max-sessions: \"auto\" is not a number of sessions: use 1 to 64.")]
    [InlineData("max-sessions=65", "max-sessions: \"65\" is not a number of sessions")]
    [InlineData("active=on", "active: \"on\" is neither yes nor no.")]
    [InlineData("insecure=on", "insecure: \"on\" is neither yes nor no.")]
    [InlineData("tls=none", "tls: \"none\" is not valid: use required; for implicit TLS use ftps:// URLs.")]
    [InlineData("verify=sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "verify: A hash applies to one file, not to a server")]
    [InlineData("timeout-stall=0", "timeout-stall: \"0\" is not a time")]
    public async Task An_invalid_setting_gives_one_message_and_nothing_is_set(string setting, string sentence)
    {
        Assert.Equal(2, await CodeAsync("set", "h", "active=yes", setting));
        Assert.StartsWith($"ftpx: error: {sentence}", Err);
        Assert.False(Directory.Exists(Folder));
    }

    [Theory]
    [InlineData("ftp://h/pub/file.bin", "h:21")]
    [InlineData("ftps://h", "h:990")]
    [InlineData("ftp://kim:secret@h:2121", "kim at h:2121")]
    [InlineData("[2001:DB8::1]", "[2001:db8::1]:21")]
    public async Task A_server_may_be_named_by_an_address(string address, string site)
    {
        Assert.Equal($"{site}: active=yes\n", await RunAsync("set", address, "active=yes"));
        Assert.DoesNotContain("secret", Directory.GetFiles(Folder).Aggregate("", (all, file) => all + file + File.ReadAllText(file)));
    }

    [Fact]
    public async Task Everything_that_is_known_is_shown_and_what_is_old_is_marked()
    {
        await LearnAsync();
        var shown = await RunAsync("show", "h");
        AssertPage("site-show", end: "\n");
        Assert.Equal(SiteFactTable.All.Count, shown.Split('\n').Count(line => line.Contains("UTC", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task The_list_and_json_have_a_line_for_each_login()
    {
        await LearnAsync();
        await RunAsync("set", "h", "charset=cp949");
        await RunAsync("list");
        AssertOut(
            """
            server  login      streams       round trip  sessions  settings
            h:21    all users  -             -           -         charset=cp949
            h:21    kim        8, 114 MiB/s  186.0 ms    6 (old)   -

            """);

        await RunAsync("show", "h", "--json");
        Assert.Equal(2, JsonOut.Count);
        Assert.Equal((JsonValueKind.Null, "cp949"), (JsonOut[0].GetProperty("user").ValueKind, JsonOut[0].GetProperty("settings").GetProperty("charset").GetString()));
        var facts = JsonOut[1].GetProperty("facts");
        Assert.Equal(SiteFactTable.All.Select(fact => fact.Name), facts.EnumerateObject().Select(fact => fact.Name));
        Assert.Equal(
            (6, "2026-01-02T01:04:05Z", true),
            (facts.GetProperty("ceiling").GetProperty("value").GetInt32(), facts.GetProperty("ceiling").GetProperty("learned").GetString(),
                facts.GetProperty("ceiling").GetProperty("old").GetBoolean()));
        Assert.False(facts.GetProperty("plateau").GetProperty("old").GetBoolean());
    }

    [Fact]
    public async Task Show_for_one_user_includes_the_settings_for_all_users()
    {
        await RunAsync("set", "h", "charset=cp949");
        await RunAsync("set", "h", "--user", "kim", "active=yes");
        await RunAsync("set", "h", "--user", "lee", "active=yes");
        var shown = await RunAsync("show", "h", "--user", "kim");
        Assert.Equal(["h:21, all users", "h:21, kim"], shown.Split('\n').Where(line => line.StartsWith("h:21", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task One_login_one_port_one_host_or_everything_can_be_forgotten()
    {
        foreach (var host in new[] { "a", "a:2121", "b" })
        {
            await RunAsync("set", host, "active=yes");
            await RunAsync("set", host, "--user", "kim", "active=yes");
        }
        Assert.Equal("Forgot kim at a:21.\n", await RunAsync("forget", "a:21", "--user", "kim"));
        Assert.Equal("No data is stored for kim at a:21.\n", await RunAsync("forget", "a:21", "--user", "kim"));
        Assert.Equal("Forgot a:2121.\nForgot kim at a:2121.\n", await RunAsync("forget", "a:2121"));
        Assert.Equal("Forgot a:21.\n", await RunAsync("forget", "a"));
        Assert.Equal("No data is stored for a.\n", await RunAsync("show", "a"));
        Assert.Equal("Forgot 2 sites.\n", await RunAsync("forget", "--all"));
        Assert.Equal("No data is stored for any server.\n", await RunAsync("forget", "--all"));
    }

    [Fact]
    public async Task An_invalid_site_file_is_reported_and_forget_removes_it()
    {
        await RunAsync("set", "h", "--user", "kim", "active=yes");
        await File.WriteAllTextAsync(Assert.Single(Directory.GetFiles(Folder, "*.json")), "{");
        Assert.Equal(0, await CodeAsync("list"));
        Assert.Contains("is not JSON from line 1 on. Correct the file or remove it.\n", Err);
        Assert.Equal(10, await CodeAsync("set", "h", "--user", "kim", "active=no"));
        Assert.Equal("Forgot kim at h:21.\n", await RunAsync("forget", "h", "--user", "kim"));
        Assert.Equal("kim at h:21: active=no\n", await RunAsync("set", "h", "--user", "kim", "active=no"));
    }

    [Fact]
    public async Task A_name_is_added_shown_changed_and_removed_and_the_rest_of_the_file_stays()
    {
        Directory.CreateDirectory(PathOf(".config", "accelerator"));
        await File.WriteAllTextAsync(Configuration, "{\n  // mine\n  \"defaults\": { \"streams\": 4 }\n}\n");
        Assert.Equal("lab: ftp://kim@h:2121/pub, max-sessions=8 verify=none\n", await RunAsync("add", "lab", "ftp://kim@h:2121/pub", "verify=none", "max-sessions=8"));
        Assert.Equal("ftpx: note: to store the password, run: ftpx credential set lab:\n", Err);
        Assert.Equal("b1: ftp://b, no settings\n", await RunAsync("add", "b1", "ftp://b"));
        Assert.Equal("lab: ftp://kim@h:2121/pub, active=yes max-sessions=8\n", await RunAsync("set", "lab:", "verify=", "active=yes"));
        await RunAsync("set", "h:2121", "charset=cp949");
        await RunAsync("list");
        AssertOut(
            $"""
            {Configuration}
            name            URL                   settings
            (every server)  -                     streams=4
            lab:            ftp://kim@h:2121/pub  active=yes max-sessions=8
            b1:             ftp://b               -

            server  login      streams  round trip  sessions  settings
            h:2121  all users  -        -           -         charset=cp949

            """);
        await RunAsync("show", "lab");
        Assert.Equal([Configuration, "h:2121, all users"], OutLines.Where(line => line == Configuration || line.StartsWith("h:", StringComparison.Ordinal)));
        Assert.DoesNotContain("b1", Out, StringComparison.Ordinal);
        await RunAsync("list", "--json");
        Assert.Equal(["defaults", "server", "server", "site"], JsonTypes());
        Assert.Equal("active=yes max-sessions=8", string.Join(' ', JsonOut[1].GetProperty("settings").EnumerateObject().Select(setting => $"{setting.Name}={setting.Value}")));

        Assert.Equal("Removed b1.\n", await RunAsync("remove", "b1"));
        Assert.Equal("Removed lab.\n", await RunAsync("remove", "lab:"));
        Assert.Equal("{\n  // mine\n  \"defaults\": { \"streams\": 4 },\n  \"servers\": {\n  }\n}\n", await File.ReadAllTextAsync(Configuration));
        Assert.Equal("Forgot h:2121.\n", await RunAsync("forget", "h"));
    }

    [Theory]
    [InlineData("add lab ftp://kim:s3cret@h/pub", "The URL contains a password, and the file may be copied to other computers: remove it, and store it with ftpx credential set ftp://kim@h:21.")]
    [InlineData("add lab h/pub", "\"h/pub\" has no scheme: write ftp://h/pub. Run: ftpx site add lab ftp://h/pub")]
    [InlineData("add lab ftp://h/*.nc", "The URL of a server names a folder, not a pattern")]
    [InlineData("add c ftp://h", "\"c\" is not a name: use 2 to 64 letters, digits, dots, hyphens and underscores")]
    [InlineData("add ftp ftp://h", "\"ftp\" is not a name: use 2 to 64 letters")]
    [InlineData("add kim:s3cret@h ftp://h", "\"kim:***@h\" is not a name")]
    [InlineData("add lab ftp://h streems=8", "\"streems\" is not a setting; did you mean \"streams\"?")]
    [InlineData("add lab ftp://h streams=65", "streams: \"65\" is not a number of streams")]
    [InlineData("add old ftp://h", "old exists already (ftp://old): remove it first with ftpx site remove old, or change its settings with ftpx site set old:.")]
    [InlineData("set odl: streams=8", "unknown server \"odl\"; did you mean \"old:\"?")]
    [InlineData("set old streams=8 --user kim", "--user does not apply to old, whose URL has the user: ftp://old.")]
    [InlineData("show odl:", "unknown server \"odl\"; did you mean \"old:\"?")]
    [InlineData("remove odl", "unknown server \"odl\"; did you mean \"old:\"?")]
    [InlineData("remove elsewhere", "unknown server \"elsewhere\": nothing was removed. To list the configured servers, run: ftpx site list\n")]
    public async Task A_name_that_cannot_be_added_or_found_gives_one_error_and_the_file_is_unchanged(string line, string sentence)
    {
        await RunAsync("add", "old", "ftp://old");
        var before = await File.ReadAllTextAsync(Configuration);
        Assert.Equal(2, await CodeAsync(line.Split(' ')));
        Assert.StartsWith($"ftpx: error: {sentence}", Err, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", Err, StringComparison.Ordinal);
        Assert.Equal(before, await File.ReadAllTextAsync(Configuration));
    }

    [Fact]
    public async Task The_file_is_private_a_link_to_it_stays_and_a_known_login_needs_no_note()
    {
        await UserCredentialStore.Open(Process.Value).WriteAsync(CredentialAddress.Parse("ftp://kim@h"), "p", CancellationToken.None);
        await RunAsync("add", "lab", "ftp://kim@h");
        Assert.Equal("", Err);
        if (OperatingSystem.IsWindows()) return;
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(Configuration));
        File.Move(Configuration, PathOf("mine.json"));
        File.CreateSymbolicLink(Configuration, PathOf("mine.json"));
        File.SetUnixFileMode(PathOf("mine.json"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        await RunAsync("add", "b1", "ftp://b");
        Assert.NotNull(new FileInfo(Configuration).LinkTarget);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead, File.GetUnixFileMode(PathOf("mine.json")));
        Assert.Contains("\"b1\"", await ReadAsync("mine.json"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_chosen_file_is_created_and_a_device_is_never_replaced()
    {
        Process.Variables["FTPX_CONFIG"] = "new.json";
        await RunAsync("add", "lab", "ftp://h");
        Assert.Contains("ftp://h", await ReadAsync("new.json"), StringComparison.Ordinal);
        if (!OperatingSystem.IsLinux()) return;
        Process.Variables["FTPX_CONFIG"] = "/dev/null";
        Assert.Equal(2, await CodeAsync("add", "lab", "ftp://h"));
        Assert.Contains("The configuration file /dev/null is a device and cannot be changed.", Err, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_disk_error_is_exit_code_10()
    {
        Process.Write(".local", "in the way");
        Assert.Equal(10, await CodeAsync("set", "h", "active=yes"));
        Assert.StartsWith("ftpx: error: Creating '", Err);
    }

    [Theory]
    [InlineData(false, "set HOME or XDG_STATE_HOME to an absolute path")]
    [InlineData(true, "the variable LOCALAPPDATA is not set")]
    public async Task Without_a_folder_nothing_is_known_and_nothing_can_be_set(bool windows, string sentence)
    {
        Process.Variables.Clear();
        Process.IsWindows = windows;
        Assert.Equal("No data is stored for any server.\n", await RunAsync("list"));
        Assert.Equal("No data is stored for any server.\n", await RunAsync("forget", "--all"));
        Assert.Equal(2, await CodeAsync("set", "h", "active=yes"));
        Assert.Contains(sentence, Err);
    }

    private string Configuration => PathOf(".config", "accelerator", "config.json");

    private async Task LearnAsync()
    {
        var now = Process.Time.GetUtcNow();
        var facts = new SiteFacts
        {
            Features = new(["MLST", "REST"], now),
            RestHonoured = new(false, now),
            RangWorks = new(true, now),
            BehindWorks = new(true, now),
            LoginTogether = new(true, now),
            RestTogether = new(true, now),
            DatesDayFirst = new(true, now),
            Unanswered = new(["FEAT"], now),
            MlsdPathWorks = new(true, now),
            OffsetStores = new(true, now),
            Sessions = new(16, now),
            EarlyCloseClean = new(false, now),
            Ceiling = new(6, now - TimeSpan.FromHours(2)),
            Plateau = new(new StreamPlateau(8, 120e6), now),
            WindowBytes = new(1 << 20, now),
            RoundTrip = new(TimeSpan.FromMilliseconds(186), now),
            ServerSoftware = new("(vsFTPd 3.0.5) \u001b[2J", now),
            LoginSeen = new(true, now),
        };
        var memory = Process.Value.OpenSiteMemory()!;
        Assert.Null(await memory.LearnAsync(SiteKey.Of(new FtpEndpoint("h", 21, FtpSecurity.None), "kim"), _ => facts, default));
    }

    private async Task<string> RunAsync(params string[] words)
    {
        TakeOut();
        Assert.True(await CodeAsync(words) == 0, Err);
        return Out;
    }

    private Task<int> CodeAsync(params string[] words) => FtpxAsync(["site", .. words]);
}
