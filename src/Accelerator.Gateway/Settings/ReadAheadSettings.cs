namespace Accelerator.Gateway.Settings;

/// <summary>The bounds of the read-ahead of small files (docs/decisions/0032).</summary>
public sealed record ReadAheadSettings
{
    /// <summary>The most memory for files of all clients, bytes; 0 for no read-ahead. Default 64 MiB.</summary>
    public long Memory { get; init; } = 64 << 20;

    /// <summary>The most files that are fetched ahead of a client, 1 or more. Default 64.</summary>
    public int Files { get; init; } = 64;

    /// <summary>The most time between a reply of the server to SIZE and MDTM and its use. Default 5 s.</summary>
    public TimeSpan MaxAge { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>The longest file that is fetched ahead, bytes: a larger one is fetched by the engine, over several streams.</summary>
    internal long LargestFile => Memory / 16;

    /// <summary>The most bytes that are fetched ahead in one folder, so that one client does not evict the files of the others.</summary>
    internal long MostAhead => Memory / 4;
}
