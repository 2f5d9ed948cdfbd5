using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Proxies;
using Accelerator.Cli.Values;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Cli.Sites;

/// <summary>One setting that a user can configure for a server.</summary>
/// <param name="Name">The name before the equals sign; stable, because it is stored.</param>
/// <param name="Value">The value after the equals sign.</param>
/// <param name="Text">One phrase.</param>
/// <param name="Option">The option of <c>ftpx get</c> that takes precedence over the setting; null if there is none.</param>
/// <param name="Apply">Returns the options with the value; throws <see cref="UsageException"/> for an invalid value.</param>
internal sealed record SiteSetting(
    string Name, string Value, string Text, string? Option, Func<TransferOptions, string, TransferOptions> Apply)
{
    /// <summary>The setting as written in the help: <c>streams=N|auto</c>.</summary>
    public string Usage => $"{Name}={Value}";

    /// <summary>Returns what is wrong with a value, as a sentence; null for a valid one.</summary>
    public string? ProblemOf(string value)
    {
        try
        {
            _ = Apply(new Trial(), value);
            return value.Length <= SiteSettings.Longest ? null : $"The value is longer than {SiteSettings.Longest} characters.";
        }
        catch (UsageException e)
        {
            return e.Message;
        }
    }

    private sealed record Trial : TransferOptions;
}

/// <summary>The settings of <c>ftpx site set</c>, in one table. The help and docs/commands.md are generated from it.</summary>
internal static class SiteSettingTable
{
    /// <summary>All settings, in the order in which they are applied: a limit follows the setting that it limits.</summary>
    public static IReadOnlyList<SiteSetting> All { get; } =
    [
        new("charset", "NAME", "Charset of remote names", "--charset", (o, v) => o with { Charset = GetValues.Charset(v) }),
        new("streams", "N|auto", "Parallel connections", "--streams", (o, v) => o with { Streams = GetValues.Streams(v) }),
        new("max-sessions", "N", "Maximum number of sessions, 1 to 64", "--max-sessions",
            (o, v) => o with { MaxSessions = GetValues.Sessions(v) }),
        new("active", "yes|no", "Use active data connections", "--active", (o, v) => o with { Active = YesNo(v) }),
        new("proxy", "URL|none", "Proxy, without its password", "--proxy", (o, v) => o with { Proxy = ProxyChoice.ParseSetting(v) }),
        new("pipelining", "yes|no",
            "Send commands without waiting for replies", null,
            (o, v) => o with { Pipelining = YesNo(v) }),
        new("tls", "required", "Use AUTH TLS for ftp:// URLs too, or fail", "--tls",
            (o, v) => o with { RequireTls = Required(v) }),
        new("insecure", "yes|no", "Accept any TLS certificate", "--insecure", (o, v) => o with { Insecure = YesNo(v) }),
        new("verify", "auto|none|always", "Hash check", "--verify",
            (o, v) => o with { Verify = GetValues.VerifyAll(v, "a server") }),
        new("limit-rate", "RATE", "Rate limit of a run, or a timetable", "--limit-rate",
            (o, v) => o with { LimitRate = RateLimit.ParseSetting(v) }),
        new("retries", "N|unlimited", "Retries of a stream that receives no new byte", "--retries",
            (o, v) => o with { Retries = o.Retries with { Most = RunValues.Retries(v) } }),
        new("retry-wait", "DURATION", "Pause before each retry", "--retry-wait",
            (o, v) => o with { Retries = o.Retries with { Wait = RunValues.Wait(v) } }),
        new("segment-size", "MIN[-MAX]", "Smallest and largest range of one RETR", "--segment-size",
            (o, v) => o with { Segments = GetValues.Segments(v) }),
        new("receive-buffer", "SIZE", "Fixed receive buffer, no autotuning", "--receive-buffer",
            (o, v) => o with { ReceiveBuffer = GetValues.ReceiveBuffer(v) }),
        new("max-listing", "SIZE", "Most text of one listing; default 256M", null,
            (o, v) => o with { MaxListing = GetValues.MaxListing(v) }),
        new("server-address", "all|ADDR", "Its addresses to use together", "--server-address",
            (o, v) => o with { ServerAddresses = GetValues.ServerAddresses(GetValues.ServerAddress(v)) }),
        new("mptcp", "yes|no", "Open MPTCP connections", "--mptcp", (o, v) => o with { Multipath = YesNo(v) }),
        new("max-idle", "SECONDS", "End a run if no byte arrives for this long", "--max-idle",
            (o, v) => o with { MaxIdle = GetValues.Seconds(v) }),
        new("timeout-connect", "SECONDS", "Limit for TCP connect and TLS handshake", "--timeout-connect",
            (o, v) => o with { Timeouts = o.Timeouts with { Connect = GetValues.Seconds(v) } }),
        new("timeout-reply", "SECONDS", "Limit for one reply, including the greeting", "--timeout-reply",
            (o, v) => o with { Timeouts = o.Timeouts with { Reply = GetValues.Seconds(v) } }),
        new("timeout-first-byte", "SECONDS", "Limit from RETR to the first byte", "--timeout-first-byte",
            (o, v) => o with { Timeouts = o.Timeouts with { FirstByte = GetValues.Seconds(v) } }),
        new("timeout-stall", "SECONDS", "Longest silence of a stream before a retry", "--timeout-stall",
            (o, v) => o with { Timeouts = o.Timeouts with { Stall = GetValues.Seconds(v) } }),
    ];

