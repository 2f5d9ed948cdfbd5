namespace Accelerator.Interop.Tests.Neighbours;

/// <summary>Programs that another user planted where root runs ftpx: none of them runs.</summary>
public sealed class NeighbourProgramTests : RealTests, IDisposable
{
    private readonly Neighbour _neighbour = new();

    [ServerFact("runuser", "ip")]
    public async Task Doctor_of_root_starts_the_ip_of_the_system()
    {
        var evidence = await _neighbour.PlantProgramAsync("ip");
        (await FtpxProgram.Native.RunAsync(_neighbour.Folder, null, ["doctor"], Token)).Expect();
        Assert.False(File.Exists(evidence));
    }

    [ServerFact("runuser", "pyftpdlib")]
    public async Task A_bare_name_is_not_a_program_beside_the_run()
    {
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), Token);
        var hash = await server.PutAsync("a.bin", 1000, 1, Token);
        // One that PATH has too, and one that it has not.
        var evidence = new List<string>();
        foreach (var name in (string[])["true", "index"]) evidence.Add(await _neighbour.PlantProgramAsync(name));
        (await GetAsync(server, "true {path}")).Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(_neighbour.PathOf("a.bin"), Token));
        Assert.StartsWith("ftpx: error: --on-complete: There is no program index in the folders of PATH. ", (await GetAsync(server, "index {path}", "--overwrite")).Expect(2).Error);
        Assert.DoesNotContain(evidence, File.Exists);
    }

    [ServerFact("runuser", "pyftpdlib")]
    public async Task Root_starts_no_program_that_another_user_can_replace()
    {
        await using var server = await PyftpdlibServer.StartAsync(new ServerOptions(), Token);
        await server.PutAsync("a.bin", 1000, 1, Token);
        var evidence = await _neighbour.PlantProgramAsync("index");
        // A program of root in a folder of the other user, and a link of that user to a program of root.
        await _neighbour.DoAsync("mkdir bin && ln -s /usr/bin/true link");
        File.Copy("/usr/bin/true", _neighbour.PathOf("bin/tool"));
        foreach (var program in (string[])["./index", _neighbour.PathOf("index"), "bin/tool", "./link"])
        {
            var end = (await GetAsync(server, $"{program} {{path}}")).Expect(2);
            Assert.Matches(@"^ftpx: error: --on-complete: \S+ belongs to user \d+, who could replace ", end.Error);
        }
        var found = (await GetAsync(server, "index {path}", path: $"{_neighbour.PathOf("bin")}:{_neighbour.Folder}:/usr/bin")).Expect(2);
        Assert.Contains("There is no program index in the folders of PATH. ", found.Error);
        found = (await GetAsync(server, "tool {path}", path: $"{_neighbour.PathOf("bin")}:/usr/bin")).Expect(2);
        Assert.Contains($"{_neighbour.PathOf("bin")} belongs to user ", found.Error);
        Assert.False(File.Exists(evidence));
        Assert.False(File.Exists(_neighbour.PathOf("a.bin")));
    }

    void IDisposable.Dispose()
    {
        _neighbour.Dispose();
        Dispose();
    }

    private async Task<ProgramEnd> GetAsync(FtpServerProcess server, string command, string? option = null, string? path = null)
    {
        var environment = new Dictionary<string, string> { ["FTPX_PASSWORD"] = server.Password };
        if (path is not null) environment["PATH"] = path;
        string[] words = ["get", .. option is null ? [] : (string[])[option], "--on-complete", command, FtpxProgram.UrlOf(server, "a.bin")];
        await using var run = FtpxProgram.Native.Start(_neighbour.Folder, environment, words);
        return await run.WaitAsync(Token);
    }
}
