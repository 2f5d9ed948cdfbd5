using System.Globalization;

namespace Accelerator.Tuning.Catalogue;

/// <summary>
/// Numbers whose ends only the adapter's driver knows (<c>Ndi\params</c> of its class key). A plan holds them against those.
/// </summary>
/// <param name="Unit">What is counted, in the plural.</param>
public sealed record DriverValues(string Unit) : AllowedValues
{
    /// <summary>The word for the most that the driver takes, made a number when a plan is made.</summary>
    public const string Most = "driver-max";

    /// <inheritdoc/>
    public override string? Problem(string value) =>
        value == Most || long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out _)
            ? null : $"\"{value}\" is neither a number of {Unit} nor {Most}";

    /// <inheritdoc/>
    public override string ToString() => $"what the driver takes, in {Unit}, or {Most}";
}
