using Accelerator.Jobs.Control;

namespace Accelerator.Soak.Tests.Crashes;

/// <summary>A server with its files, the folders of a service, and the witnesses of what becomes visible there.</summary>
internal abstract class ServiceFixture : IAsyncDisposable
{
    private NameWatch? _watch;

    /// <param name="root">Empty; everything lies there.</param>
    protected ServiceFixture(string root, LoopbackServer server)
    {
        Server = server;
        Data = Path.Combine(root, "data");
        PrivateFolder.Make(Data, account: null);
        Target = Directory.CreateDirectory(Path.Combine(root, "in")).FullName;
        Store = new SourceStore(server.Files, Target);
        Arrivals = new Arrivals(Store);
    }

    public string Data { get; }

    public string Target { get; }

    public LoopbackServer Server { get; protected set; }

    public SourceStore Store { get; }

    public Arrivals Arrivals { get; }

    /// <summary>Receives every event of a name, on the watch's thread.</summary>
    public Action<string, uint>? OnName { get; set; }

    public void Check()
    {
        _watch!.Check();
        Arrivals.Check();
    }

    /// <summary>The names in the target that are not delivered files.</summary>
    public IReadOnlyList<string> Leftovers() => [.. Directory.EnumerateFiles(Target, "*", SearchOption.AllDirectories).Where(IsSideFile)];

    public virtual async ValueTask DisposeAsync()
    {
        _watch?.Dispose();
        await Arrivals.DisposeAsync();
        await Server.DisposeAsync();
    }

    /// <summary>
    /// Makes folders below the target and watches them: a name that appears in a folder before the watch begins would be missed.
    /// </summary>
    /// <param name="names">Paths from the target.</param>
    /// <param name="others">Further folders to watch.</param>
    protected void Watch(IEnumerable<string> names, params IEnumerable<string> others) =>
        _watch = new NameWatch([.. others, .. names.Select(name => Directory.CreateDirectory(Path.Combine(Target, name)).FullName)], Notify);

    private static bool IsSideFile(string path) => path.Contains(".part", StringComparison.Ordinal) || Path.GetFileName(path).StartsWith('.');

    private void Notify(string path, uint what)
    {
        OnName?.Invoke(path, what);
        // A file must arrive by a rename; a file that is created under its final name is visible before it is complete.
        if (what is LinuxCalls.MovedTo or LinuxCalls.Created && path.StartsWith(Target, StringComparison.Ordinal) && !IsSideFile(path)) Arrivals.Notify(path);
    }
}
