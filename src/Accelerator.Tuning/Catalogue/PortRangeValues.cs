namespace Accelerator.Tuning.Catalogue;

/// <summary>A range of ports that netsh accepts: from 1025 on, with at least 255 ports.</summary>
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
