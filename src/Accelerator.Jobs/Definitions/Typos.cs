namespace Accelerator.Jobs.Definitions;

/// <summary>
/// Finds what a mistyped command, option, value or key was probably meant to be. System.CommandLine has suggestions for commands and
/// options only, and prints them as a list instead of a sentence.
/// </summary>
public static class Typos
{
    private const int LongestWord = 40;

    /// <summary>Returns the known word that is most similar to the typed one, or null if none is similar enough.</summary>
    /// <param name="typed">The word as typed.</param>
    /// <param name="known">The words that would have been accepted.</param>
    public static string? Nearest(string typed, IEnumerable<string> known)
    {
        if (typed.Length > LongestWord) return null;
        var word = Bare(typed);
        var similar = known.Select(candidate => (Text: candidate, Errors: Between(word, Bare(candidate))))
            .Where(candidate => candidate.Errors <= MostErrors(Bare(candidate.Text))).ToList();
        return similar.Count == 0 ? null : similar.MinBy(candidate => candidate.Errors).Text;
    }

    /// <summary>Returns the end of a refusal: what was probably meant, or all that would have been accepted.</summary>
    /// <param name="typed">The word as typed.</param>
    /// <param name="known">The words that would have been accepted.</param>
    /// <param name="kind">What these are, in the plural.</param>
    public static string Hint(string typed, IReadOnlyCollection<string> known, string kind) =>
        Nearest(typed, known) is { } nearest ? $"did you mean \"{nearest}\"?" : $"the {kind} are {string.Join(", ", known)}.";

    // A word of two letters may have one error, so that "sl" is "ls". A short option such as -o must be exact.
    private static int MostErrors(string word) => Math.Min(word.Length - 1, Math.Max(1, word.Length / 4));

    private static string Bare(string word) => word.TrimStart('-').ToLowerInvariant();

    // Damerau and Levenshtein: inserted, missing, wrong and transposed letters.
    private static int Between(string one, string other)
    {
        var errors = new int[one.Length + 1, other.Length + 1];
        for (var i = 0; i <= one.Length; i++) errors[i, 0] = i;
        for (var j = 0; j <= other.Length; j++) errors[0, j] = j;
        for (var i = 1; i <= one.Length; i++)
        {
            for (var j = 1; j <= other.Length; j++)
            {
                var wrong = errors[i - 1, j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
                errors[i, j] = Math.Min(wrong, Math.Min(errors[i - 1, j], errors[i, j - 1]) + 1);
                if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
                    errors[i, j] = Math.Min(errors[i, j], errors[i - 2, j - 2] + 1);
            }
        }
        return errors[one.Length, other.Length];
    }
}
