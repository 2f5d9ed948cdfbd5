using System.Text.Json;

namespace Accelerator.Jobs.Expecting;

/// <summary>Writes products as JSON, the same on the page and in <c>ftpx job gaps --json</c>. docs/json.md lists the members.</summary>
public static class ProductJson
{
    /// <summary>Writes the completeness of channels as an array.</summary>
    public static void WriteChannels(Utf8JsonWriter json, IReadOnlyList<ChannelShare> channels)
    {
        json.WriteStartArray("channels");
        foreach (var channel in channels)
        {
            json.WriteStartObject();
            json.WriteString("channel", channel.Channel);
            json.WriteNumber("have", channel.Have);
            json.WriteNumber("expect", channel.Expect);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    /// <summary>Writes the members of an incomplete slot, except for its time, into an open object.</summary>
    public static void WriteGap(Utf8JsonWriter json, ProductSlot gap)
    {
        json.WriteString("state", Name(gap.State));
        json.WriteNumber("have", gap.Have);
        json.WriteNumber("expect", gap.Expect);
        json.WriteStartArray("absent");
        foreach (var channel in gap.Absent) json.WriteStringValue(channel);
        json.WriteEndArray();
        json.WriteNumber("waiting", gap.Waiting);
        json.WriteNumber("failed", gap.Failed);
        json.WriteNumber("lost", gap.Lost);
        json.WriteNumber("skipped", gap.Skipped);
        json.WriteString("why", gap.Why);
    }

    /// <summary>Writes the members of a latency into an open object.</summary>
    public static void WriteLatency(Utf8JsonWriter json, Latency latency)
    {
        json.WriteNumber("files", latency.Files);
        json.WriteNumber("late", latency.Late);
        json.WriteNumber("undelivered", latency.Undelivered);
        json.WriteNumber("lost", latency.Lost);
        json.WriteNumber("p50_seconds", latency.Median);
        json.WriteNumber("p95_seconds", latency.P95);
        json.WriteNumber("p99_seconds", latency.P99);
        json.WriteNumber("max_seconds", latency.Longest);
    }

    /// <summary>Returns the name of a state.</summary>
    public static string Name(SlotState state) => JsonNamingPolicy.SnakeCaseLower.ConvertName(state.ToString());
}
