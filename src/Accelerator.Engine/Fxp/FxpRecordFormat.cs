using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json;
using Accelerator.Engine.Journals;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Fxp;

/// <summary>Serializes a record in the form of the transfer journals: a line of compact JSON in a <see cref="SealedText"/>.</summary>
internal static class FxpRecordFormat
{
    /// <summary>The longest record in bytes that is read or written.</summary>
    public const int MaximumBytes = 1 << 20;

    /// <summary>Most segments that are written; at 45 bytes each they stay below <see cref="MaximumBytes"/>.</summary>
    public const int MaximumRanges = 16_384;

    private static readonly SealedText Frame = new("accelerator-fxp", 1, "is not a record of a copy between servers");

    /// <summary>Writes a record. Segments beyond <see cref="MaximumRanges"/> are left out: claiming less is always correct.</summary>
    public static byte[] Write(FxpRecord record) => Frame.WriteJson(json =>
    {
        json.WriteString("sourceSite", record.SourceSite);
        json.WriteString("sourcePath", record.SourcePath);
        json.WriteNumber("size", record.Size);
        json.WriteString("modified", record.Modified);
        json.WriteString("destinationSite", record.DestinationSite);
        json.WriteString("destinationPath", record.DestinationPath);
        json.WriteBoolean("segmented", record.IsSegmented);
        ResumeJournalFormat.WriteRanges(json, "done", record.Done.Take(MaximumRanges));
        json.WriteBoolean("underWay", record.IsInProgress);
        json.WriteBoolean("hadOffset", record.HadOffset);
        json.WriteString("updatedUtc", record.UpdatedUtc.UtcDateTime.ToString("O", CultureInfo.InvariantCulture));
    });

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <param name="content">The complete file.</param>
    /// <param name="record">The record, when it is complete and consistent.</param>
    /// <param name="problem">Otherwise the error, as the rest of a sentence that begins with "it".</param>
    public static bool TryRead(
        ReadOnlyMemory<byte> content, [NotNullWhen(true)] out FxpRecord? record, [NotNullWhen(false)] out string? problem) =>
        Frame.TryReadJson(content, Read, static read => IsSound(read) ? null : "has impossible segments", out record, out problem);

    private static bool IsSound(FxpRecord record) =>
        record.Size >= 0 && ResumeJournalFormat.AreSound(record.Done, record.Size) && (record.IsSegmented || record.Done.Count == 0);

    private static FxpRecord Read(JsonElement json) => new()
    {
        SourceSite = Text(json, "sourceSite"),
        SourcePath = Text(json, "sourcePath"),
        Size = json.GetProperty("size").GetInt64(),
        Modified = json.GetProperty("modified").GetString(),
        DestinationSite = Text(json, "destinationSite"),
        DestinationPath = Text(json, "destinationPath"),
        IsSegmented = json.GetProperty("segmented").GetBoolean(),
        Done = ResumeJournalFormat.ReadRanges(json.GetProperty("done")),
        IsInProgress = json.GetProperty("underWay").GetBoolean(),
        HadOffset = json.GetProperty("hadOffset").GetBoolean(),
        UpdatedUtc = json.GetProperty("updatedUtc").GetDateTimeOffset(),
    };

    private static string Text(JsonElement json, string name) => json.GetProperty(name).GetString() ?? throw new FormatException();
}
