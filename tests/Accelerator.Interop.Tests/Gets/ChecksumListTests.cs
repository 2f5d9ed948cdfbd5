namespace Accelerator.Interop.Tests.Gets;

/// <summary>Lists of checksums with a real server and the real <c>sha256sum</c>.</summary>
public sealed class ChecksumListTests : RealTests
{
    [ServerTheory]
    [Vsftpd, Proftpd]
    public async Task A_list_of_sha256sum_verifies_a_release_and_sha256sum_accepts_the_list_that_is_written(ServerKind kind)
    {
        await using var server = await kind.StartAsync(new ServerOptions(), Token);
        foreach (var (name, length) in new[] { ("big.bin", GetChecks.Big), ("small.bin", 1000L), ("odd \\ name.bin", 2000L) })
            await GetChecks.PutAsync(server, "rel/" + name, length, Token);
        var release = Path.Combine(server.Root, "rel");
        var list = await SumAsync(release, "big.bin", "small.bin", "odd \\ name.bin");
        await File.WriteAllTextAsync(Path.Combine(release, "SHA256SUMS"), list, Token);
        using var folder = new TempFolder();
        var sums = FtpxProgram.UrlOf(server, "rel/SHA256SUMS");
        var all = FtpxProgram.UrlOf(server, "rel/") + "*.bin";

        var end = await FtpxProgram.Native.GetAsync(server, folder, ["--checksums", sums, "--write-checksums", "mine", all], Token);
        Assert.True(end.ExitCode == 0, end.Error);
        Assert.Equal(list.Split('\n').Order(), (await File.ReadAllTextAsync(folder.File("mine"), Token)).Split('\n').Order());
        await SumAsync(folder.Path, "--check", "--strict", "--quiet", "mine");

        string[] mirror = ["mirror", "--checksums", sums, FtpxProgram.UrlOf(server, "rel")];
        var password = server is VsftpdServer ? null : server.Password;
        (await FtpxProgram.Native.RunAsync(folder.Path, password, [.. mirror, "copy", "--write-checksums", "copied"], Token)).Expect();
        await SumAsync(folder.Path, "--check", "--strict", "--quiet", "copied");
        await SumAsync(folder.File("copy"), "--check", "--strict", "--quiet", "SHA256SUMS");

        // The server now has other bytes of the same length and time.
        var path = Path.Combine(release, "small.bin");
        var bytes = await File.ReadAllBytesAsync(path, Token);
        bytes[500] ^= 1;
        await File.WriteAllBytesAsync(path, bytes, Token);
        File.SetLastWriteTimeUtc(path, GetChecks.Modified);
        using var other = new TempFolder();
        end = await FtpxProgram.Native.GetAsync(server, other, ["--checksums", sums, all], Token);
        Assert.Equal(12, end.ExitCode);
        Assert.Contains("small.bin: the content does not match the SHA-256 in SHA256SUMS (expected ", end.Error);
        // The local copy still has the digest of the list; a new one cannot have it.
        (await FtpxProgram.Native.RunAsync(folder.Path, password, [.. mirror, "copy"], Token)).Expect();
        (await FtpxProgram.Native.RunAsync(folder.Path, password, [.. mirror, "new"], Token)).Expect(12);
        Assert.False(File.Exists(folder.File("new/small.bin")));
        Assert.Equal(["big.bin", "odd \\ name.bin"], Directory.GetFiles(other.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    private async Task<string> SumAsync(string folder, params string[] words)
    {
        using var sum = Process.Start(new ProcessStartInfo("sha256sum", words) { WorkingDirectory = folder, RedirectStandardOutput = true })!;
        var output = await sum.StandardOutput.ReadToEndAsync(Token);
        await sum.WaitForExitAsync(Token);
        Assert.Equal(0, sum.ExitCode);
        return output;
    }
}
