namespace Accelerator.Ftp;

/// <summary>The login of a session. The password never appears in <see cref="ToString"/>, a trace or an exception.</summary>
/// <param name="User">Argument of USER.</param>
/// <param name="Password">Argument of PASS; may be empty.</param>
/// <param name="Account">Argument of ACCT, sent only when the server answers 332 (RFC 959 section 5.4).</param>
public sealed record FtpCredential(string User, string Password, string? Account = null)
{
    /// <summary>The anonymous login of RFC 1635.</summary>
    public static FtpCredential Anonymous { get; } = new("anonymous", "ftpx@");

    /// <inheritdoc/>
    public override string ToString() => User;
}
