using System.Text;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Credentials;

/// <summary>
/// A netrc file (netrc(5), with curl's quoted words): <c>machine</c>, <c>default</c>, <c>login</c>, <c>password</c>, <c>account</c>,
/// <c>macdef</c>. No message repeats a word of the file: a word in the wrong place is as likely as not a part of a password.
/// </summary>
internal sealed class Netrc
{
    /// <summary>A login file of more than this is not one.</summary>
    public const int LargestFile = 1 << 20;

    private readonly IReadOnlyList<NetrcEntry> _entries;

    private Netrc(IReadOnlyList<NetrcEntry> entries) => _entries = entries;

    /// <summary>Number of logins, <c>default</c> included.</summary>
    public int Count => _entries.Count;

    /// <summary>
    /// The first entry for the host, of that user when one is asked for. <c>default</c> counts only when no machine matches:
    /// a machine without a password must not get another one's (CVE-2024-11053 is that mistake).
    /// </summary>
    public NetrcEntry? Find(string host, string? user)
    {
        var ofHost = _entries.Where(e => string.Equals(e.Machine, host, StringComparison.OrdinalIgnoreCase)).ToList();
        var candidates = ofHost.Count > 0 ? ofHost : _entries.Where(e => e.Machine is null).ToList();
        return candidates.FirstOrDefault(e => user is null ? e.Login is not null : e.Login == user || e.Login is null);
    }

    /// <summary>Reads the text of a file.</summary>
    /// <param name="text">Its content.</param>
    /// <param name="name">Its name, for messages.</param>
    /// <exception cref="UsageException">It is not a netrc file, or a value cannot be sent to a server.</exception>
    public static Netrc Parse(string text, string name)
    {
        if (text.Length > LargestFile) throw new UsageException($"{name} is larger than 1 MiB, so it is not a file of logins.");

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
    /// <exception cref="UsageException">It cannot be read, or is not a netrc file.</exception>
    public static Netrc Read(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            if (stream.CanSeek && stream.Length > LargestFile)
                throw new UsageException($"{path} is larger than 1 MiB, so it is not a file of logins.");
            using var reader = new StreamReader(stream, Encoding.UTF8);
            var text = new char[LargestFile + 1];
            return Parse(new string(text, 0, reader.ReadBlock(text)), path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new UsageException($"The login file cannot be read: {e.Message}");
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
/// <param name="Machine">The host it is for; null for the <c>default</c> entry.</param>
/// <param name="Login">User, or null when the entry names none.</param>
/// <param name="Password">Password, or null.</param>
/// <param name="Account">Argument of ACCT, or null.</param>
internal sealed record NetrcEntry(string? Machine, string? Login, string? Password, string? Account)
{
    /// <summary>Names the machine only: records print all their members otherwise.</summary>
    public override string ToString() => Machine ?? "default";
}
