namespace Accelerator.Cli.Tests.Commands;

/// <summary>The settings stored by <c>ftpx site set</c> reach the engine through <c>ftpx get</c>; typed options take precedence.</summary>
public sealed class GetSettingsTests : EngineFixture
{
    public GetSettingsTests() => Process.Variables["HOME"] = Process.Folder;

    public static TheoryData<string, string, Func<object, object?>, object?, object?> Settings => new()
    {
        { "charset=cp949", "--charset latin1", Of(r => r.Charset.CodePage), 949, 28591 },
        { "streams=8", "--streams auto", Of(r => r.Streams), 8, null },
        { "streams=auto", "--streams 3", Of(r => r.Streams), null, 3 },
        { "max-sessions=4", "--max-sessions 9", Of(r => r.MaxStreams), 4, 9 },
        { "active=yes", "--active", Of(r => r.ActiveMode), true, true },
        { "active=no", "--active", Of(r => r.ActiveMode), false, true },
        { "proxy=socks5://p:1", "--proxy none", Of(r => $"{r.Items[0].Sources[0].Proxy}"), "socks5://p:1", "" },
        { "insecure=yes", "--insecure", Of(r => r.AcceptAnyCertificate), true, true },
        { "tls=required", "--tls none", Of(r => r.Items[0].Sources[0].Endpoint.Security), FtpSecurity.Explicit, FtpSecurity.None },
        { "verify=always", "--verify none", Of(r => r.Verify.Mode), VerifyMode.Always, VerifyMode.None },
        { "limit-rate=50M", "--limit-rate 8Mbit", Of(r => r.RateLimit), 50L << 20, 1_000_000L },
        { "limit-rate=00:00-24:00=50M", "--limit-rate unlimited", Of(r => r.RateLimitNow?.Invoke()), 50L << 20, null },
        { "retries=3", "--retries unlimited", Of(r => r.Retries.Most), 3, null },
        { "retry-wait=5", "--retry-wait 1m", Of(r => r.Retries.Wait?.TotalSeconds), 5.0, 60.0 },
        { "segment-size=4M", "--segment-size 2M", Of(r => r.Segments.Minimum), 4L << 20, 2L << 20 },
        { "receive-buffer=64K", "--receive-buffer 128K", Of(r => r.ReceiveBuffer), 64 << 10, 128 << 10 },
        { "server-address=all", "--server-address 192.0.2.7", Of(r => r.Addresses!.Given.Count), 0, 1 },
        { "server-address=192.0.2.7,2001:db8::7", "--server-address all", Of(r => string.Join(' ', r.Addresses!.Given)), "192.0.2.7 2001:db8::7", "" },
        { "mptcp=yes", "--mptcp", Of(r => r.Multipath), true, true },
        { "mptcp=no", "--mptcp", Of(r => r.Multipath), false, true },
        { "max-idle=7", "--max-idle 8", Of(r => r.MaxIdle?.TotalSeconds), 7.0, 8.0 },
        { "timeout-connect=1", "--timeout-connect 2", Of(r => r.Timeouts.Connect.TotalSeconds), 1.0, 2.0 },
        { "timeout-reply=1", "--timeout-reply 2", Of(r => r.Timeouts.Reply.TotalSeconds), 1.0, 2.0 },
        { "timeout-first-byte=1", "--timeout-first-byte 2", Of(r => r.Timeouts.FirstByte.TotalSeconds), 1.0, 2.0 },
        { "timeout-stall=1", "--timeout-stall 2", Of(r => r.Timeouts.Stall.TotalSeconds), 1.0, 2.0 },
        // No option sets this value alone.
        { "max-listing=64M", "--no-site-memory", Of(r => r.MaxListing), 64L << 20, 256L << 20 },
        { "pipelining=no", "--no-site-memory", Of(r => r.Pipelining), false, true },
    };

    [Theory]
    [MemberData(nameof(Settings))]
    public async Task Each_setting_reaches_the_engine_and_what_is_typed_goes_before_it(
        string setting, string option, Func<object, object?> value, object? laidDown, object? typed)
    {
        await SetAsync("h", setting);
        Assert.Equal(laidDown, value(await GetAsync("ftp://h/f")));
        Assert.Equal(typed, value(await GetAsync(["ftp://h/f", .. option.Split(' ')])));
    }

    [Fact]
    public void Each_setting_has_a_row_in_the_table_above() => Assert.Equal(
        Cli.Sites.SiteSettingTable.All.Select(setting => (setting.Name, setting.Option ?? "--no-site-memory")).Order(),
        Settings.Select(row => (((string)row[0]!).Split('=')[0], ((string)row[1]!).Split(' ')[0])).Distinct().Order());

    [Fact]
    public async Task A_limit_on_sessions_lowers_a_number_of_streams_and_never_raises_it()
    {
        await SetAsync("h", "streams=8", "max-sessions=4");
        await SetAsync("i", "streams=3", "max-sessions=4");
        Assert.Equal(4, (await GetAsync("ftp://h/f")).Streams);
        Assert.Equal(3, (await GetAsync("ftp://i/f")).Streams);
        Assert.Equal(2, (await GetAsync("ftp://h/f", "--max-sessions", "2")).Streams);
        Assert.Equal((null, 4), Numbers(await GetAsync("ftp://h/f", "--streams", "auto")));
        Assert.Equal((9, 4), Numbers(await GetAsync("ftp://h/f", "--streams", "9")));

        static (int?, int?) Numbers(TransferRequest request) => (request.Streams, request.MaxStreams);
    }

