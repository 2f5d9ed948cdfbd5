using System.Text.Json;
using Accelerator.Ftp;

namespace Accelerator.Engine.Sites;

/// <summary>
/// The one table of the facts in a site profile. The files, the ageing, the merging and the JSON lines are derived from it. A ceiling is
/// valid for an hour, because it often depends on other clients; properties of a path or a server program are valid for a month.
/// </summary>
public static class SiteFactTable
{
    private const int MostFeatures = 64;
    private const int LongestFeature = 32;
    private const int MostSessions = 100_000;

    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);
    private static readonly TimeSpan Month = TimeSpan.FromDays(30);

    /// <summary>All facts, in the order they are shown.</summary>
    public static IReadOnlyList<SiteFact> All { get; } =
    [
        new Row<string>("server_software", Month, f => f.ServerSoftware, (f, v) => f with { ServerSoftware = v },
            (json, v) => json.WriteStringValue(v), ReadSoftware),
        new Row<IReadOnlyList<string>>("features", Month, f => f.Features, (f, v) => f with { Features = v }, WriteWords, ReadWords),
        new Row<bool>("login_seen", Month, f => f.LoginSeen, (f, v) => f with { LoginSeen = v }, WriteBoolean, v => v.GetBoolean()),
        new Row<TimeSpan>("round_trip_ms", Month, f => f.RoundTrip, (f, v) => f with { RoundTrip = v },
            (json, v) => json.WriteNumberValue(Math.Round(v.TotalMilliseconds, 3)),
            v => TimeSpan.FromMilliseconds(Number(v, 0.001, 600_000))),
        new Row<int>("ceiling", Hour, f => f.Ceiling, (f, v) => f with { Ceiling = v }, (json, v) => json.WriteNumberValue(v),
            v => Whole(v, MostSessions)),
        new Row<int>("sessions", Month, f => f.Sessions, (f, v) => f with { Sessions = v }, (json, v) => json.WriteNumberValue(v),
            v => Whole(v, MostSessions)),
        new Row<StreamPlateau>("plateau", Month, f => f.Plateau, (f, v) => f with { Plateau = v }, WritePlateau, ReadPlateau),
        new Row<long>("window_bytes", Month, f => f.WindowBytes, (f, v) => f with { WindowBytes = v },
            (json, v) => json.WriteNumberValue(v), v => (long)Number(v, 1, 1e12)),
        new Row<bool>("rest_honoured", Month, f => f.RestHonoured, (f, v) => f with { RestHonoured = v }, WriteBoolean,
            v => v.GetBoolean()),
        new Row<bool>("rang_works", Month, f => f.RangWorks, (f, v) => f with { RangWorks = v }, WriteBoolean, v => v.GetBoolean()),
        new Row<bool>("early_close_clean", Month, f => f.EarlyCloseClean, (f, v) => f with { EarlyCloseClean = v }, WriteBoolean,
            v => v.GetBoolean()),
        new Row<bool>("behind_works", Month, f => f.BehindWorks, (f, v) => f with { BehindWorks = v }, WriteBoolean, v => v.GetBoolean()),
        new Row<bool>("login_together", Month, f => f.LoginTogether, (f, v) => f with { LoginTogether = v }, WriteBoolean,
            v => v.GetBoolean()),
        new Row<bool>("rest_together", Month, f => f.RestTogether, (f, v) => f with { RestTogether = v }, WriteBoolean,
            v => v.GetBoolean()),
        new Row<IReadOnlyList<string>>("unanswered", Month, f => f.Unanswered, (f, v) => f with { Unanswered = v }, WriteWords, ReadWords),
        new Row<bool>("dates_day_first", Month, f => f.DatesDayFirst, (f, v) => f with { DatesDayFirst = v }, WriteBoolean,
            v => v.GetBoolean()),
        new Row<bool>("mlsd_path_works", Month, f => f.MlsdPathWorks, (f, v) => f with { MlsdPathWorks = v }, WriteBoolean,
            v => v.GetBoolean()),
        new Row<bool>("offset_stores", Month, f => f.OffsetStores, (f, v) => f with { OffsetStores = v }, WriteBoolean,
            v => v.GetBoolean()),
    ];

    private static void WriteBoolean(Utf8JsonWriter json, bool value) => json.WriteBooleanValue(value);

    private static void WriteWords(Utf8JsonWriter json, IReadOnlyList<string> words)
    {
        json.WriteStartArray();
        foreach (var word in words) json.WriteStringValue(word);
        json.WriteEndArray();
    }

    private static void WritePlateau(Utf8JsonWriter json, StreamPlateau plateau)
    {
        json.WriteStartObject();
        json.WriteNumber("streams", plateau.Streams);
        json.WriteNumber("bytes_per_second", Math.Round(plateau.BytesPerSecond));
        json.WriteEndObject();
    }

    private static StreamPlateau ReadPlateau(JsonElement json) =>
        new(Whole(json.GetProperty("streams"), MostSessions), Number(json.GetProperty("bytes_per_second"), 1, 1e15));

    // The file is untrusted input: its text is shown, so it is escaped and truncated again.
    private static string ReadSoftware(JsonElement json) =>
        Cut(SafeText.Escape(json.GetString() ?? throw new FormatException()), SiteFacts.MostSoftware);

    private static IReadOnlyList<string> ReadWords(JsonElement json) =>
        [.. json.EnumerateArray().Take(MostFeatures)
            .Select(word => Cut(SafeText.Escape(word.GetString() ?? throw new FormatException()), LongestFeature))];

    private static int Whole(JsonElement json, int most) =>
        json.GetInt32() is var value && value >= 1 && value <= most ? value : throw new FormatException();

    private static double Number(JsonElement json, double least, double most) =>
        json.GetDouble() is var value && value >= least && value <= most ? value : throw new FormatException();

    // Never cut a surrogate pair: half of one could be neither shown nor written.
    private static string Cut(string text, int most) =>
        text.Length <= most ? text : text[..(char.IsHighSurrogate(text[most - 1]) ? most - 1 : most)];

    private sealed class Row<T>(
        string name,
        TimeSpan lifetime,
        Func<SiteFacts, Learned<T>?> get,
        Func<SiteFacts, Learned<T>?, SiteFacts> set,
        Action<Utf8JsonWriter, T> write,
        Func<JsonElement, T> read) : SiteFact(name, lifetime)
    {
        public override DateTimeOffset? LearnedAt(SiteFacts facts) => get(facts)?.At;

        public override void WriteValue(Utf8JsonWriter json, SiteFacts facts)
        {
            if (get(facts) is { } known) write(json, known.Value);
        }

        internal override SiteFacts Read(JsonElement value, DateTimeOffset learned, SiteFacts facts) =>
            set(facts, new Learned<T>(read(value), learned));

        internal override SiteFacts Copy(SiteFacts from, SiteFacts to) => set(to, get(from));
    }
}
