using Accelerator.Cli.Terminal;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>
/// Formats a snapshot of a run with many files as a line that fits, and the files in progress as another. Pure functions.
/// </summary>
internal static class TreeLine
{
    private const int NarrowestBar = 8;
    private const int WidestBar = 40;
    private const int NarrowestName = 6;
    private const int WidestName = 32;
    private const string Comma = ", ";

    /// <summary>
    /// <c>312/1003 files 45% [####----] 1.20 GiB of 2.70 GiB 87.0 MiB/s 0:18 left 32 streams</c>, as much of it as fits.
    /// </summary>
    public static string Render(TransferSnapshot snapshot, int width, Glyphs glyphs)
    {
        // Most important first; parts that no longer fit are left out.
        var transferring = snapshot.Phase == TransferPhase.Transferring;
        var parts = new LineParts(width);
        var percent = parts.Take(ProgressLine.Percent(snapshot));
        var rate = parts.Take(ProgressLine.RateOrPhase(snapshot));
        var left = parts.Take(transferring && snapshot.Remaining is { } remaining ? Format.Left(remaining) : "");
        var count = $"{snapshot.FilesDone}/{snapshot.FilesTotal}";
        var files = parts.Take(count + " files") is { Length: > 0 } whole ? whole : parts.Take(count);
        var done = parts.Take(ProgressLine.Done(snapshot));

        // The bar first reserves its minimum width, then takes what the other parts leave.
        var holdsBar = snapshot.BytesTotal is not null && parts.Hold(NarrowestBar + 3);
        var streams = parts.Take(transferring ? Format.Count(snapshot.ActiveStreams, "stream") : "");
        var bar = holdsBar ? ProgressLine.Bar(ProgressLine.Fraction(snapshot), Math.Min(WidestBar, NarrowestBar + parts.Room), glyphs) : "";
        return LineParts.Join(files, percent, bar, done, rate, left, streams);
    }

    /// <summary>
    /// <c>listing, 12,345 files, 1.20 GiB so far</c>, as much of it as fits; before the first file, the folder being listed.
    /// </summary>
    public static string Listing(TransferSnapshot snapshot, int width, Glyphs glyphs)
    {
        if (snapshot.FilesTotal == 0)
            return CellWidth.KeepStart($"listing {SafeText.Escape(snapshot.CurrentFile)}", width, glyphs.Ellipsis);
        string[] parts = ["listing", Format.Count(snapshot.FilesTotal, "file"), $"{Format.Size(snapshot.BytesTotal ?? 0)} so far"];
        for (var count = parts.Length; count > 0; count--)
        {
            if (string.Join(", ", parts[..count]) is var line && line.Length <= width) return line;
        }
        return "";
    }

    /// <summary>The files that streams are fetching: <c>0412.nc, 0413.nc, and 6 more</c>; empty if there is none, or none fits.</summary>
    public static string Names(TransferSnapshot snapshot, int width, Glyphs glyphs)
    {
        var names = snapshot.Streams.Select(stream => stream.FileName).Where(name => name.Length > 0).Distinct()
            .Select(SafeText.Escape).ToList();
        var brief = DistinctNames.Shorten(names, WidestName, glyphs.Ellipsis);
        var shown = names.Count;
        while (shown > 0 && CellWidth.Of(string.Join(Comma, brief.Take(shown))) + More(names.Count - shown).Length > width) shown--;
        if (names.Count == 0) return "";

        // The columns that are left are for the names that were cut.
        var rest = More(names.Count - Math.Max(1, shown));
        var cut = Enumerable.Range(0, shown).Count(i => brief[i] != names[i]);
        var taken = Enumerable.Range(0, shown).Sum(i => brief[i] == names[i] ? CellWidth.Of(brief[i]) : WidestName);
        var room = shown == 0 ? width - rest.Length
            : cut == 0 ? WidestName
            : WidestName + Math.Max(0, (width - rest.Length - (Comma.Length * (shown - 1)) - taken) / cut);
        if (room < NarrowestName) return "";
        return string.Join(Comma, DistinctNames.Shorten(names, room, glyphs.Ellipsis).Take(Math.Max(1, shown))) + rest;
    }

    private static string More(int files) => files > 0 ? $", and {files} more" : "";
}
