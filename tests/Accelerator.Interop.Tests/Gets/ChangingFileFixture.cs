namespace Accelerator.Interop.Tests.Gets;

/// <summary>One server with one file that changes during a transfer, and the folder that ftpx downloads into.</summary>
internal sealed class ChangingFileFixture : IAsyncDisposable
{
    private readonly CancellationTokenSource _deadline = HangGuard.Start();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("ftpx-changing-");
    private readonly PyftpdlibServer _server;
    private readonly List<string> _everServed = [];
    private string _replacementHash = "";

    private ChangingFileFixture(PyftpdlibServer server) => _server = server;

    private string Served => Path.Combine(_server.Root, "file.bin");

    // Written beforehand, so that the change itself takes no time in which the transfer could end. Beside the served folder, on the same disk.
    private string Replacement => Path.Combine(Path.GetDirectoryName(_server.Root)!, "replacement");

    public string Folder => _folder.FullName;

    public string Target => Path.Combine(_folder.FullName, "target");

    public static async Task<ChangingFileFixture> StartAsync(ServerOptions options, long size)
    {
        var fixture = new ChangingFileFixture(await PyftpdlibServer.StartAsync(options, CancellationToken.None));
        fixture._everServed.Add(await RandomFile.WriteAsync(fixture.Served, size, seed: 1, fixture._deadline.Token));
        fixture._replacementHash = await RandomFile.WriteAsync(fixture.Replacement, size, seed: 2, fixture._deadline.Token);
        // What takes its place is younger by more than the second that MDTM tells.
        File.SetLastWriteTimeUtc(fixture.Served, new DateTime(2021, 3, 4, 5, 6, 7, DateTimeKind.Utc));
        return fixture;
    }

    public ProgramRun Start() => FtpxProgram.Native.Start(
        Folder, _server.Password, "get", "--streams", "4", "--output", "target", FtpxProgram.UrlOf(_server, "file.bin"));

    public async Task WaitForBytesSentAsync(long bytes)
    {
        while (_server.BytesSent < bytes)
            await Task.Delay(TimeSpan.FromMilliseconds(20), _deadline.Token);
    }

    /// <summary>Until the client's journal says that some bytes are here to stay.</summary>
    public async Task WaitForCheckpointAsync()
    {
        while ((await ResumeJournal.ReadAsync(Target + ".part.journal", _deadline.Token)).State is not { } state
            || state.Proven.Concat(state.Unproven).Sum(range => range.Length) == 0)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(20), _deadline.Token);
        }
    }

    /// <summary>Ends the hold of a server that was started with <see cref="PyftpdlibServer.HoldsAfter"/>.</summary>
    public void LetGo() => _server.LetGo();

    /// <summary>A new file of the same size takes the old one's name, as rsync and most publishing scripts do it.</summary>
    public void ReplaceByRename()
    {
        _everServed.Add(_replacementHash);
        File.Move(Replacement, Served, overwrite: true);
    }

    /// <summary>The same file gets new bytes without ever being shorter, as a copy by mapped memory or a database does it.</summary>
    public async Task WriteOverInPlaceAsync()
    {
        _everServed.Add(_replacementHash);
        await using var served = new FileStream(Served, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        await served.WriteAsync(await File.ReadAllBytesAsync(Replacement, _deadline.Token), _deadline.Token);
    }

    /// <summary>The target is the last file that the server had, whole.</summary>
    public async Task AssertHasTheNewestFileAsync() => Assert.Equal(_everServed[^1], await RandomFile.HashAsync(Target, _deadline.Token));

    public async Task AssertHasAFileTheServerHadAsync() => Assert.Contains(await RandomFile.HashAsync(Target, _deadline.Token), _everServed);

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _folder.Delete(recursive: true);
        _deadline.Dispose();
    }
}
