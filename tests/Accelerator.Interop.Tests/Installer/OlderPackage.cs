namespace Accelerator.Interop.Tests.Installer;

/// <summary>An MSI of the files that are shipped, which says that it is an older version. The tests of a class share it.</summary>
public sealed class OlderPackage : IAsyncLifetime, IDisposable
{
    internal const string Version = "0.0.9";

    private readonly TempFolder _folder = new();

    internal string Msi => _folder.File("older.msi");

    public async Task InitializeAsync()
    {
        if (((string[])["wine", "wixl", "msibuild"]).Any(tool => ServerTools.WhyUnavailable(tool) is not null)) return;
        // It compresses all that is shipped.
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(20));
        (await Packages.ScriptAsync("make-msi", [Packages.Stage, Version, Msi], deadline.Token)).Expect();
    }

    public Task DisposeAsync() => Task.CompletedTask;

    public void Dispose() => _folder.Dispose();
}
