using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>The engine request of <c>ftpx fxp</c>.</summary>
internal sealed record FxpRunRequest
{
    /// <summary>The two servers and the copy options; for a folder or a pattern it has no files yet.</summary>
    public required FxpRequest Request { get; init; }

    /// <summary>The source folder; null if a file or a pattern was named.</summary>
    public FtpPath? Tree { get; init; }

    /// <summary>The pattern in the source address, or null.</summary>
    public RemotePattern? Pattern { get; init; }

    /// <summary>The destination folder of a tree or a pattern; for a single file, its parent folder.</summary>
    public required FtpPath Folder { get; init; }

    /// <summary>Selects the files of a tree or a pattern, or decides whether a single file is copied.</summary>
    public FileFilter Filter { get; init; } = FileFilter.All;

    /// <summary>The connection for listing the source.</summary>
    public required (TransferRequest Connection, TransferSource Site) Source { get; init; }

    /// <summary>The connection for listing the destination.</summary>
    public required (TransferRequest Connection, TransferSource Site) Destination { get; init; }

    /// <summary>Whether the user named a single file.</summary>
    public bool IsSingle => Tree is null && Pattern is null;
}
