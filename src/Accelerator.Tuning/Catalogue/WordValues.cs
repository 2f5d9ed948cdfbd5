namespace Accelerator.Tuning.Catalogue;

/// <summary>A few words, each with the number that the system keeps for it.</summary>
/// <param name="Words">In the system's order.</param>
public sealed record WordValues(IReadOnlyList<CodedWord> Words) : AllowedValues
{
    /// <summary>0 and 1 as they are used for switches.</summary>
    public static WordValues Switch { get; } = Of("disabled", "enabled");

    /// <summary>Words whose numbers are their places, from 0.</summary>
    public static WordValues Of(params string[] words) => new([.. words.Select((word, i) => new CodedWord(word, i))]);

    /// <summary>The word for a number; null for one that nothing is known of.</summary>
    public string? WordFor(long code) => Words.FirstOrDefault(word => word.Code == code)?.Word;

    /// <summary>The number for a word.</summary>
    /// <exception cref="FormatException">It is none of these.</exception>
    public int CodeFor(string word) => Words.FirstOrDefault(known => known.Word == word)?.Code ?? throw new FormatException(Problem(word));

    /// <inheritdoc/>
    public override string? Problem(string value) => Words.Any(word => word.Word == value) ? null : $"\"{value}\" is none of {this}";

    /// <inheritdoc/>
    public override string ToString() => string.Join(", ", Words.Select(word => word.Word));
}
