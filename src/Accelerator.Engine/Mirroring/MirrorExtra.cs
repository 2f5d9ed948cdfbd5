namespace Accelerator.Engine.Mirroring;

/// <summary>A local file or folder that is proven not to be on the server.</summary>
/// <param name="Path">Its path below the local root, with slashes.</param>
/// <param name="LocalPath">Absolute local path.</param>
/// <param name="IsFolder">Whether it is a folder, meant with all that is in it.</param>
/// <param name="Files">Files that it stands for: 1, or those in the folder.</param>
/// <param name="Bytes">Their bytes.</param>
public sealed record MirrorExtra(string Path, string LocalPath, bool IsFolder, long Files, long Bytes)
{
    /// <summary>A number that tells what was there when it was looked at: of a folder the sum of all that is in it.</summary>
    internal long Print { get; init; }
}
