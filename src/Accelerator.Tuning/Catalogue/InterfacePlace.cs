namespace Accelerator.Tuning.Catalogue;

/// <summary>A property of an adapter's IPv4 interface, in the CIM class <c>MSFT_NetIPInterface</c>.</summary>
/// <param name="Property">The property.</param>
public sealed record InterfacePlace(string Property) : SettingPlace
{
    /// <summary>The class.</summary>
    public const string Class = "MSFT_NetIPInterface";
}
