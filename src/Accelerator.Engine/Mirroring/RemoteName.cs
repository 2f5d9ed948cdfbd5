using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>One name of a <see cref="RemotePattern"/>.</summary>
/// <param name="Literal">The name itself, as bytes; null for a pattern.</param>
/// <param name="Glob">The pattern; null for a name.</param>
public sealed record RemoteName(FtpPath? Literal, Glob? Glob)
{
    /// <summary>Returns whether an entry of a folder matches.</summary>
    public bool Matches(ListingEntry entry) =>
        Glob is { } glob ? glob.Matches(entry.Name.Text, isFolder: false) : entry.Name.Equals(Literal);
}
