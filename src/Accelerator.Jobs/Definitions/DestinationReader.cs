using Accelerator.Ftp;

namespace Accelerator.Jobs.Definitions;

/// <summary>Reads the destination of a job, and checks that only keys of its kind are used.</summary>
/// <param name="servers">The servers of the same file.</param>
internal sealed class DestinationReader(ServerTable servers)
{
    private static readonly Dictionary<string, ExistingRule> Rules = new(StringComparer.Ordinal)
    {
        ["prove"] = ExistingRule.Prove, ["length"] = ExistingRule.Length, ["replace"] = ExistingRule.Replace,
    };

    /// <summary>Reads the destination server; null, with a problem noted, if none is named.</summary>
    public ServerDefinition? ReadServer(KeyReader keys, ServerDefinition? source)
    {
        var name = keys.Required("destination", "\"NAME\", where NAME is one of servers");
        if (name.Length == 0) return null;
        if (servers.Problem(name) is { } problem) keys.Note("destination", problem);
        if (servers.Find(name) is not { } server) return null;
        if (source is null) return server;
        if (source == server) keys.Note("destination", "this is the source server; a copy needs two different servers.");
        else if ((source.Endpoint.Security == FtpSecurity.None) != (server.Endpoint.Security == FtpSecurity.None))
            keys.Note(
                "destination",
                $"the login at one of {source.Name} and {server.Name} is encrypted and the other is not, "
                    + "so no data connection can serve both; use ftpes:// for both, "
                    + "or ftp:// for both if the network itself is protected.");
        return server;
    }

    /// <summary>Reads what to do with a file that already exists.</summary>
    public static ExistingRule ReadExisting(KeyReader keys) => keys.Keyword("existing", ExistingRule.Prove, Rules);

    /// <summary>Reads the folder at the destination.</summary>
    public static string ReadFolder(KeyReader keys)
    {
        var text = keys.Required("target", "\"/incoming/{yyyy}/{DDD}\"");
        if (text.Length > 0 && !text.StartsWith('/'))
            keys.Note("target", $"\"{text}\" is not an absolute path on the destination; start it with a slash.");
        return text;
    }

    /// <summary>Notes keys that do not apply to a job of this kind.</summary>
    public static void CheckKind(KeyReader keys, JobKind kind)
    {
        if (kind == JobKind.Fxp && keys.Has("streams"))
            keys.Note("streams", "a server-to-server copy uses one data connection; omit this.");
        if (kind == JobKind.Pull && keys.Has("destination"))
            keys.Note("destination", "only a job of kind fxp delivers to another server; write \"kind\": \"fxp\", or leave this out.");
        if (kind == JobKind.Pull && keys.Has("existing"))
            keys.Note("existing", "only a job of kind fxp has this; a job of kind pull never replaces a file that it did not deliver.");
    }
}
