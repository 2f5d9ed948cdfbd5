using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Credentials;

/// <summary>
/// A login written as an address: <c>ftp://user@host:port</c>. The protection of the connection makes no difference, as for netrc.
/// </summary>
internal static class CredentialAddress
{
    /// <summary>
    /// The maximum length of a user name in characters: what the Windows Credential Manager accepts as a name, with a margin.
    /// </summary>
    private const int LongestUser = 256;

    /// <summary>Returns the address of a login, safe to print and to type.</summary>
    public static string Of(SiteKey login) =>
        $"ftp://{Uri.EscapeDataString(login.User ?? "")}@{new FtpEndpoint(login.Host, login.Port, FtpSecurity.None)}";

    /// <summary>Returns the login that an address names, or null if the text is not an address or has no user.</summary>
    public static SiteKey? Find(string address) =>
        FtpUrl.TryParse(address, FtpCharsets.Utf8, out var url, out _) && url is { User.Length: > 0, Password: null }
            ? SiteKey.Of(url.Endpoint, url.User) : null;

    /// <summary>Parses a typed login.</summary>
    /// <exception cref="UsageException">The text is not an address, names no user, or contains a password.</exception>
    public static SiteKey Parse(string address)
    {
        if (!FtpUrl.TryParse(address, FtpCharsets.Utf8, out var url, out var problem))
            throw new UsageException(WithoutScheme(address) ?? problem);
        if (url.Password is not null)
            throw new UsageException(
                "The URL contains a password, which other users can see in the process list and the shell history. "
                    + "Remove it (ftpx asks for it), and change it on the server.");
        if (string.IsNullOrEmpty(url.User)) throw new UsageException($"{url} has no user name; write ftp://USER@{url.Endpoint}.");
        return url.User.Length <= LongestUser
            ? SiteKey.Of(url.Endpoint, url.User)
            : throw new UsageException(
                string.Create(CultureInfo.InvariantCulture,
                    $"A user name has at most {LongestUser} characters, and this one has {url.User.Length}."));
    }

    // As in ssh and scp: "kim@host".
    private static string? WithoutScheme(string typed)
    {
        if (typed.Contains("://", StringComparison.Ordinal) || !FtpUrl.TryParse("ftp://" + typed, FtpCharsets.Utf8, out var url, out _)
            || url.Password is not null)
            return null;
        var user = string.IsNullOrEmpty(url.User) ? "USER@" : "";
        return $"\"{SafeText.Escape(typed)}\" is not an FTP URL: write ftp://{user}{SafeText.Escape(typed)}.";
    }
}
