using System.Globalization;
using System.Text.Json;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Expecting;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>Writes the slots, gaps and latency of a job as the JSON of <c>GET /jobs/NAME/slots</c>.</summary>
internal static class ProductFigures
{
    /// <summary>The most days of one answer.</summary>
    public const int MostDays = 31;

    /// <summary>Returns the span of the last days, with the current one.</summary>
    public static (DateTimeOffset From, DateTimeOffset To) Span(DateTimeOffset now, int days)
    {
        var today = new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero);
        return (today.AddDays(1 - days), today.AddDays(1));
    }

    public static byte[] Write(JobDefinition job, ProductReading reading)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes))
        {
            json.WriteStartObject();
            json.WriteString("job", job.Name);
            Number(json, "every_seconds", job.Expect?.Every.TotalSeconds);
            Number(json, "offset_seconds", job.Expect?.Offset.TotalSeconds);
            Number(json, "per_slot", job.Expect?.PerSlot);
            Number(json, "late_after_seconds", job.Expect?.LateAfter.TotalSeconds);
            Number(json, "missing_after_seconds", job.Expect?.MissingAfter.TotalSeconds);
            Number(json, "objective_seconds", job.Objective?.TotalSeconds);
            Number(json, "have", reading.Slots?.Have);
            Number(json, "expect", reading.Slots?.Expect);
            Number(json, "unmatched", reading.Slots?.Unmatched);
            WriteDays(json, reading.Slots?.Slots ?? []);
            ProductJson.WriteChannels(json, reading.Slots?.Channels ?? []);
            WriteGaps(json, reading.Slots?.Gaps ?? []);
            WriteOutages(json, reading.Outages);
            json.WritePropertyName("latency");
            WriteLatency(json, reading.Latency, null);
            json.WriteStartArray("latency_hours");
            foreach (var hour in reading.Hours) WriteLatency(json, hour.Latency, hour.At);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return bytes.ToArray();
    }

    private static void WriteDays(Utf8JsonWriter json, IReadOnlyList<ProductSlot> slots)
    {
        json.WriteStartArray("days");
        foreach (var day in slots.GroupBy(slot => slot.At.UtcDateTime.Date))
        {
            json.WriteStartObject();
            json.WriteString("day", day.Key.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture));
            var counted = day.Where(slot => slot.State == SlotState.Complete || slot.IsGap).ToList();
            json.WriteNumber("have", counted.Sum(slot => Math.Min(slot.Have, slot.Expect)));
            json.WriteNumber("expect", counted.Sum(slot => slot.Expect));
            json.WriteStartArray("slots");
            foreach (var slot in day)
            {
                json.WriteStartObject();
                json.WriteString("at", slot.At.UtcDateTime.ToString("HH:mm'Z'", CultureInfo.InvariantCulture));
                json.WriteString("state", ProductJson.Name(slot.State));
                json.WriteNumber("have", slot.Have);
                json.WriteNumber("expect", slot.Expect);
                json.WriteEndObject();
            }
            json.WriteEndArray();
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void WriteGaps(Utf8JsonWriter json, IReadOnlyList<ProductSlot> gaps)
    {
        json.WriteStartArray("gaps");
        foreach (var gap in gaps)
        {
            json.WriteStartObject();
            json.WriteString("at", gap.At.UtcDateTime);
            ProductJson.WriteGap(json, gap);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void WriteOutages(Utf8JsonWriter json, IReadOnlyList<Outage> outages)
    {
        json.WriteStartArray("outages");
        foreach (var outage in outages)
        {
            json.WriteStartObject();
            json.WriteNumber("id", outage.Id);
            json.WriteString("from", outage.From.UtcDateTime);
            json.WriteString("to", outage.To.UtcDateTime);
            json.WriteString("reason", outage.Reason);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }

    private static void WriteLatency(Utf8JsonWriter json, Latency latency, DateTimeOffset? at)
    {
        json.WriteStartObject();
        if (at is { } hour) json.WriteString("at", hour.UtcDateTime);
        ProductJson.WriteLatency(json, latency);
        json.WriteEndObject();
    }

    private static void Number(Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } known) json.WriteNumber(name, known);
        else json.WriteNull(name);
    }
}
