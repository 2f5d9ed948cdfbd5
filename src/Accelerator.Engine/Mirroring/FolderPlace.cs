using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>A remote folder of the mirrored tree and the local folder that it maps to.</summary>
/// <param name="Remote">Its path as sent in commands.</param>
/// <param name="Relative">Its path below the root on the server, as bytes and text; empty for the root.</param>
/// <param name="LocalPath">Absolute local path.</param>
/// <param name="LocalRelative">Its path below the local root, with slashes; empty for the root.</param>
/// <param name="Depth">Levels below the root; 0 for the root.</param>
/// <param name="IsHere">Whether the local folder already exists.</param>
internal sealed record FolderPlace(FtpPath Remote, FtpPath Relative, string LocalPath, string LocalRelative, int Depth, bool IsHere)
{
    /// <summary>Returns the path below the root of an entry in it, for display.</summary>
    public string TextOf(string name) => Relative.IsEmpty ? name : $"{Relative.Text}/{name}";

    /// <summary>Returns the path below the local root of an entry in it.</summary>
    public string LocalTextOf(string name) => LocalRelative.Length == 0 ? name : $"{LocalRelative}/{name}";

    /// <summary>Returns the place of a subfolder.</summary>
    public FolderPlace Child(FtpPath name, string localName, bool isHere) =>
        new(Remote.Child(name), Relative.Child(name), Path.Combine(LocalPath, localName), LocalTextOf(localName), Depth + 1, isHere);
}
