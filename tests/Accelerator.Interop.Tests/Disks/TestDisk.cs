namespace Accelerator.Interop.Tests.Disks;

/// <summary>A small separate disk, made by <c>tests/with-disk</c>; removed at disposal, or when this process ends.</summary>
internal sealed class TestDisk : IAsyncDisposable
{
    private readonly Process _keeper;

    private TestDisk(Process keeper, string path)
    {
        _keeper = keeper;
        Path = path;
    }

    public string Path { get; }

    /// <summary>Bytes free for everybody.</summary>
    public long Free => new DriveInfo(Path).AvailableFreeSpace;

    private string Ballast => File("ballast");

    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <param name="kind">A file system that <c>mkfs</c> knows, on sectors of 4096 bytes; or tmpfs.</param>
    /// <param name="mebibytes">Its size.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    public static async Task<TestDisk> MakeAsync(string kind, int mebibytes, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(ServerTools.Require("with-disk"), [kind, $"{mebibytes}", "/bin/sh", "-c", "echo \"$TMPDIR\"; cat >/dev/null"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        var keeper = Process.Start(start)!;
        var path = await keeper.StandardOutput.ReadLineAsync(cancellationToken);
        return path is not null ? new TestDisk(keeper, path) : throw new InvalidOperationException($"tests/with-disk made no {kind}.");
    }

    /// <summary>Fills the rest of the disk, as another program would.</summary>
    public async Task FillAsync(CancellationToken cancellationToken)
    {
        var block = new byte[1 << 20];
        await using var filler = new FileStream(Ballast, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
        try
        {
            while (true) await filler.WriteAsync(block, cancellationToken);
        }
        catch (IOException)
        {
            // Full, as it should be.
        }
    }

    public void Relieve() => System.IO.File.Delete(Ballast);

    public async ValueTask DisposeAsync()
    {
        _keeper.StandardInput.Close();
        await _keeper.WaitForExitAsync();
        _keeper.Dispose();
    }
}
