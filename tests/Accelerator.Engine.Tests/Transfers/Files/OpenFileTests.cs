namespace Accelerator.Engine.Tests.Transfers.Files;

/// <summary>Restarts of a file whose caller may be cancelled during the restart.</summary>
public sealed class OpenFileTests : IAsyncDisposable
{
    private const long Size = 32 << 20;

    private readonly TempFolder _folder = new();
    private readonly FakeTime _time = new();
    private OpenFile? _file;

    [Fact]
    public async Task A_restart_whose_route_falls_silent_is_completed_and_all_bytes_are_free_again()
    {
        var file = await OpenAsync();
        var run = file.Queue.TryTake(0)!;
        using var route = new CancellationTokenSource();
        var restarting = file.RestartAsync(generation: 0, single: true, restRefuted: false, static () => { }, route.Token);
        await route.CancelAsync();
        Assert.Null(file.Queue.TryTake(1));

        file.Queue.Release(run);
        await AdvanceUntilAsync(restarting);
        Assert.True(await restarting);
        Assert.Equal((0L, Size), file.Queue.TryTake(1) is { } whole ? (whole.Start, whole.End) : default);
    }

    [Fact]
    public async Task The_wait_for_another_restart_can_be_cancelled()
    {
        var file = await OpenAsync();
        var run = file.Queue.TryTake(0)!;
        using var route = new CancellationTokenSource();
        var first = file.RestartAsync(generation: 0, single: true, restRefuted: false, static () => { }, CancellationToken.None);
        var second = file.RestartAsync(generation: 0, single: true, restRefuted: false, static () => { }, route.Token);
        await route.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second.SoonAsync());

        file.Queue.Release(run);
        await AdvanceUntilAsync(first);
        Assert.True(await first);
    }

    public async ValueTask DisposeAsync()
    {
        if (_file is not null)
        {
            await _file.DisposeAsync();
            await _file.Part.DisposeAsync();
        }
        _folder.Dispose();
    }

    private async Task<OpenFile> OpenAsync()
    {
        var source = new TransferSource(new FtpEndpoint("a", 21, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText("/a.bin", FtpCharsets.Utf8));
        var item = new TransferItem { Sources = [source], TargetPath = _folder.File("a.bin") };
        var request = new TransferRequest { Items = [item] };
        var facts = new RemoteFacts(new RemoteIdentity("a:21", "/a.bin", Size, null), null);
        var prepared = await FilePreparation.MakeAsync(request, item, facts, left: null, compareAsync: null, companions: null, start: new(4), CancellationToken.None);
        var part = await PartialFile.OpenAsync(item.TargetPath, UnbufferedWrites.Off, Size, _time, CancellationToken.None);
        return _file = new OpenFile(new FileTransfer(0, item, VerifyMode.Auto, _time), part, prepared, request, _time);
    }

    private async Task AdvanceUntilAsync(Task task)
    {
        for (var began = Stopwatch.GetTimestamp(); !task.IsCompleted;)
        {
            Assert.True(Stopwatch.GetElapsedTime(began) < ScriptedServer.Patience, "It does not end.");
            _time.Advance(TimeSpan.FromMilliseconds(5));
            await Task.Delay(1);
        }
    }
}
