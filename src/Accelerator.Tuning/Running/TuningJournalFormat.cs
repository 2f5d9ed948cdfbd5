using System.Text.Json;

namespace Accelerator.Tuning.Running;

/// <summary>Reads and writes journals as JSON that people can read too.</summary>
public static class TuningJournalFormat
{
    /// <summary>Returns the JSON of a journal.</summary>
    public static byte[] Write(TuningJournal journal)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("id", journal.Id);
            json.WriteString("profile", journal.Profile);
            json.WriteString("computer", journal.Computer);
            if (journal.ConfirmBy is { } due) json.WriteString("confirm_by", due.UtcDateTime);
            json.WriteStartArray("steps");
            foreach (var step in journal.Steps) WriteStep(json, step);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return bytes.ToArray();
    }

    /// <summary>Parses a journal.</summary>
    /// <exception cref="FormatException">The text is not a journal.</exception>
    public static TuningJournal Read(ReadOnlyMemory<byte> text)
    {
        try
        {
            using var json = JsonDocument.Parse(text);
            var root = json.RootElement;
            return new TuningJournal(Text(root, "id"), Text(root, "profile"), Text(root, "computer"),
                [.. root.GetProperty("steps").EnumerateArray().Select(ReadStep)])
            {
                ConfirmBy = root.TryGetProperty("confirm_by", out var due) ? Time(due) : null,
            };
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            throw new FormatException("This is not a tuning journal.", e);
        }
    }

    private static void WriteStep(Utf8JsonWriter json, JournalStep step)
    {
        json.WriteStartObject();
        json.WriteString("target", step.Target);
        json.WriteBoolean("known_before", step.Before.IsKnown);
        json.WriteString("before", step.Before.Value);
        json.WriteString("after", step.After);
        json.WriteString("state", step.State.ToString());
        json.WriteEndObject();
    }

    private static JournalStep ReadStep(JsonElement step) => new(
        Text(step, "target"),
        new PriorValue(step.GetProperty("known_before").GetBoolean(), step.GetProperty("before").GetString()),
        Text(step, "after"),
        Enum.TryParse<StepState>(Text(step, "state"), out var state) && Enum.IsDefined(state)
            ? state : throw new FormatException("A step of the journal is in no state that is known."));

    private static DateTimeOffset Time(JsonElement json) =>
        json.TryGetDateTimeOffset(out var time) ? time : throw new FormatException("The journal's confirm_by is no time.");

    private static string Text(JsonElement json, string name) =>
        json.GetProperty(name).GetString() ?? throw new FormatException($"The journal's {name} is missing.");
}
