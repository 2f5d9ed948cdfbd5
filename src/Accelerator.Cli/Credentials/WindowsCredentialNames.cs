using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Credentials;

/// <summary>The names of logins in the Windows Credential Manager: <c>Accelerator:ftp://user@host:port</c>.</summary>
internal static class WindowsCredentialNames
{
    /// <summary>The filter that matches all of them.</summary>
    public const string All = Prefix + "ftp://*";

    private const string Prefix = "Accelerator:";

    /// <summary>
    /// Returns the name of a login's entry. Windows compares names without regard to case, but FTP users differ by case, so capitals are
    /// escaped.
    /// </summary>
    public static string TargetOf(SiteKey login)
    {
        var address = CredentialAddress.Of(login);
        var at = address.LastIndexOf('@');
        return Prefix + string.Concat(WithoutCapitals(address[..at])) + address[at..];
    }

    /// <summary>Returns the login of an entry's name, or null if the name is not of this form.</summary>
    public static SiteKey? LoginOf(string target) =>
        target.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) ? CredentialAddress.Find(target[Prefix.Length..]) : null;

    private static IEnumerable<string> WithoutCapitals(string escaped)
    {
        for (var i = 0; i < escaped.Length; i++)
        {
            if (escaped[i] == '%' && i + 2 < escaped.Length)
            {
                // Keep escapes unchanged: an escape means the same letter in upper and lower case.
                yield return escaped.Substring(i, 3);
                i += 2;
            }
            else
            {
                yield return char.IsAsciiLetterUpper(escaped[i]) ? $"%{(int)escaped[i]:X2}" : escaped[i].ToString();
            }
        }
    }
}
