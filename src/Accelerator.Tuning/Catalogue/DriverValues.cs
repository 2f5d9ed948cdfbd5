using System.Globalization;

namespace Accelerator.Tuning.Catalogue;

/// <summary>
/// Numbers whose limits only the adapter's driver knows (<c>Ndi\params</c> of its class key). A plan checks values against these limits.
/// </summary>
/// <param name="Unit">The unit, in the plural.</param>
public sealed record DriverValues(string Unit) : AllowedValues
{
    /// <summary>The word for the driver's maximum; a plan replaces it by the number.</summary>
    public const string Most = "driver-max";

    /// <inheritdoc/>
    public override string? Problem(string value) =>
        value == Most || long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out _)
            ? null : $"\"{value}\" is neither a number of {Unit} nor {Most}";

    /// <inheritdoc/>
    public override string ToString() => $"what the driver takes, in {Unit}, or {Most}";
}
