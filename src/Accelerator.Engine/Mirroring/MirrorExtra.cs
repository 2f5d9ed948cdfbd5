namespace Accelerator.Engine.Mirroring;

/// <summary>A local file or folder that is verified not to be on the server.</summary>
/// <param name="Path">Its path below the local root, with slashes.</param>
/// <param name="LocalPath">Absolute local path.</param>
/// <param name="IsFolder">Whether it is a folder, with everything in it.</param>
/// <param name="Files">Files that it represents: 1, or those in the folder.</param>
/// <param name="Bytes">Their bytes.</param>
public sealed record MirrorExtra(string Path, string LocalPath, bool IsFolder, long Files, long Bytes)
{
    /// <summary>A fingerprint of what existed when it was inspected: for a folder the sum of all its content.</summary>
    internal long Print { get; init; }
}
