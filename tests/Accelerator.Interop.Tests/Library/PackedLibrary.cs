namespace Accelerator.Interop.Tests.Library;

/// <summary>The packages of this checkout, made once for all tests of them.</summary>
public sealed class PackedLibrary : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly Lazy<Task<string>> _version;

    public PackedLibrary() => _version = new Lazy<Task<string>>(PackAsync);

    internal static IReadOnlyList<string> Names { get; } = ["Accelerator.Ftp", "Accelerator.Engine"];

    /// <summary>The folder of the packages.</summary>
    internal string Folder => _folder.File("packages");

    /// <summary>The version of the packages; they exist when it is set.</summary>
    internal Task<string> VersionAsync() => _version.Value;

    public void Dispose() => _folder.Dispose();

    internal static async Task<ProgramEnd> DotnetAsync(string folder, string[] words, CancellationToken cancellationToken)
    {
        // HOME stays unchanged: restored packages lie below it.
        var environment = new Dictionary<string, string> { ["HOME"] = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ["MSBUILDDISABLENODEREUSE"] = "1" };
        var end = await ProgramRun.RunFileAsync(NativeProgram.Command[0], folder, words, cancellationToken, environment);
        return end.Expect(0, $"dotnet {string.Join(' ', words)}");
    }

    // Pack the build output beside these tests without a new build: other tests run the files in artifacts.
    private async Task<string> PackAsync()
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(15));
        foreach (var name in Names)
            await DotnetAsync(Checkout.Root, ["pack", $"src/{name}", "-c", "Release", "--no-build", "-v", "quiet", "--nologo", "-o", Folder], deadline.Token);
        var engine = Assert.Single(Directory.EnumerateFiles(Folder, "Accelerator.Engine.*.nupkg"));
        return Path.GetFileName(engine)["Accelerator.Engine.".Length..^".nupkg".Length];
    }
}
