using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;
using Accelerator.TestKit;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>The executable that is shipped for Windows, in place of <c>ftp.exe</c>.</summary>
[Collection(WineGroup.Name)]
[Trait("Group", "wine")]
public sealed class WineScriptTests(WineSession wine)
{
    [ServerTheory("vsftpd", "wine")]
    [InlineData("-")]
    [InlineData("/")]
    public async Task A_copy_that_is_called_ftp_takes_the_command_line_and_the_script_of_ftp(string mark)
    {
        using var deadline = GetProof.Deadline();
        await using var server = await VsftpdServer.StartAsync(new ServerOptions { BytesPerSecond = GetProof.RateFor(4) }, deadline.Token);
        var big = await server.PutAsync("pub/big.bin", GetProof.Big, 1, deadline.Token);
        var small = await server.PutAsync("pub/small.bin", 5_000, 2, deadline.Token);
        using var folder = new TempFolder();
        Directory.CreateDirectory(folder.File("data"));
        string[] script =
        [
            $"open {server.Host} {server.Port}", "user anonymous me@example.org", "binary", "cd pub", "get small.bin", $"lcd {WineSession.PathOf(folder.File("data"))}", "get big.bin", "bye",
        ];
        await File.WriteAllTextAsync(folder.File("fetch.txt"), string.Join("\r\n", script), deadline.Token);
        // Where the page has people put it: it needs what lies beside ftpx.exe.
        var shipped = WindowsBuild.Shipped.Require();
        var copy = Path.Combine(Path.GetDirectoryName(shipped)!, "ftp.exe");
        File.Copy(shipped, copy, overwrite: true);
        try
        {
            await using var run = wine.Start(folder.Path, new Dictionary<string, string>(), [copy, $"{mark}n", $"{mark}i", $"{mark}s:fetch.txt"]);
            var end = await run.WaitAsync(deadline.Token);
            Assert.True(end.ExitCode == 0, end.Output + end.Error);
            Assert.Contains("ftp> get big.bin", end.Output);
            Assert.Contains($"ftp: {GetProof.Big} bytes received in ", end.Output);
            Assert.DoesNotContain("me@example.org", end.Output + end.Error);
        }
        finally
        {
            File.Delete(copy);
        }
        Assert.Equal(small, await RandomFile.HashAsync(folder.File("small.bin"), deadline.Token));
        Assert.Equal(big, await RandomFile.HashAsync(folder.File("data/big.bin"), deadline.Token));
        // One for the small file, and ranges of the big one.
        Assert.InRange(server.CountCommands("RETR"), 3, 64);
    }
}
