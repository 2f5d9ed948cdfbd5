namespace Accelerator.Interop.Tests.Services;

/// <summary>
/// The commands of docs/service.md for a new user, exactly as the page has them. Only the ports and the times are replaced.
/// </summary>
[UnsupportedOSPlatform("windows")]
public sealed class WalkTests : RealTests
{
    [Fact]
    public async Task The_walk_of_the_page_ends_with_a_delivered_file()
    {
        var (ftpx, ftpxd) = (NativeProgram.Command, ServiceFixture.Library);
        foreach (var (name, library) in new[] { ("ftpx", ftpx[1]), ("ftpxd", ftpxd) })
            await ShellProgram.WriteAsync(Folder.File(name), $"#!/bin/sh\nexec '{ftpx[0]}' '{library}' \"$@\"\n", Token);
        var script = Walk(await File.ReadAllLinesAsync(Path.Combine(Checkout.Root, "docs", "service.md"), Token));
        var port = LoopbackPorts.FindFree(System.Net.IPAddress.Loopback, 1);
        // The five seconds of stable_for stay: on a busy machine the file may rest for a second while it is written.
        (string Written, string Meant)[] words = [("2121", $"{port}"), ("\"every\": \"5s\"", "\"every\": \"1s\""), ("\"servers\": {", "\"dashboard\": { \"enabled\": false }, \"servers\": {")];
        foreach (var (written, meant) in words)
        {
            Assert.Contains(written, script);
            script = script.Replace(written, meant, StringComparison.Ordinal);
        }
        // Job control as in a terminal: the walk ends the jobs that it started by %1 and %2.
        string[] bash = ["-m", "-e", "-c", $"PATH=$PWD:$PATH\n{script}\nwait"];
        var environment = new Dictionary<string, string> { ["XDG_STATE_HOME"] = Folder.Path };
        var end = (await ProgramRun.RunFileAsync("/bin/bash", Folder.Path, bash, Token, environment)).Expect();

        var year = Assert.Single(Directory.GetDirectories(Folder.File("walk/archive")));
        Assert.Equal(
            await RandomFile.HashAsync(Path.Combine(Folder.File("walk/passes"), Path.GetFileName(year), "pass-001.nc"), Token),
            await RandomFile.HashAsync(Path.Combine(year, "pass-001.nc"), Token));
        Assert.Contains("pass-001.nc", end.Output);
        Assert.Contains("ftpxd stopped on request.", await File.ReadAllTextAsync(Folder.File("walk/service.log"), Token));
    }

    private static string Walk(IEnumerable<string> page) =>
        string.Join('\n', page.SkipWhile(line => !line.StartsWith("## Five minutes", StringComparison.Ordinal)).SkipWhile(line => line != "```bash").Skip(1).TakeWhile(line => line != "```"));
}