    /// <summary>The setting with that name.</summary>
    /// <exception cref="UsageException">The setting does not exist.</exception>
    public static SiteSetting Find(string name) => All.FirstOrDefault(setting => setting.Name == name)
        ?? throw new UsageException($"\"{SafeText.Escape(name)}\" is not a setting; "
            + Typos.Hint(name, [.. All.Select(setting => setting.Name)], "settings"));

    /// <summary>
    /// Returns the effective options. A typed option precedes the settings of a named server; these precede what is stored for the login,
    /// what is stored for all logins, and the defaults.
    /// </summary>
    /// <param name="memory">The stored settings; null for none.</param>
    /// <param name="options">The parsed options.</param>
    /// <param name="site">The server and the login.</param>
    /// <param name="named">The settings of the named server; empty for an address without a name.</param>
    /// <param name="defaults">The settings for every server.</param>
    /// <param name="warn">Receives a sentence for each file or setting that is ignored.</param>
    /// <exception cref="UsageException">A setting has an unusable value. It is not ignored, because it may be the one that demands
    /// TLS.</exception>
    public static async Task<TransferOptions> ApplyAsync(
        SiteMemory? memory, TransferOptions options, SiteKey site, SiteSettings named, SiteSettings defaults, Action<string> warn)
    {
        var stored = SiteSettings.None;
        if (memory is not null)
        {
            (stored, var problems) = await memory.ReadSettingsAsync(site, CancellationToken.None).ConfigureAwait(false);
            foreach (var problem in problems) warn(SafeText.Escape(problem));
            foreach (var name in stored.Values.Keys.Where(name => All.All(setting => setting.Name != name)))
                warn($"The setting {SafeText.Escape(name)} of {site} is unknown to this version of ftpx and is ignored.");
        }
        return Apply(options, site, named.Over(stored).Over(defaults));
    }

    private static TransferOptions Apply(TransferOptions options, SiteKey site, SiteSettings settings)
    {
        foreach (var setting in All.Where(setting => setting.Option is null || !options.Typed.Contains(setting.Option)))
        {
            if (settings[setting.Name] is not { } value) continue;
            try
            {
                options = setting.Apply(options, value);
            }
            catch (UsageException e)
            {
                throw new UsageException(
                    $"The setting {setting.Name} of {site} is not valid: {e.Message} Change it with ftpx site set, "
                        + "or ignore it with --no-site-memory.");
            }
        }
        // When both are settings, the limit wins. A typed number took precedence over both.
        return options.Streams > options.MaxSessions && !options.Typed.Contains("--streams")
            ? options with { Streams = options.MaxSessions } : options;
    }

    private static bool YesNo(string text) => text switch
    {
        "yes" => true,
        "no" => false,
        _ => throw new UsageException($"\"{SafeText.Escape(text)}\" is neither yes nor no."),
    };

    private static bool Required(string text) => text == "required"
        ? true
        : throw new UsageException($"\"{SafeText.Escape(text)}\" is not valid: use required; for implicit TLS use ftps:// URLs.");
}
