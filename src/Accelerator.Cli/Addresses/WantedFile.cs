using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>One file to fetch: what an address names, or one of those that the pattern in it meets.</summary>
/// <param name="Address">The address.</param>
/// <param name="Url">The address, read.</param>
/// <param name="Match">What the pattern has met; null for an address without one.</param>
internal sealed record WantedFile(ListedAddress Address, FtpUrl Url, GlobMatch? Match)
{
    /// <summary>Its path as commands carry it.</summary>
    public FtpPath Path => Match?.Path ?? Url.Path;

    /// <summary>What need not be asked before it is fetched.</summary>
    public ListedFacts? Listed => Match?.Facts;

    /// <summary>The file as messages name it.</summary>
    public override string ToString() => Match is null ? Url.ToString() : $"{Url.Endpoint.Scheme}://{Url.Endpoint}/{Path}";
}
