namespace Accelerator.Cli.Credentials;

/// <summary>One login of a netrc file.</summary>
/// <param name="Machine">The host it is for; null for the <c>default</c> entry.</param>
/// <param name="Login">User, or null when the entry names none.</param>
/// <param name="Password">Password, or null.</param>
/// <param name="Account">Argument of ACCT, or null.</param>
internal sealed record NetrcEntry(string? Machine, string? Login, string? Password, string? Account)
{
    /// <summary>Names the machine only: records print all their members otherwise.</summary>
    public override string ToString() => Machine ?? "default";
}
