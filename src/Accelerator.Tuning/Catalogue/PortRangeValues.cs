namespace Accelerator.Tuning.Catalogue;

/// <summary>A range of ports as netsh takes it: from 1025 on, 255 at least.</summary>
public sealed record PortRangeValues : AllowedValues
{
    private const int First = 1025, Fewest = 255;

    /// <inheritdoc/>
    public override string? Problem(string value) =>
        PortRange.Parse(value) is { } range && range.Start >= First && range.Count >= Fewest
            ? null : $"\"{value}\" is no range of {Fewest} ports or more between {First} and 65535, as in 49152-65535";

    /// <inheritdoc/>
    public override string ToString() => $"a range of {Fewest} ports or more between {First} and 65535, as in 49152-65535";
}
