using System.Globalization;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>A page of a job's files.</summary>
/// <param name="Files">The files, the newest first. Names, paths and errors are hostile text.</param>
/// <param name="Next">Where the next page begins, for <see cref="CursorOf"/>; null at the end.</param>
internal sealed record JobFiles(IReadOnlyList<FoundFile> Files, string? Next)
{
    /// <summary>Returns the page of a search.</summary>
    public static JobFiles Of(FoundFiles found) => new(found.Files, found.Next is { } next
        ? string.Create(CultureInfo.InvariantCulture, $"{next.At.ToUnixTimeMilliseconds()}.{next.Id}") : null);

    /// <summary>Reads a position that was returned as <see cref="Next"/>; null if the text is none.</summary>
    public static FileCursor? CursorOf(string text) => text.Split('.') is [var at, var id]
        && long.TryParse(at, NumberStyles.None, CultureInfo.InvariantCulture, out var time)
        && time <= DateTimeOffset.MaxValue.ToUnixTimeMilliseconds()
        && long.TryParse(id, NumberStyles.None, CultureInfo.InvariantCulture, out var row)
            ? new FileCursor(DateTimeOffset.FromUnixTimeMilliseconds(time), row) : null;
}
