namespace Accelerator.Interop.Tests.Fxp;

/// <summary>The real program between two real servers.</summary>
internal sealed class FxpProgramFixture(FtpServerProcess from, FtpServerProcess to) : IDisposable
{
    private readonly TempFolder _folder = new();

    public string Folder => _folder.Path;

    public string From(string path) => FtpxProgram.UrlOf(from, path);

    /// <summary>An address at the destination, below the folder that may be written to.</summary>
    public string To(string path) => FtpxProgram.UrlOf(to, $"{FxpServers.Inbox}/{path}");

    public ProgramRun Start(params IEnumerable<string> words) => FtpxProgram.Native.Start(
        _folder.Path,
        new Dictionary<string, string>
        {
            ["FTPX_SOURCE_PASSWORD"] = from.Password,
            ["FTPX_DESTINATION_PASSWORD"] = to.Password,
            // Runs of one fixture remember what earlier ones have left.
            ["XDG_STATE_HOME"] = Path.Combine(_folder.Path, "state"),
        },
        ["fxp", "--bind", FxpFixture.ClientAddress.ToString(), .. words]);

    public async Task<ProgramEnd> RunAsync(CancellationToken cancellationToken, params IEnumerable<string> words)
    {
        await using var run = Start(words);
        return await run.WaitAsync(cancellationToken);
    }

    /// <summary>Every file in the destination's inbox, by its path there.</summary>
    public IReadOnlyList<string> Arrived()
    {
        var inbox = Path.Combine(to.Root, FxpServers.Inbox);
        var files = Directory.EnumerateFiles(inbox, "*", SearchOption.AllDirectories);
        return [.. files.Select(file => Path.GetRelativePath(inbox, file)).Order(StringComparer.Ordinal)];
    }

    /// <summary>Bytes of one of them; -1 when it is gone.</summary>
    public long LengthOf(string path) => new FileInfo(Path.Combine(to.Root, FxpServers.Inbox, path)) is { Exists: true } file ? file.Length : -1;

    public Task<string> HashAsync(string path, CancellationToken cancellationToken) =>
        RandomFile.HashAsync(Path.Combine(to.Root, FxpServers.Inbox, path), cancellationToken);

    public void Dispose() => _folder.Dispose();
}
