namespace Accelerator.Engine.Transfers;

/// <summary>The verification in addition to lengths and seams.</summary>
public enum VerifyMode
{
    /// <summary>
    /// A server hash if it is expected to cost at most a fifth of the transfer, a companion file if there is one. The default.
    /// </summary>
    Auto,

    /// <summary>Lengths and seams only.</summary>
    None,

    /// <summary>A server hash or a companion file at any cost; without either the transfer fails.</summary>
    Always,

    /// <summary>The file must have <see cref="Verification.Given"/>.</summary>
    Given,
}
