namespace Accelerator.Ftp.Listings;

/// <summary>
/// What the lines of one listing say together and no line says alone: whether dates begin with the day, and how many blanks pad the names.
/// </summary>
/// <param name="usual">The order that earlier listings of the site have proven; null where none has.</param>
internal sealed class ListingEvidence(DayOrder? usual)
{
    private const int Layouts = (int)NameLayout.AfterTag + 1;

    private readonly int[] _least = [.. Enumerable.Repeat(int.MaxValue, Layouts)];
    private readonly int[] _lines = new int[Layouts];
    private int _fileColumn = int.MaxValue;
    private bool _hasDayFirst;
    private bool _hasMonthFirst;

    /// <summary>The order of day and month that a line of this listing proves; null where none does, or lines contradict each other.</summary>
    public DayOrder? Proven => (_hasDayFirst, _hasMonthFirst) switch { (true, false) => DayOrder.DayFirst, (false, true) => DayOrder.MonthFirst, _ => null };

    /// <summary>Takes a line's part.</summary>
    public void See(in ParsedLine parsed)
    {
        _hasDayFirst |= parsed.Time?.Order == DayOrder.DayFirst;
        _hasMonthFirst |= parsed.Time?.Order == DayOrder.MonthFirst;
        if (parsed.FileColumn > 0) _fileColumn = Math.Min(_fileColumn, parsed.FileColumn);
        var layout = (int)parsed.Layout;
        _lines[layout]++;
        _least[layout] = Math.Min(_least[layout], Blanks(parsed.Name));
    }

    /// <summary>Whether no later line can change how this one is read.</summary>
    public bool Settles(in ParsedLine parsed) =>
        (parsed.Time?.Order != DayOrder.Open || _hasDayFirst || _hasMonthFirst)
        && (parsed.Layout is NameLayout.Exact or NameLayout.AfterDate || Blanks(parsed.Name) == 0);

    /// <summary>Reads a line by all that is known.</summary>
    /// <param name="parsed">Gets its name without padding, and its time in the right order.</param>
    /// <returns>Whether the name could be read in another way too.</returns>
    public bool Apply(ref ParsedLine parsed)
    {
        if (parsed.Time is { Order: DayOrder.Open } time && !(_hasDayFirst && _hasMonthFirst) && (Proven ?? usual) is { } order) parsed.Time = time.In(order);
        var blanks = Blanks(parsed.Name);
        if (blanks == 0 || parsed.Layout == NameLayout.Exact) return parsed.IsUncertain;
        var isProven = parsed.Layout is NameLayout.AfterTag or NameLayout.AfterUsualTag && _fileColumn >= parsed.NameStart && _fileColumn <= parsed.NameStart + blanks;
        var padding = isProven ? _fileColumn - parsed.NameStart
            : parsed.Layout is NameLayout.AfterDate or NameLayout.AfterUsualTag ? 0
            : Math.Min(_least[(int)parsed.Layout], blanks);
        parsed.Name = parsed.Name[padding..];
        return parsed.IsUncertain || padding < blanks || !(isProven || _lines[(int)parsed.Layout] > 1);
    }

    private static int Blanks(ReadOnlySpan<byte> name) => name.IndexOfAnyExcept((byte)' ') is >= 0 and var first ? first : name.Length;
}
