namespace Accelerator.Engine.Tests.Transfers.Files;

/// <summary>A file that is open for its streams, without a server.</summary>
public abstract class OpenFileFixture : IAsyncDisposable
{
    private readonly TempFolder _folder = new();
    private OpenFile? _file;

    private protected FakeTime Time { get; } = new();

    /// <summary>A single block: one that is not returned leaves none.</summary>
    private protected BlockPool Blocks { get; } = new(Block.Size);

    public async ValueTask DisposeAsync()
    {
        if (_file is not null)
        {
            await _file.DisposeAsync();
            await _file.Part.DisposeAsync();
        }
        Blocks.Dispose();
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected async Task<OpenFile> OpenAsync(long size)
    {
        var source = new TransferSource(new FtpEndpoint("a", 21, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText("/a.bin", FtpCharsets.Utf8));
        var item = new TransferItem { Sources = [source], TargetPath = _folder.File("a.bin") };
        var request = new TransferRequest { Items = [item] };
        var facts = new RemoteFacts(new RemoteIdentity("a:21", "/a.bin", size, null), null);
        var prepared = await FilePreparation.MakeAsync(request, item, facts, left: null, compareAsync: null, companions: null, start: new(4), CancellationToken.None);
        var part = await PartialFile.OpenAsync(item.TargetPath, UnbufferedWrites.Off, size, Time, CancellationToken.None);
        return _file = new OpenFile(new FileTransfer(0, item, VerifyMode.Auto, Time), part, prepared, request, Time);
    }
}
