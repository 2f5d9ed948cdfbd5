namespace Accelerator.Engine.Transfers;

/// <summary>What is done beyond lengths and seams to prove the file.</summary>
public enum VerifyMode
{
    /// <summary>
    /// A server hash where it is expected to cost at most a fifth of the transfer, a companion file where there is one. The default.
    /// </summary>
    Auto,

    /// <summary>Lengths and seams only.</summary>
    None,

    /// <summary>A server hash or a companion whatever it costs; without either the transfer fails.</summary>
    Always,

    /// <summary>The file must have <see cref="Verification.Sha256"/>.</summary>
    Sha256,
}
