namespace Accelerator.Engine.Mirroring;

/// <summary>One name in a local folder.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Size">Bytes of a file; 0 of anything else.</param>
/// <param name="ModifiedUtc">Last write, as exactly as the disk keeps it.</param>
internal readonly record struct LocalEntry(LocalKind Kind, long Size, DateTime ModifiedUtc)
{
    /// <summary>A number for this entry under its name, in this process alone: another kind, size or time makes another number.</summary>
    public int PrintOf(string name) => HashCode.Combine(name, Kind, Size, ModifiedUtc);
}
