using System.Text;

namespace Accelerator.Cli.Terminal;

/// <summary>
/// Shortens the names of one display. Names that <see cref="CellWidth.KeepEnds"/> would make equal keep the part in which they differ:
/// the products of a satellite often share their first and their last thirty characters.
/// </summary>
internal static class DistinctNames
{
    /// <summary>Returns the names in their order, each in at most that many columns.</summary>
    public static IReadOnlyList<string> Shorten(IReadOnlyList<string> names, int columns, string ellipsis)
    {
        var shortened = names.Select(name => CellWidth.KeepEnds(name, columns, ellipsis)).ToArray();
        if (columns <= ellipsis.Length) return shortened;
        foreach (var alike in Enumerable.Range(0, names.Count).GroupBy(i => shortened[i], StringComparer.Ordinal).ToList())
        {
            var texts = alike.Select(i => names[i]).Distinct(StringComparer.Ordinal)
                .ToDictionary(name => name, name => name.EnumerateRunes().ToArray(), StringComparer.Ordinal);
            if (texts.Count < 2) continue;
            var start = Common([.. texts.Values], int.MaxValue, (text, i) => text[i]);
            var end = Common([.. texts.Values], texts.Values.Min(text => text.Length) - start, (text, i) => text[^(i + 1)]);
            foreach (var i in alike)
            {
                var text = texts[names[i]];
                // Where one name is another one with more characters, at least one stays.
                shortened[i] = KeepMiddle(text, Math.Min(start, text.Length - 1), text.Length - end, columns, ellipsis);
            }
        }
        return shortened;
    }

    // The number of characters that all have in common, counted from one of their ends.
    private static int Common(List<Rune[]> texts, int most, Func<Rune[], int, Rune> at)
    {
        var limit = Math.Min(most, texts.Min(text => text.Length));
        var count = 0;
        while (count < limit && texts.TrueForAll(text => at(text, count) == at(texts[0], count))) count++;
        return count;
    }

    // The part from the character "from" to "to", and around it, at the start and at the end as much as fits.
    private static string KeepMiddle(Rune[] text, int from, int to, int columns, string ellipsis)
    {
        var (head, left, right, tail) = (0, from, Math.Max(to, from + 1), text.Length);
        var columnsBefore = new int[text.Length + 1];
        for (var i = 0; i < text.Length; i++) columnsBefore[i + 1] = columnsBefore[i] + CellWidth.Of(text[i].ToString());
        if (!Fits(head, left, right, tail))
        {
            var cut = left > 0 ? ellipsis : "";
            return cut + CellWidth.KeepEnds(Part(left, text.Length), columns - cut.Length, ellipsis);
        }

        // In turn, so that each of the four gets about a quarter of what is left.
        for (var grown = true; grown;)
        {
            grown = false;
            if (left > head && Fits(head, left - 1, right, tail)) (left, grown) = (left - 1, true);
            if (head < left && Fits(head + 1, left, right, tail)) (head, grown) = (head + 1, true);
            if (right < tail && Fits(head, left, right + 1, tail)) (right, grown) = (right + 1, true);
            if (tail > right && Fits(head, left, right, tail - 1)) (tail, grown) = (tail - 1, true);
        }
        return Part(0, head) + Gap(head, left) + Part(left, right) + Gap(right, tail) + Part(tail, text.Length);

        string Part(int start, int end) => string.Concat(text[start..end].Select(rune => rune.ToString()));
        string Gap(int start, int end) => start < end ? ellipsis : "";
        bool Fits(int a, int b, int c, int d) =>
            columnsBefore[a] + columnsBefore[c] - columnsBefore[b] + columnsBefore[^1] - columnsBefore[d]
                + Gap(a, b).Length + Gap(c, d).Length <= columns;
    }
}
