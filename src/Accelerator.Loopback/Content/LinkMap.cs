namespace Accelerator.Loopback.Content;

/// <summary>Symbolic links. Their targets stay in the served tree: ".." stops at its root, as behind a chroot.</summary>
internal sealed class LinkMap
{
    // The same limit as on Linux.
    private const int MostSteps = 40;

    private readonly Dictionary<string, string> _targets = new(StringComparer.Ordinal);

    public string? this[string path] => _targets.GetValueOrDefault(path);

    public void Set(string path, string target) => _targets[path] = target;

    public void Remove(string path) => _targets.Remove(path);

    /// <summary>Returns the names of the links in a directory.</summary>
    public IEnumerable<string> In(string directory) =>
        from path in _targets.Keys
        where LoopbackPath.ParentOf(path) == directory
        select LoopbackPath.NameOf(path);

    /// <summary>Returns the path without links; null if they form a loop.</summary>
    public string? Follow(string path)
    {
        if (_targets.Count == 0) return path;
        var rest = new Stack<string>(Enumerable.Reverse(Segments(path)));
        var real = "/";
        for (var steps = 0; rest.TryPop(out var segment);)
        {
            real = LoopbackPath.Resolve(real, segment);
            if (!_targets.TryGetValue(real, out var target)) continue;
            if (++steps > MostSteps) return null;
            real = target.StartsWith('/') ? "/" : LoopbackPath.ParentOf(real);
            foreach (var part in Enumerable.Reverse(Segments(target))) rest.Push(part);
        }
        return real;
    }

    private static string[] Segments(string path) => path.Split('/', StringSplitOptions.RemoveEmptyEntries);
}
