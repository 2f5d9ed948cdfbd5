namespace Accelerator.Interop.Tests.Wine;

/// <summary><c>ftpx serve</c> by the executable that is shipped for Windows, where one file has many names.</summary>
public sealed class WineServeTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    private const string Korean = "위성 자료 1.nc";

    [ServerFact("curl", "wine")]
    public async Task A_folder_is_served_by_the_names_in_it_and_no_others()
    {
        Directory.CreateDirectory(Folder.File("served/day"));
        await File.WriteAllTextAsync(Folder.File("secret"), "not to be read", Token);
        var hash = await RandomFile.WriteAsync(Folder.File("served/big.bin"), 2 << 20, seed: 1, Token);
        var korean = await RandomFile.WriteAsync(Folder.File("served/day/" + Korean), 2000, seed: 2, Token);
        var port = LoopbackPorts.FindFree(IPAddress.Loopback, 1);
        await using var server = wine.Shipped.Start(Folder.Path, null, "serve", "served", "--port", $"{port}");
        while (!LoopbackPorts.IsListening(IPAddress.Loopback, port)) await Task.Delay(TimeSpan.FromMilliseconds(50), Token);

        Assert.Equal(0, await CurlAsync("big.bin", "--range", "0-"));
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("got"), Token));
        Assert.Equal(0, await CurlAsync("day/" + Uri.EscapeDataString(Korean)));
        Assert.Equal(korean, await RandomFile.HashAsync(Folder.File("got"), Token));
        string[] strange =
        [
            "..%5Csecret", "day%5C..%5C..%5Csecret", "../secret", "%2F..%2Fsecret", "C:%5Cwindows%5Cwin.ini", "%2FC:%2Fwindows%2Fwin.ini", "%5C%5C.%5CC:", "NUL", "CON", "com1.txt", "big.bin.",
            "big.bin%20", "big.bin::$DATA", "big.bin:other", "day%5C" + Uri.EscapeDataString(Korean), "big.b%3Fn", "%2A.bin",
        ];
        foreach (var path in strange) Assert.True(await CurlAsync(path) is 9 or 19 or 78, path);

        await FtpxProgram.InterruptAsync(server, Token);
        var end = (await server.WaitAsync(Token)).Expect();
        Assert.Contains(": /day/" + Korean + ": 1.95 KiB", end.Output, StringComparison.Ordinal);
        Assert.Contains("Served ", end.Output, StringComparison.Ordinal);

        async Task<int> CurlAsync(string path, params string[] words) =>
            (await ProgramRun.RunAsync("curl", Folder.Path, ["--silent", "--path-as-is", "--output", "got", .. words, $"ftp://127.0.0.1:{port}/{path}"], Token)).ExitCode;
    }
}
