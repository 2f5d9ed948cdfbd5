using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>The part of a tree that is to be listed.</summary>
public sealed record WalkRequest
{
    /// <summary>Most nested folders below the root that are ever entered: the limit for a loop without any other sign.</summary>
    public const int DeepestEver = 64;

    /// <summary>Most lines of one folder.</summary>
    public const long MostLines = 10_000_000;

    /// <summary>Most folders of one tree.</summary>
    public const int MostFolders = 1_000_000;

    /// <summary>The folder to begin with; empty for the login folder.</summary>
    public required FtpPath Root { get; init; }

    /// <summary>Nested folders that are entered: 0 lists the root alone. Default and maximum <see cref="DeepestEver"/>.</summary>
    public int MaxDepth { get; init; } = DeepestEver;

    /// <summary>Returns whether a folder is wanted, by its path below the root. Default: every one.</summary>
    public Func<FtpPath, bool> Enters { get; init; } = static _ => true;

    /// <summary>Folders listed in parallel, 1 or more. Default 8.</summary>
    public int Parallel { get; init; } = 8;
}
