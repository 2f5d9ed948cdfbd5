namespace Accelerator.Tuning.Catalogue;

/// <summary>A few words, each with the number that the system keeps for it.</summary>
/// <param name="Values">In the system's order.</param>
public sealed record NamedValues(IReadOnlyList<NamedValues.One> Values) : AllowedValues
{
    /// <summary>0 and 1 as they are used for switches.</summary>
    public static NamedValues Switch { get; } = Of("disabled", "enabled");

    /// <summary>Words whose numbers are their places, from 0.</summary>
    public static NamedValues Of(params string[] words) => new([.. words.Select((name, i) => new One(name, i))]);

    /// <summary>The word for a number; null for one that nothing is known of.</summary>
    public string? NameFor(long code) => Values.FirstOrDefault(name => name.Code == code)?.Name;

    /// <summary>The number for a word.</summary>
    /// <exception cref="FormatException">It is none of these.</exception>
    public int CodeFor(string name) => Values.FirstOrDefault(known => known.Name == name)?.Code ?? throw new FormatException(Problem(name));

    /// <inheritdoc/>
    public override string? Problem(string value) => Values.Any(name => name.Name == value) ? null : $"\"{value}\" is none of {this}";

    /// <inheritdoc/>
    public override string ToString() => string.Join(", ", Values.Select(name => name.Name));

    /// <summary>A value's word, and the number that the system keeps for it.</summary>
    /// <param name="Name">As netsh and profiles write it; never localised.</param>
    /// <param name="Code">As CIM or the registry holds it.</param>
    public sealed record One(string Name, int Code);
}
