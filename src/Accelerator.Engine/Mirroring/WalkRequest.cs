using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>Which part of a tree is to be listed.</summary>
public sealed record WalkRequest
{
    /// <summary>Folders below the root that are ever entered, one within the other: what bounds a loop that shows no other sign.</summary>
    public const int DeepestEver = 64;

    /// <summary>Lines of one folder.</summary>
    public const long MostLines = 10_000_000;

    /// <summary>Folders of one tree.</summary>
    public const int MostFolders = 1_000_000;

    /// <summary>The folder to begin with; empty for the one that the login leads to.</summary>
    public required FtpPath Root { get; init; }

    /// <summary>
    /// Folders one within the other that are entered: 0 lists the root alone. Default and bound <see cref="DeepestEver"/>.
    /// </summary>
    public int MaxDepth { get; init; } = DeepestEver;

    /// <summary>Whether a folder is wanted, by its path below the root. Default: every one.</summary>
    public Func<FtpPath, bool> Enters { get; init; } = static _ => true;

    /// <summary>Folders listed side by side, 1 or more. Default 8.</summary>
    public int Parallel { get; init; } = 8;
}
