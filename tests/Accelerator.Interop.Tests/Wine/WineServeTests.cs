using System.Net;

namespace Accelerator.Interop.Tests.Wine;

/// <summary><c>ftpx serve</c> by the executable that is shipped for Windows, where one file has many names.</summary>
public sealed class WineServeTests(WineFixture wine) : IClassFixture<WineFixture>
{
    private const string Korean = "위성 자료 1.nc";

    [ServerFact("curl", "wine")]
    public async Task A_folder_is_served_by_the_names_in_it_and_no_others()
    {
        using var deadline = HangGuard.Start();
        using var folder = new TempFolder();
        Directory.CreateDirectory(folder.File("served/day"));
        await File.WriteAllTextAsync(folder.File("secret"), "nobody is to read this", deadline.Token);
        var hash = await RandomFile.WriteAsync(folder.File("served/big.bin"), 2 << 20, seed: 1, deadline.Token);
        var korean = await RandomFile.WriteAsync(folder.File("served/day/" + Korean), 2000, seed: 2, deadline.Token);
        var port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
        await using var server = wine.Shipped.Start(folder.Path, null, "serve", "served", "--port", $"{port}");
        while (!LoopbackPorts.IsListening(IPAddress.Loopback, port)) await Task.Delay(TimeSpan.FromMilliseconds(50), deadline.Token);

        Assert.Equal(0, await CurlAsync("big.bin", "--range", "0-"));
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("got"), deadline.Token));
        Assert.Equal(0, await CurlAsync("day/" + Uri.EscapeDataString(Korean)));
        Assert.Equal(korean, await RandomFile.HashAsync(folder.File("got"), deadline.Token));
        string[] strange =
        [
            "..%5Csecret", "day%5C..%5C..%5Csecret", "../secret", "%2F..%2Fsecret", "C:%5Cwindows%5Cwin.ini", "%2FC:%2Fwindows%2Fwin.ini", "%5C%5C.%5CC:", "NUL", "CON", "com1.txt", "big.bin.",
            "big.bin%20", "big.bin::$DATA", "big.bin:other", "day%5C" + Uri.EscapeDataString(Korean), "big.b%3Fn", "%2A.bin",
        ];
        foreach (var path in strange) Assert.True(await CurlAsync(path) is 9 or 19 or 78, path);

        await FtpxProgram.InterruptAsync(server, deadline.Token);
        var end = await server.WaitAsync(deadline.Token);
        Assert.True(end.ExitCode == 0, end.Output + end.Error);
        Assert.Contains(": /day/" + Korean + ": 1.95 KiB", end.Output, StringComparison.Ordinal);
        Assert.Contains("Served ", end.Output, StringComparison.Ordinal);

        async Task<int> CurlAsync(string path, params string[] words) =>
            (await ProgramRun.RunAsync("curl", folder.Path, ["--silent", "--path-as-is", "--output", "got", .. words, $"ftp://127.0.0.1:{port}/{path}"], deadline.Token)).ExitCode;
    }
}
