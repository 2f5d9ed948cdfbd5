namespace Accelerator.Interop.Tests.Gets;

/// <summary>Addresses that begin with the name of a server, in the real program with a configuration file that is copied.</summary>
public sealed class NamedServerTests : RealTests
{
    [ServerTheory]
    [Proftpd]
    public async Task A_name_downloads_and_mirrors_and_its_file_works_elsewhere(ServerKind kind)
    {
        await using var server = await kind.StartAsync(new ServerOptions(), Token);
        var hash = await GetChecks.PutAsync(server, "pub/2026/pass.nc", 100_000, Token);
        using var folder = new TempFolder();
        using var other = new TempFolder();

        var added = await RunAsync(folder, "servers.json", "site", "add", "lab", FtpxProgram.UrlOf(server, "pub"), "streams=2");
        Assert.Equal($"lab: {FtpxProgram.UrlOf(server, "pub")}, streams=2\n", added.Output.ReplaceLineEndings("\n"));
        Assert.DoesNotContain(server.Password, await File.ReadAllTextAsync(folder.File("servers.json"), Token));
        File.Copy(folder.File("servers.json"), other.File("copied.json"));

        await RunAsync(other, "copied.json", "get", "--detail", "lab:2026/pass.nc");
        Assert.Equal(hash, await RandomFile.HashAsync(other.File("pass.nc"), Token));
        await RunAsync(other, "copied.json", "mirror", "lab:", "mirrored");
        Assert.Equal(hash, await RandomFile.HashAsync(other.File("mirrored/2026/pass.nc"), Token));

        async Task<ProgramEnd> RunAsync(TempFolder home, string file, params string[] words)
        {
            var environment = new Dictionary<string, string> { ["FTPX_PASSWORD"] = server.Password, ["FTPX_CONFIG"] = file };
            await using var run = FtpxProgram.Native.Start(home.Path, environment, words);
            var end = await run.WaitAsync(Token);
            Assert.True(end.ExitCode == 0, end.Error);
            Assert.DoesNotContain(server.Password, end.Output + end.Error);
            return end;
        }
    }
}
