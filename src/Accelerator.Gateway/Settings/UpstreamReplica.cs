using System.Text;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Gateway.Settings;

/// <summary>
/// A further server with the files of an upstream server. It serves ranges of a large file once a hash of both servers shows that it has
/// the same file.
/// </summary>
/// <param name="Root">
/// The server and its own login; never a client's. The path is the folder that stands for the login folder of the upstream server; empty if
/// the files have the same paths at both.
/// </param>
public sealed record UpstreamReplica(TransferSource Root)
{
    /// <summary>Maximum number of its sessions for one upstream login, 1 or more; null, the default, for that of the upstream.</summary>
    public int? MostSessions { get; init; }

    /// <summary>Returns whether it may serve a file that is started now. Called from many threads. Default: always.</summary>
    public Func<bool> IsAvailable { get; init; } = static () => true;

    /// <summary>Returns where the replica has a file; null if the file is not below the login folder of the upstream server.</summary>
    /// <param name="path">The file at the upstream server.</param>
    /// <param name="home">The login folder there; null if it is unknown.</param>
    /// <param name="charset">The charset of names.</param>
    internal TransferSource? Find(FtpPath path, FtpPath? home, Encoding charset)
    {
        if (Root.Path.IsEmpty) return Root with { Path = path };
        // The file would be outside of the folder.
        if (path.Text.Split('/').Contains("..")) return null;
        return (path.IsAbsolute ? Below(home, path, charset) : path) is { } below ? Root with { Path = Root.Path.Child(below) } : null;
    }

    private static FtpPath? Below(FtpPath? home, FtpPath path, Encoding charset)
    {
        if (home is not { IsAbsolute: true }) return null;
        var folder = home.Bytes.Span.TrimEnd((byte)'/');
        var file = path.Bytes.Span;
        return file.StartsWith(folder) && file.Length > folder.Length + 1 && file[folder.Length] == '/'
            ? FtpPath.FromBytes(file[(folder.Length + 1)..], charset) : null;
    }
}
