using System.Globalization;
using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.History;

/// <summary>Formats the history for people: one line for each file, its source last.</summary>
internal static class HistoryText
{
    private const string Gap = "  ";
    private const string Unknown = "-";
    private const int NarrowestSource = 16;

    // Left out in this order where the sources have no room: a source says more than they do, and --long and --json have them.
    private static readonly int[] Dispensable = [StreamsColumn, RateColumn];
    private const int RateColumn = 2;
    private const int StreamsColumn = 3;
    private const int ResultColumn = 4;

    /// <summary>Returns the lines of the table.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="isLong">Whether to add a line with the target and the verification, or the reason of the failure.</param>
    /// <param name="width">The columns of the terminal, to which a source is cut unless <paramref name="isLong"/>; null for no
    /// limit.</param>
    public static IEnumerable<string> Lines(IReadOnlyList<HistoryRow> rows, bool isLong, int? width)
    {
        var table = rows.Select(Cells).Prepend(["finished (UTC)", "size", "rate", "streams", "result"]).ToList();
        var widths = Enumerable.Range(0, table[0].Length).Select(i => table.Max(cells => cells[i].Length)).ToList();
        IReadOnlyList<string> sources = [.. rows.Select(row => SafeText.Escape(row.Source))];
        if (width is { } columns && !isLong) sources = Fit(sources, columns, widths);
        yield return Line(table[0], widths) + "source";
        foreach (var (row, cells, source) in rows.Zip(table.Skip(1), sources))
        {
            yield return Line(cells, widths) + source;
            if (isLong) yield return $"    {row.Command} to {SafeText.Escape(row.Target)}: {Detail(row)}";
        }
    }

    // Hides columns (width 0) until the sources fit or no dispensable column is left; then shortens the sources.
    private static IReadOnlyList<string> Fit(IReadOnlyList<string> sources, int columns, List<int> widths)
    {
        var widest = sources.Select(CellWidth.Of).DefaultIfEmpty().Max();
        foreach (var column in Dispensable)
        {
            if (Room() < widest) widths[column] = 0;
        }
        return Room() < NarrowestSource ? sources : Shorten(sources, Room());

        int Room() => columns - widths.Where(width => width > 0).Sum(width => width + Gap.Length);
    }

    // The server gets up to half of the room, so that two servers never look equal; the path gets the rest.
    private static string[] Shorten(IReadOnlyList<string> sources, int room)
    {
        var shown = sources.ToArray();
        var wide = Enumerable.Range(0, shown.Length).Where(i => CellWidth.Of(shown[i]) > room).ToList();
        var parts = wide.Select(i => Split(shown[i])).ToList();
        var servers = DistinctNames.Shorten([.. parts.Select(part => part.Server)], room / 2, Glyphs.Ascii.Ellipsis);
        foreach (var alike in Enumerable.Range(0, wide.Count).GroupBy(i => servers[i], StringComparer.Ordinal))
        {
            var paths = DistinctNames.Shorten(
                [.. alike.Select(i => parts[i].Path)], room - CellWidth.Of(alike.Key), Glyphs.Ascii.Ellipsis);
            foreach (var (i, path) in alike.Zip(paths)) shown[wide[i]] = alike.Key + path;
        }
        return shown;
    }

    private static (string Server, string Path) Split(string source)
    {
        var scheme = source.IndexOf("://", StringComparison.Ordinal);
        var end = scheme < 0 ? -1 : source.IndexOf('/', scheme + 3);
        return end < 0 ? (source, "") : (source[..end], source[end..]);
    }

    private static string[] Cells(HistoryRow row) =>
    [
        row.Finished.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture),
        row is { Size: 0, ExitCode: not 0 } ? Unknown : Format.Size(row.Size),
        row.BytesFetched == 0 ? Unknown : Format.Rate(row.BytesPerSecond), row.PeakStreams is > 0 and var streams ? $"{streams}" : Unknown,
        Result(row),
    ];

    // Times and results to the left, numbers to the right. A hidden column has the width 0.
    private static string Line(string[] cells, List<int> widths) => string.Concat(cells.Select((cell, i) => widths[i] == 0 ? ""
        : (i is 0 or ResultColumn ? cell.PadRight(widths[i]) : cell.PadLeft(widths[i])) + Gap));

    private static string Result(HistoryRow row) => row switch
    {
        { ExitCode: not 0 } => $"exit {row.ExitCode}",
        { Assurance: Assurance.Hash } => "hash",
        { Assurance: Assurance.Consistency } => "match",
        _ => "ok",
    };

    private static string Detail(HistoryRow row)
    {
        if (row.Message is { } message) return SafeText.Escape(message);
        var kept = row.BytesReused > 0 ? $", {Format.Size(row.BytesReused)} kept from an earlier run" : "";
        return $"{Format.Took(row.Elapsed)}{kept}, verified by {SafeText.Escape(row.VerifiedBy)}";
    }
}
