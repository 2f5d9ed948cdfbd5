using Accelerator.Loopback.Content;

namespace Accelerator.Loopback.Faults;

/// <summary>
/// Fires once, when the server has sent this many bytes of data in total. Exact with one stream; with several, the others may be a block
/// ahead.
/// </summary>
public sealed record TotalBytesTrigger
{
    private readonly long _bytes;

    internal TotalBytesTrigger(long bytes) => _bytes = bytes;

    /// <summary>Any change of the served files.</summary>
    public Fault ChangeFiles(Action<LoopbackTree> change) => Change("files changed", change);

    /// <summary>Another file is renamed over this one: running transfers keep the old bytes.</summary>
    public Fault ReplaceByRename(string path, FileContent content) =>
        Change($"{path} replaced by a rename", files => files.ReplaceByRename(path, content));

    /// <summary>The bytes change under the running transfers.</summary>
    public Fault ReplaceInPlace(string path, FileContent content) =>
        Change($"{path} replaced in place", files => files.ReplaceInPlace(path, content));

    /// <summary>The file is cut or grown in place.</summary>
    public Fault Resize(string path, long length) => Change($"{path} resized to {length}", files => files.Resize(path, length));

    /// <summary>The name is removed.</summary>
    public Fault Remove(string path) => Change($"{path} removed", files => files.Remove(path));

    private Fault Change(string what, Action<LoopbackTree> change) =>
        new($"{what} after {_bytes} bytes in all", new FaultCondition { Times = 1 }) { Change = (_bytes, change) };
}
