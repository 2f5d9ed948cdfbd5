using Accelerator.Engine.Storage;

namespace Accelerator.Jobs.Delivering;

/// <summary>The room on a local volume.</summary>
/// <param name="Volume">The volume's name: a mount point, a drive or a share.</param>
/// <param name="Free">Bytes that are free for this account; null where the system does not say.</param>
internal readonly record struct VolumeSpace(string Volume, long? Free)
{
    /// <summary>Measures the volume of a folder, which need not exist yet.</summary>
    public static VolumeSpace Of(string folder) => new(FreeSpace.VolumeOf(folder), FreeSpace.OfFolder(FreeSpace.NearestFolder(folder)));
}
