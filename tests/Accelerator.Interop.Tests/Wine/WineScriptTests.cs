namespace Accelerator.Interop.Tests.Wine;

/// <summary>The executable that is shipped for Windows, in place of <c>ftp.exe</c>.</summary>
public sealed class WineScriptTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    [ServerFact("vsftpd", "wine")]
    public async Task A_copy_that_is_called_ftp_takes_the_command_line_and_the_script_of_ftp()
    {
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetChecks.RateFor(4) }, Token);
        var big = await server.PutAsync("pub/big.bin", GetChecks.Big, 1, Token);
        var small = await server.PutAsync("pub/small.bin", 5_000, 2, Token);
        Directory.CreateDirectory(Folder.File("data"));
        string[] start = [$"open {server.Host} {server.Port}", "user anonymous me@example.org", "binary", "cd pub"];
        await WriteAsync("small.txt", [.. start, "get small.bin", "bye"]);
        await WriteAsync("big.txt", [.. start, $"lcd {WineSession.PathOf(Folder.File("data"))}", "get big.bin", "bye"]);
        // It needs what lies beside ftpx.exe, and no other test is to see the copy.
        var programs = Directory.CreateDirectory(Folder.File("programs")).FullName;
        foreach (var path in Directory.EnumerateFiles(WindowsBuild.Shipped.RequireFolder())) File.CreateSymbolicLink(Path.Combine(programs, Path.GetFileName(path)), path);
        var copy = Path.Combine(programs, "ftp.exe");
        File.Copy(WindowsBuild.Shipped.Require(), copy);

        // Words begin with a hyphen or with a slash.
        foreach (var (mark, name, length) in ((string, string, long)[])[("-", "small", 5_000), ("/", "big", GetChecks.Big)])
        {
            var end = (await wine.Session.RunAsync(Folder.Path, [copy, $"{mark}n", $"{mark}i", $"{mark}s:{name}.txt"], Token)).Expect();
            Assert.Contains($"ftp> get {name}.bin", end.Output);
            Assert.Contains($"ftp: {length} bytes received in ", end.Output);
            Assert.DoesNotContain("me@example.org", end.Output + end.Error);
        }
        Assert.Equal(small, await RandomFile.HashAsync(Folder.File("small.bin"), Token));
        Assert.Equal(big, await RandomFile.HashAsync(Folder.File("data/big.bin"), Token));
        // One for the small file, and ranges of the big one.
        Assert.InRange(server.CountCommands("RETR"), 3, 64);

        Task WriteAsync(string name, IEnumerable<string> lines) => File.WriteAllTextAsync(Folder.File(name), string.Join("\r\n", lines), Token);
    }
}
