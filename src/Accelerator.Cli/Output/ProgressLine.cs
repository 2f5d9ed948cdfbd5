using Accelerator.Cli.Terminal;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>Formats one snapshot as one line that fits. A pure function: snapshot and width in, text out.</summary>
internal static class ProgressLine
{
    private const int NarrowestBar = 8;
    private const int WidestBar = 40;
    private const int NarrowestName = 6;
    private const int WidestName = 32;

    // The cells that the narrowest bar gives to a name that fits with them: 12 characters at 80 columns.
    private const int MostGiven = 3;

    /// <summary>Returns the line, of at most <paramref name="width"/> columns.</summary>
    public static string Render(TransferSnapshot snapshot, int width, Glyphs glyphs)
    {
        if (snapshot.Phase == TransferPhase.Listing) return TreeLine.Listing(snapshot, width, glyphs);
        if (snapshot.FilesTotal > 1) return TreeLine.Render(snapshot, width, glyphs);

        // Most important first; parts that no longer fit are left out.
        var transferring = snapshot.Phase == TransferPhase.Transferring;
        var parts = new LineParts(width);
        var percent = parts.Take(Percent(snapshot));
        var rate = parts.Take(RateOrPhase(snapshot));
        var left = parts.Take(transferring && snapshot.Remaining is { } remaining ? Format.Left(remaining) : "");
        var streams = parts.Take(transferring ? Format.Count(snapshot.ActiveStreams, "stream") : "");

        // The bar first reserves its minimum width, then takes what the other parts leave.
        var holdsBar = snapshot.BytesTotal is not null && parts.Hold(NarrowestBar + 3);
        var done = parts.Take(Done(snapshot));
        var file = SafeText.Escape(snapshot.CurrentFile);
        var cut = CellWidth.Of(file) - (parts.Room - 1);
        var given = holdsBar && cut is > 0 and <= MostGiven && CellWidth.Of(file) <= WidestName ? cut : 0;
        parts.Release(given);
        var room = Math.Min(WidestName, parts.Room - 1);
        var name = parts.Take(room < NarrowestName ? "" : CellWidth.KeepEnds(file, room, glyphs.Ellipsis));
        var bar = holdsBar ? Bar(Fraction(snapshot), Math.Min(WidestBar, NarrowestBar - given + parts.Room), glyphs) : "";
        return LineParts.Join(name, percent, bar, done, rate, left, streams);
    }

    /// <summary>Returns a line that fits for each stream.</summary>
    public static IReadOnlyList<string> Rows(IReadOnlyList<StreamSnapshot> streams, int width, Glyphs glyphs)
    {
        var rows = streams.Select(stream => Row(stream, width)).ToList();
        var room = rows.Count == 0 ? 0 : Math.Min(WidestName, rows.Min(row => row.Room));
        var names = room < NarrowestName ? [.. streams.Select(_ => "")]
            : DistinctNames.Shorten([.. streams.Select(stream => SafeText.Escape(stream.FileName))], room, glyphs.Ellipsis);
        return [.. rows.Zip(names, (row, name) => LineParts.Join(row.Text, name).TrimEnd())];
    }

    private static (string Text, int Room) Row(StreamSnapshot stream, int width)
    {
        var parts = new LineParts(width);
        var number = parts.Take($"{stream.Slot + 1,4}");
        var state = parts.Take($"{State(stream.State),-10}");
        var rate = parts.Take(stream.State == StreamState.Receiving ? $"{Format.Rate(stream.BytesPerSecond),10}" : "");
        var range = parts.Take(stream.State is StreamState.Receiving or StreamState.Requesting ? $"{Range(stream),-27}" : "");
        return (LineParts.Join(number, state, rate, range), parts.Room - 1);
    }

    /// <summary>Returns a bar between brackets; for an unknown size the bar is empty.</summary>
    public static string Bar(double fraction, int cells, Glyphs glyphs)
    {
        var full = checked((int)(Math.Clamp(fraction, 0, 1) * cells));
        return "[" + new string(glyphs.Full, full) + new string(glyphs.Empty, cells - full) + "]";
    }

    /// <summary><c>45%</c>, rounded down so that 100 % means all of it; empty as long as no size is known.</summary>
    public static string Percent(TransferSnapshot snapshot) => WholePercent(snapshot) is { } percent ? $"{percent,3}%" : "";

    /// <summary>0 to 100, rounded down; null as long as no size is known.</summary>
    public static int? WholePercent(TransferSnapshot snapshot) =>
        snapshot.BytesTotal is null ? null : checked((int)(Fraction(snapshot) * 100));

    /// <summary>0 to 1.</summary>
    public static double Fraction(TransferSnapshot s) => s.BytesTotal switch
    {
        null => 0,
        0 => s.Phase == TransferPhase.Done ? 1 : 0,
        { } total => Math.Clamp((double)s.BytesDone / total, 0, 1),
    };

    /// <summary><c>1.20 GiB of 2.70 GiB</c>.</summary>
    public static string Done(TransferSnapshot s) =>
        s.BytesTotal is { } total ? $"{Format.Size(s.BytesDone)} of {Format.Size(total)}" : Format.Size(s.BytesDone);

    /// <summary><c>87.0 MiB/s</c>, or the current activity if no bytes are expected.</summary>
    public static string RateOrPhase(TransferSnapshot s) => s.Phase switch
    {
        TransferPhase.Connecting => "connecting",
        TransferPhase.Verifying => "verifying",
        _ => Format.Rate(s.BytesPerSecond),
    };

    private static string State(StreamState state) => state switch
    {
        StreamState.Connecting => "connecting",
        StreamState.Requesting => "waiting",
        StreamState.Receiving => "receiving",
        StreamState.BackingOff => "pausing",
        _ => "idle",
    };

    private static string Range(StreamSnapshot s) =>
        s.End == long.MaxValue
            ? $"at {Format.Size(s.Position)}"
            : $"{Format.Size(Math.Max(0, s.End - s.Position))} of {Format.Size(s.End - s.Start)} to go";
}
