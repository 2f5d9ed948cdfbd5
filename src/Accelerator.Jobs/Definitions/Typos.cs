namespace Accelerator.Jobs.Definitions;

/// <summary>Measures the edit distance of two words.</summary>
internal static class Typos
{
    // Keys are short; a longer text is not a mistyped key.
    private const int Longest = 64;

    /// <summary>Returns the number of letters to insert, delete or replace (Levenshtein); a large number for long words.</summary>
    public static int Between(string one, string other)
    {
        if (one.Length > Longest || other.Length > Longest) return Longest;
        var row = Enumerable.Range(0, other.Length + 1).ToArray();
        for (var i = 0; i < one.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i + 1;
            for (var j = 0; j < other.Length; j++)
            {
                var replaced = diagonal + (one[i] == other[j] ? 0 : 1);
                diagonal = row[j + 1];
                row[j + 1] = Math.Min(replaced, Math.Min(row[j], diagonal) + 1);
            }
        }
        return row[^1];
    }
}
