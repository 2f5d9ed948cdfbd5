using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Credentials;

/// <summary>What logins are called in Windows' Credential Manager: <c>Accelerator:ftp://user@host:port</c>.</summary>
internal static class WindowsCredentialNames
{
    /// <summary>The filter that all of them match.</summary>
    public const string All = Prefix + "ftp://*";

    private const string Prefix = "Accelerator:";

    /// <summary>
    /// The name of a login's entry. Windows finds names without regard to case, and FTP's users differ by it, so capitals are escaped.
    /// </summary>
    public static string TargetOf(SiteKey login)
    {
        var address = CredentialAddress.Of(login);
        var at = address.LastIndexOf('@');
        return Prefix + string.Concat(WithoutCapitals(address[..at])) + address[at..];
    }

    /// <summary>The login of an entry's name, or null when it is none.</summary>
    public static SiteKey? LoginOf(string target) =>
        target.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) ? CredentialAddress.Find(target[Prefix.Length..]) : null;

    private static IEnumerable<string> WithoutCapitals(string escaped)
    {
        for (var i = 0; i < escaped.Length; i++)
        {
            if (escaped[i] == '%' && i + 2 < escaped.Length)
            {
                // An escape is the same letter in either case.
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
