using System.Globalization;

namespace Accelerator.Tuning.Catalogue;

/// <summary>The values that a setting accepts. Values are written as text: a word, or digits.</summary>
public abstract record AllowedValues
{
    private AllowedValues()
    {
    }

    /// <summary>Returns why this is not a value of the setting; null if it is one.</summary>
    public abstract string? Problem(string value);

    /// <summary>Returns one line for people, as in "enabled or disabled".</summary>
    public abstract override string ToString();

    /// <summary>A few words, each with the number that the system stores for it.</summary>
    /// <param name="Values">The words in the system's order.</param>
    public sealed record Named(IReadOnlyList<Named.One> Values) : AllowedValues
    {
        /// <summary>0 and 1 as switches use them.</summary>
        public static Named Switch { get; } = Of("disabled", "enabled");

        /// <summary>Returns words whose numbers are their positions, from 0.</summary>
        public static Named Of(params string[] words) => new([.. words.Select((name, i) => new One(name, i))]);

        /// <summary>Returns the word for a number; null if the number is not known.</summary>
        public string? NameFor(long code) => Values.FirstOrDefault(name => name.Code == code)?.Name;

        /// <summary>Returns the number for a word.</summary>
        /// <exception cref="FormatException">The word is not in the list.</exception>
        public int CodeFor(string name) =>
            Values.FirstOrDefault(known => known.Name == name)?.Code ?? throw new FormatException(Problem(name));

        public override string? Problem(string value) => Values.Any(name => name.Name == value) ? null : $"\"{value}\" is none of {this}";

        public override string ToString() => string.Join(", ", Values.Select(name => name.Name));

        /// <summary>A value's word, and the number that the system stores for it.</summary>
        /// <param name="Name">The word that netsh and profiles use; never localised.</param>
        /// <param name="Code">The number that CIM or the registry holds.</param>
        public sealed record One(string Name, int Code);
    }

    /// <summary>A few words that the system stores as they are.</summary>
    /// <param name="Words">The words.</param>
    public sealed record Texts(params IReadOnlyList<string> Words) : AllowedValues
    {
        public override string? Problem(string value) => Words.Contains(value) ? null : $"\"{value}\" is none of {this}";

        public override string ToString() => string.Join(", ", Words);
    }

    /// <summary>Whole numbers in a range, both ends included.</summary>
    /// <param name="Least">The smallest.</param>
    /// <param name="Most">The largest.</param>
    /// <param name="Step">The increment, counted from the smallest.</param>
    /// <param name="Unit">The unit, in the plural: "ms", "segments", "bytes".</param>
    public sealed record Numbers(long Least, long Most, long Step, string Unit) : AllowedValues
    {
        public override string? Problem(string value)
        {
            if (!long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
                return $"\"{value}\" is no whole number of {Unit}";
            if (number < Least || number > Most) return $"{value} is not between {Least} and {Most} {Unit}";
            return (number - Least) % Step == 0 ? null : $"{value} is not {Least} {Unit} plus a multiple of {Step}";
        }

        public override string ToString() => Step == 1 ? $"{Least} to {Most} {Unit}" : $"{Least} to {Most} {Unit} in steps of {Step}";
    }

    /// <summary>A range of ports that netsh accepts: from 1025 on, with at least 255 ports.</summary>
    public sealed record PortRanges : AllowedValues
    {
        private const int First = 1025, Fewest = 255;

        public override string? Problem(string value) =>
            PortRange.Parse(value) is { } range && range.Start >= First && range.Count >= Fewest
                ? null : $"\"{value}\" is no range of {Fewest} ports or more between {First} and 65535, as in 49152-65535";

        public override string ToString() => $"a range of {Fewest} ports or more between {First} and 65535, as in 49152-65535";
    }

    /// <summary>
    /// Numbers whose limits only the adapter's driver knows (<c>Ndi\params</c> of its class key). A plan checks values against these
    /// limits.
    /// </summary>
    /// <param name="Unit">The unit, in the plural.</param>
    public sealed record DriverNumbers(string Unit) : AllowedValues
    {
        /// <summary>The word for the driver's maximum; a plan replaces it by the number.</summary>
        public const string Most = "driver-max";

        public override string? Problem(string value) =>
            value == Most || long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out _)
                ? null : $"\"{value}\" is neither a number of {Unit} nor {Most}";

        public override string ToString() => $"what the driver takes, in {Unit}, or {Most}";
    }
}
