namespace Accelerator.Tuning.Catalogue;

/// <summary>A few words that the system stores as they are.</summary>
/// <param name="Words">The words.</param>
public sealed record TextValues(params IReadOnlyList<string> Words) : AllowedValues
{
    /// <inheritdoc/>
    public override string? Problem(string value) => Words.Contains(value) ? null : $"\"{value}\" is none of {this}";

    /// <inheritdoc/>
    public override string ToString() => string.Join(", ", Words);
}
