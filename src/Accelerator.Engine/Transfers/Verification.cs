namespace Accelerator.Engine.Transfers;

/// <summary>How the file is to be verified after its last byte.</summary>
/// <param name="Mode">Default: <see cref="VerifyMode.Auto"/>.</param>
/// <param name="Given">
/// The digest that the file must have when <paramref name="Mode"/> is <see cref="VerifyMode.Given"/>; else null.
/// </param>
public sealed record Verification(VerifyMode Mode, GivenDigest? Given = null)
{
    /// <summary>Hash if it is cheap, else lengths and seams.</summary>
    public static Verification Auto { get; } = new(VerifyMode.Auto);

    /// <summary>Returns the verification with a given digest.</summary>
    public static Verification By(GivenDigest digest) => new(VerifyMode.Given, digest);
}
