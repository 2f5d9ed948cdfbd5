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

    /// <summary>Returns the lines of the table.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="isLong">Whether to add a line with the target and the verification, or the reason of the failure.</param>
    /// <param name="width">The columns of the terminal, to which a source is cut unless <paramref name="isLong"/>; null for no
    /// limit.</param>
    public static IEnumerable<string> Lines(IReadOnlyList<HistoryRow> rows, bool isLong, int? width)
    {
        var table = rows.Select(Cells).Prepend(["finished (UTC)", "size", "rate", "streams", "result"]).ToList();
        var widths = Enumerable.Range(0, table[0].Length).Select(i => table.Max(cells => cells[i].Length)).ToList();
        var room = width - widths.Sum(column => column + Gap.Length);
        if (isLong || room < NarrowestSource) room = null;
        yield return Line(table[0], widths) + "source";
        IReadOnlyList<string> sources = [.. rows.Select(row => SafeText.Escape(row.Source))];
        if (room is { } columns) sources = DistinctNames.Shorten(sources, columns, Glyphs.Ascii.Ellipsis);
        foreach (var (row, cells, source) in rows.Zip(table.Skip(1), sources))
        {
            yield return Line(cells, widths) + source;
            if (isLong) yield return $"    {row.Command} to {SafeText.Escape(row.Target)}: {Detail(row)}";
        }
    }

    private static string[] Cells(HistoryRow row) =>
    [
        row.Finished.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture),
        row is { Size: 0, ExitCode: not 0 } ? Unknown : Format.Size(row.Size),
        row.BytesFetched == 0 ? Unknown : Format.Rate(row.BytesPerSecond), row.PeakStreams is > 0 and var streams ? $"{streams}" : Unknown,
        Result(row),
    ];

    // Times and results to the left, numbers to the right.
    private static string Line(string[] cells, List<int> widths) => string.Concat(cells.Select((cell, i) =>
        (i is 0 or 4 ? cell.PadRight(widths[i]) : cell.PadLeft(widths[i])) + Gap));

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
