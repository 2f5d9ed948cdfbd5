using Accelerator.Ftp;

namespace Accelerator.Gateway.Files;

/// <summary>
/// The versions of files of which a client may have wrong bytes: their verification failed after some were passed on. Such a client must
/// not append to them.
/// </summary>
internal sealed class DoubtfulVersions
{
    // The oldest is forgotten; a client that resumes does so soon.
    private const int Most = 10_000;

    private readonly object _lock = new();
    private readonly HashSet<(string, FtpPath, long?, string?)> _versions = [];
    private readonly Queue<(string, FtpPath, long?, string?)> _order = new();

    /// <summary>Adds a version.</summary>
    /// <param name="server">The server.</param>
    /// <param name="path">The file.</param>
    /// <param name="size">Its size as the server reported it.</param>
    /// <param name="modified">Its time as the server reported it.</param>
    public void Add(FtpEndpoint server, FtpPath path, long? size, string? modified)
    {
        var version = (server.ToString(), path, size, modified);
        lock (_lock)
        {
            if (!_versions.Add(version)) return;
            _order.Enqueue(version);
            if (_order.Count > Most) _versions.Remove(_order.Dequeue());
        }
    }

    /// <summary>Returns whether a version was added.</summary>
    public bool Contains(FtpEndpoint server, FtpPath path, long? size, string? modified)
    {
        lock (_lock) return _versions.Contains((server.ToString(), path, size, modified));
    }
}
