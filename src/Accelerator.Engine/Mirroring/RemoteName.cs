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
        Glob is null ? entry.Name.Equals(Literal) : Matches(entry.Name.Text);

    /// <summary>Returns whether a name matches that is only known as text.</summary>
    internal bool Matches(string name) => Glob is { } glob ? glob.Matches(name, isFolder: false) : name == Literal?.Text;
}
