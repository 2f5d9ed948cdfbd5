namespace Accelerator.Engine.Transfers;

/// <summary>How the file is to be verified after its last byte.</summary>
/// <param name="Mode">Default: <see cref="VerifyMode.Auto"/>.</param>
/// <param name="Sha256">64 lower-case hexadecimal digits when <paramref name="Mode"/> is <see cref="VerifyMode.Sha256"/>.</param>
public sealed record Verification(VerifyMode Mode, string? Sha256 = null)
{
    /// <summary>Hash if it is cheap, else lengths and seams.</summary>
    public static Verification Auto { get; } = new(VerifyMode.Auto);
}