    [Fact]
    public async Task A_name_is_sent_in_the_charset_of_the_settings()
    {
        await SetAsync("h", "charset=cp949");
        Assert.Equal([0xB5, 0xA5, 0xC0, 0xCC, 0xC5, 0xCD], (await GetAsync("ftp://h/데이터")).Items[0].Sources[0].Path.Bytes.ToArray());
    }

    [Theory]
    [InlineData("ftps://h:21/f", FtpSecurity.Implicit)]
    [InlineData("ftpes://h/f", FtpSecurity.Explicit)]
    public async Task Requiring_TLS_leaves_an_ftps_address_unchanged(string address, FtpSecurity security)
    {
        await SetAsync("h", "tls=required");
        Assert.Equal(security, (await GetAsync(address)).Items[0].Sources[0].Endpoint.Security);
    }

    [Theory]
    [InlineData("ftp://kim:p@h/f", "")]
    [InlineData("ftp://h/f", "--user kim")]
    [InlineData("ftp://h/f", "FTPX_USER=kim")]
    [InlineData("ftp://h/f", "netrc")]
    public async Task The_user_of_the_login_selects_the_settings(string address, string who)
    {
        await SetAsync("h", "streams=2", "active=yes");
        await SetAsync("h", "--user", "kim", "streams=5");
        await SetAsync("h", "--user", "lee", "streams=7");
        Process.Variables["FTPX_PASSWORD"] = "p";
        if (who == "netrc") Process.Write(".netrc", "machine h login kim password p");
        if (who.StartsWith("FTPX", StringComparison.Ordinal)) Process.Variables["FTPX_USER"] = "kim";

        var request = await GetAsync([address, .. who.StartsWith("--", StringComparison.Ordinal) ? who.Split(' ') : []]);

        Assert.Equal((5, true, "kim"), (request.Streams, request.ActiveMode, request.Items[0].Sources[0].Credential.User));
    }

    [Fact]
    public async Task Settings_of_other_hosts_ports_and_logins_make_no_difference()
    {
        await SetAsync("h:2121", "streams=2");
        await SetAsync("i", "streams=3");
        await SetAsync("h", "--user", "kim", "streams=4");
        Assert.Null((await GetAsync("ftp://h/f")).Streams);
    }

    [Fact]
    public async Task Without_the_memory_or_a_home_neither_settings_nor_facts_reach_the_engine()
    {
        await SetAsync("h", "streams=2");
        Assert.NotNull((await GetAsync("ftp://h/f")).Sites);
        var without = await GetAsync("ftp://h/f", "--no-site-memory");
        Assert.Equal((null, null), (without.Streams, without.Sites));
        Process.Variables.Clear();
        Assert.Null((await GetAsync("ftp://h/f")).Sites);
        Assert.Equal("", Err);
    }

    [Fact]
    public async Task Servers_with_different_settings_need_two_commands_unless_they_differ_in_tls_alone()
    {
        await SetAsync("h", "active=yes");
        Assert.Equal(2, await CodeAsync("ftp://h/f", "ftp://i/g"));
        Assert.Null(Request);
        Assert.StartsWith("ftpx: error: anonymous at h:21 and anonymous at i:21 have different settings (see ftpx site list)", Err);
        Assert.True((await GetAsync("ftp://h/f", "ftp://i/g", "--active")).ActiveMode);

        await SetAsync("h", "active=", "tls=required", "charset=cp949");
        await SetAsync("i", "charset=cp949");
        Assert.Equal([FtpSecurity.Explicit, FtpSecurity.None], (await GetAsync("ftp://h/f", "ftp://i/g")).Items.Select(item => item.Sources[0].Endpoint.Security));
    }

    [Theory]
    [InlineData("required", "requierd", 2, "ftpx: error: The setting tls of anonymous at h:21 is not valid: \"requierd\" is not valid")]
    [InlineData("\"tls\"", "\"t\\u001bs\"", 0, "ftpx: warning: The setting t\\x1Bs of anonymous at h:21 is unknown to this version of ftpx and is ignored.\n")]
    [InlineData("{", "", 0, ".json' is not JSON from line 2 on. Correct the file or remove it.\n")]
    public async Task An_unusable_setting_stops_the_command_and_an_unknown_setting_is_ignored(string old, string text, int code, string sentence)
    {
        await SetAsync("h", "tls=required");
        var path = Assert.Single(Directory.GetFiles(Process.Folder, "site-*.json", SearchOption.AllDirectories));
        await File.WriteAllTextAsync(path, (await File.ReadAllTextAsync(path)).Replace(old, text, StringComparison.Ordinal));
        Assert.Equal(code, await CodeAsync("ftp://h/f"));
        Assert.Equal(code == 0, Request is { Streams: null });
        if (code == 0) Assert.Contains(sentence, Err);
        else Assert.StartsWith(sentence, Err);
    }

    private static Func<object, object?> Of(Func<TransferRequest, object?> value) => request => value((TransferRequest)request);

    private async Task SetAsync(params string[] words) =>
        Assert.True(await FtpxAsync(["site", "set", .. words]) == 0, Err);

    private async Task<TransferRequest> GetAsync(params string[] words)
    {
        Assert.True(await CodeAsync(words) == 0, Err);
        return Request!;
    }

    private Task<int> CodeAsync(params string[] words) => GetAsync(Finish(TransferSamples.Done()), words);
}
