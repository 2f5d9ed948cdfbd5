namespace Accelerator.Jobs.Credentials;

/// <summary>The seal of the account that this process runs as: the service's for its credentials, a user's for logins.</summary>
public static class SecretSeal
{
    /// <summary>DPAPI on Windows; elsewhere none, and the file's mode is what keeps others out.</summary>
    public static ISecretSeal OfThisAccount() => OperatingSystem.IsWindows() ? new DpapiSeal() : new FileModeSeal();
}
