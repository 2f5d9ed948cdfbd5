using Accelerator.Engine.Fxp;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Output;

/// <summary>What <c>ftpx fxp</c> asks the engine for.</summary>
internal sealed record FxpRunRequest
{
    /// <summary>The two servers and how files go over; of a folder or a pattern no file yet.</summary>
    public required FxpRequest Request { get; init; }

    /// <summary>The folder at the source; null where a file or a pattern was named.</summary>
    public FtpPath? Tree { get; init; }

    /// <summary>The pattern in the source's address, or null.</summary>
    public RemotePattern? Pattern { get; init; }

    /// <summary>The folder at the destination that a tree or a pattern goes into; of a single file the one that it lies in.</summary>
    public required FtpPath Folder { get; init; }

    /// <summary>Which files of a tree.</summary>
    public MirrorFilter Filter { get; init; } = MirrorFilter.All;

    /// <summary>How the source's folders are listed.</summary>
    public required (TransferRequest Connection, TransferSource Site) Source { get; init; }

    /// <summary>How the destination's are.</summary>
    public required (TransferRequest Connection, TransferSource Site) Destination { get; init; }

    /// <summary>Whether it is one file that the user has named.</summary>
    public bool IsSingle => Tree is null && Pattern is null;
}
