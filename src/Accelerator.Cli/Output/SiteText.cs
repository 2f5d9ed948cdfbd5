using System.Globalization;
using Accelerator.Cli.Configuration;
using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Output;

/// <summary>Formats the site records as text.</summary>
internal static class SiteText
{
    private const string AllUsers = "all users";

    /// <summary>One row for each site.</summary>
    public static TextTable List(IReadOnlyList<SiteRecord> records, DateTimeOffset now) => new(
        null,
        ["server", "login", "streams", "round trip", "sessions", "settings"],
        [.. records.Select(record => Row(record, now))]);

    /// <summary>The configuration file: one row for each named server, after the settings for all of them.</summary>
    /// <param name="path">The file.</param>
    /// <param name="defaults">The settings of every server.</param>
    /// <param name="servers">The named servers.</param>
    public static TextTable Servers(string path, SiteSettings defaults, IEnumerable<NamedServer> servers) => new(
        path,
        ["name", "URL", "settings"],
        [
            .. defaults.Values.Count == 0 ? [] : (string[][])[["(every server)", "-", Settings(defaults)]],
            .. servers.Select(server => (string[])[
                $"{server.Name}:", server.Url, server.Settings.Values.Count == 0 ? "-" : Settings(server.Settings)]),
        ]);

    /// <summary>All data of one site, configured settings first.</summary>
    public static TextTable Show(SiteRecord record, DateTimeOffset now) => new(
        $"{record.Key.ForAllUsers}, {Login(record.Key)}",
        ["name", "value", "since"],
        [
            .. record.Settings.Values.Select(setting => new[] { setting.Key, setting.Value, "your setting" }),
            .. Facts(record.Facts).Select(fact => new[] { fact.Label, fact.Value, Since(record.Facts, fact.Name, now) }),
        ]);

    /// <summary><c>active=yes charset=cp949</c>.</summary>
    public static string Settings(SiteSettings settings) =>
        settings.Values.Count == 0 ? "no settings" : string.Join(' ', settings.Values.Select(setting => $"{setting.Key}={setting.Value}"));

    private static string Login(SiteKey key) => (key.User ?? AllUsers) + (key.Path is { } path ? $" by {path}" : "");

    private static string[] Row(SiteRecord record, DateTimeOffset now)
    {
        var (facts, settings) = (record.Facts, record.Settings);
        return
        [
            record.Key.ForAllUsers.ToString(),
            Login(record.Key),
            facts.Plateau is { Value: var p } ? $"{p.Streams}, {Format.Rate(p.BytesPerSecond)}{OldMark(facts, "plateau", now)}" : "-",
            facts.RoundTrip is { } roundTrip ? Milliseconds(roundTrip.Value) + OldMark(facts, "round_trip_ms", now) : "-",
            facts.Ceiling is { } ceiling ? $"{ceiling.Value}" + OldMark(facts, "ceiling", now) : "-",
            settings.Values.Count == 0 ? "-" : Settings(settings),
        ];
    }

    private static IEnumerable<(string Name, string Label, string Value)> Facts(SiteFacts facts)
    {
        (string Name, string Label, string? Value)[] all =
        [
            ("server_software", "server software", facts.ServerSoftware?.Value),
            ("features", "features", facts.Features is { } features ? string.Join(' ', features.Value) : null),
            ("login_seen", "login", facts.LoginSeen is { } login ? Choose(login, "succeeded", "never succeeded") : null),
            ("round_trip_ms", "round trip", facts.RoundTrip is { } roundTrip ? Milliseconds(roundTrip.Value) : null),
            ("sessions", "sessions accepted", facts.Sessions is { } sessions ? $"{sessions.Value}" : null),
            ("ceiling", "session limit", facts.Ceiling is { } ceiling ? $"{ceiling.Value}" : null),
            ("plateau", "best stream count", facts.Plateau is { } p
                ? $"{p.Value.Streams}, with {Format.Rate(p.Value.BytesPerSecond)} ({Format.Bits(p.Value.BytesPerSecond)})" : null),
            ("window_bytes", "bytes in flight per stream", facts.WindowBytes is { } window ? Format.Size(window.Value) : null),
            ("rest_honoured", "REST", facts.RestHonoured is { } rest ? Choose(rest, "verified", "ignored: one stream") : null),
            ("rang_works", "RANG", facts.RangWorks is { } rang ? Choose(rang, "verified", "does not work") : null),
            ("early_close_clean", "early close",
                facts.EarlyCloseClean is { } close ? Choose(close, "the session continues", "the session is lost") : null),
            ("behind_works", "EPSV during a transfer",
                facts.BehindWorks is { } behind ? Choose(behind, "verified", "does not work") : null),
            ("login_together", "pipelined login",
                facts.LoginTogether is { } together ? Choose(together, "verified", "does not work") : null),
            ("rest_together", "pipelined REST and RETR",
                facts.RestTogether is { } atOnce ? Choose(atOnce, "verified", "does not work") : null),
            ("unanswered", "unanswered commands", facts.Unanswered is { } silent ? string.Join(' ', silent.Value) : null),
            ("dates_day_first", "dates in listings", facts.DatesDayFirst is { } dates ? Choose(dates, "day, month", "month, day") : null),
            ("mlsd_path_works", "MLSD with a path", facts.MlsdPathWorks is { } path ? Choose(path, "verified", "does not work") : null),
            ("offset_stores", "parallel uploads (REST)",
                facts.OffsetStores is { } offsets ? Choose(offsets, "verified", "refused or corrupted") : null),
        ];
        return all.Where(fact => fact.Value is not null).Select(fact => (fact.Name, fact.Label, fact.Value!));
    }

    private static string Milliseconds(TimeSpan time) => time.TotalMilliseconds.ToString("0.0", CultureInfo.InvariantCulture) + " ms";

    private static string Choose(Learned<bool> fact, string yes, string no) => fact.Value ? yes : no;

    private static string Since(SiteFacts facts, string name, DateTimeOffset now) =>
        LearnedAt(facts, name).UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture) + OldMark(facts, name, now);

    private static string OldMark(SiteFacts facts, string name, DateTimeOffset now) =>
        SiteAgeing.IsOld(Fact(name), LearnedAt(facts, name), now) ? " (old)" : "";

    private static DateTimeOffset LearnedAt(SiteFacts facts, string name) => Fact(name).LearnedAt(facts)!.Value;

    private static SiteFact Fact(string name) => SiteFactTable.All.Single(fact => fact.Name == name);
}
