namespace Accelerator.Tuning.Catalogue;

/// <summary>
/// A standardised keyword of an adapter's driver, in its class key. Keywords are the same in every language; display names are not.
/// </summary>
/// <param name="Keyword">The keyword with its asterisk, as in <c>*ReceiveBuffers</c>.</param>
public sealed record KeywordPlace(string Keyword) : SettingPlace
{
    /// <inheritdoc/>
    public override string DriverName => Keyword;
}
