using System.Text;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Credentials;

/// <summary>
/// A netrc file (netrc(5), with curl's quoted words): <c>machine</c>, <c>default</c>, <c>login</c>, <c>password</c>, <c>account</c>,
/// <c>macdef</c>. No message repeats a word of the file: a word in the wrong place may well be part of a password.
/// </summary>
internal sealed class Netrc
{
    /// <summary>The maximum size; a larger file is not a login file.</summary>
    public const int LargestFile = 1 << 20;

    private readonly IReadOnlyList<NetrcEntry> _entries;

    private Netrc(IReadOnlyList<NetrcEntry> entries) => _entries = entries;

    /// <summary>The number of logins, <c>default</c> included.</summary>
    public int Count => _entries.Count;

    /// <summary>
    /// Returns the first entry for the host, and for the user if one is given. <c>default</c> counts only if no machine matches: a machine
    /// without a password must not get the password of another one (CVE-2024-11053 is that mistake).
    /// </summary>
    public NetrcEntry? Find(string host, string? user)
    {
        var ofHost = _entries.Where(e => string.Equals(e.Machine, host, StringComparison.OrdinalIgnoreCase)).ToList();
        var candidates = ofHost.Count > 0 ? ofHost : _entries.Where(e => e.Machine is null).ToList();
        return candidates.FirstOrDefault(e => user is null ? e.Login is not null : e.Login == user || e.Login is null);
    }

    /// <summary>Parses the text of a file.</summary>
    /// <param name="text">The text.</param>
    /// <param name="name">The name of the file, for messages.</param>
    /// <exception cref="UsageException">The text is not a netrc file, or a value cannot be sent to a server.</exception>
    public static Netrc Parse(string text, string name)
    {
        if (text.Length > LargestFile) throw new UsageException($"{name} is larger than 1 MiB, which is too large for a netrc file.");

        var words = new NetrcTokens(text, name);
        var entries = new List<NetrcEntry>();
        NetrcEntry? open = null;
        while (words.Next() is { } word)
        {
            switch (word)
            {
                case "machine" or "default":
                    if (open is not null) entries.Add(open);
                    open = new NetrcEntry(word == "machine" ? words.Value() : null, null, null, null);
                    break;
                case "macdef":
                    words.SkipMacro();
                    break;
                default:
                    open = Set(open, word, words);
                    break;
            }
        }

        if (open is not null) entries.Add(open);
        return new Netrc(entries);
    }

    /// <summary>Reads a file.</summary>
    /// <exception cref="UsageException">The file cannot be read, or is not a netrc file.</exception>
    public static Netrc Read(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            if (stream.CanSeek && stream.Length > LargestFile)
                throw new UsageException($"{path} is larger than 1 MiB, which is too large for a netrc file.");
            using var reader = new StreamReader(stream, Encoding.UTF8);
            var text = new char[LargestFile + 1];
            return Parse(new string(text, 0, reader.ReadBlock(text)), path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new UsageException($"The netrc file cannot be read: {ReadFailure.Sentence(e, path)}");
        }
    }

    private static NetrcEntry Set(NetrcEntry? open, string word, NetrcTokens words)
    {
        if (open is null || word is not ("login" or "password" or "account")) throw words.Misplaced();
        var value = words.Value();
        return word switch
        {
            "login" => open with { Login = value },
            "password" => open with { Password = value },
            _ => open with { Account = value },
        };
    }
}

/// <summary>One login of a netrc file.</summary>
/// <param name="Machine">The host; null for the <c>default</c> entry.</param>
/// <param name="Login">The user, or null if the entry names none.</param>
/// <param name="Password">The password, or null.</param>
/// <param name="Account">The argument of ACCT, or null.</param>
internal sealed record NetrcEntry(string? Machine, string? Login, string? Password, string? Account)
{
    /// <summary>Returns the machine only: by default, records print all their members.</summary>
    public override string ToString() => Machine ?? "default";
}
