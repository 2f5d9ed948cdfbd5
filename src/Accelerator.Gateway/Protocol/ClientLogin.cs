namespace Accelerator.Gateway.Protocol;

/// <summary>
/// The parts of its login that a client has sent so far. Passwords are kept in memory only, until the login has succeeded.
/// </summary>
internal sealed class ClientLogin
{
    /// <summary>The argument of USER; null before it.</summary>
    public string? User { get; set; }

    /// <summary>The argument of PASS, while the server waits for ACCT; null otherwise.</summary>
    public string? Password { get; set; }

    /// <summary>How many logins were refused.</summary>
    public int Failures { get; set; }
}
