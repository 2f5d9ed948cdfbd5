namespace Accelerator.Tuning.Catalogue;

/// <summary>A few words, each with the number that the system stores for it.</summary>
/// <param name="Values">The words in the system's order.</param>
public sealed record NamedValues(IReadOnlyList<NamedValues.One> Values) : AllowedValues
{
    /// <summary>0 and 1 as switches use them.</summary>
    public static NamedValues Switch { get; } = Of("disabled", "enabled");

    /// <summary>Returns words whose numbers are their positions, from 0.</summary>
    public static NamedValues Of(params string[] words) => new([.. words.Select((name, i) => new One(name, i))]);

    /// <summary>Returns the word for a number; null if the number is not known.</summary>
    public string? NameFor(long code) => Values.FirstOrDefault(name => name.Code == code)?.Name;

    /// <summary>Returns the number for a word.</summary>
    /// <exception cref="FormatException">The word is not in the list.</exception>
    public int CodeFor(string name) => Values.FirstOrDefault(known => known.Name == name)?.Code ?? throw new FormatException(Problem(name));

    /// <inheritdoc/>
    public override string? Problem(string value) => Values.Any(name => name.Name == value) ? null : $"\"{value}\" is none of {this}";

    /// <inheritdoc/>
    public override string ToString() => string.Join(", ", Values.Select(name => name.Name));

    /// <summary>A value's word, and the number that the system stores for it.</summary>
    /// <param name="Name">The word that netsh and profiles use; never localised.</param>
    /// <param name="Code">The number that CIM or the registry holds.</param>
    public sealed record One(string Name, int Code);
}
