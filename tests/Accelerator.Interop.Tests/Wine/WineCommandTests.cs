namespace Accelerator.Interop.Tests.Wine;

/// <summary>Names that a server chose, in commands of Windows programs.</summary>
public sealed class WineCommandTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    /// <summary>The program is Windows' cmd under another name: with /c it makes a folder, which shows that it ran.</summary>
    [ServerFact("wine")]
    public async Task A_downloaded_program_is_not_the_one_that_a_command_names()
    {
        await using var server = await FtpxServer.StartAsync(new ServerOptions(), Token);
        File.Copy(Path.Combine(wine.Session.Prefix, "drive_c/windows/system32/cmd.exe"), Path.Combine(server.Root, "python.exe"));
        var end = (await GetAsync("--on-complete", "python /c mkdir was-run")).Expect(2);
        Assert.StartsWith("ftpx: error: --on-complete: There is no program python in the folders of PATH. ", end.Error);
        Assert.Empty(Directory.GetFileSystemEntries(Folder.Path));

        (await GetAsync()).Expect();
        (await GetAsync("--on-complete", "python /c mkdir was-run")).Expect(2);
        Assert.False(Directory.Exists(Folder.File("was-run")));
        // Named by its path, it runs.
        (await GetAsync("--on-complete", @".\python /c mkdir was-run")).Expect();
        Assert.True(Directory.Exists(Folder.File("was-run")));

        Task<ProgramEnd> GetAsync(params string[] words) =>
            wine.Shipped.RunAsync(Folder.Path, null, ["get", "--overwrite", $"ftp://127.0.0.1:{server.Port}/python.exe", .. words], Token);
    }

    [ServerTheory("wine")]
    [InlineData("index.BAT")]
    [InlineData("index.cmd .")]
    public async Task A_job_gives_no_name_of_a_file_to_a_batch_file(string name)
    {
        await using var server = await FtpxServer.StartAsync(new ServerOptions(), Token);
        await server.PutAsync("day/S5P_&mkdir,x&.nc", 1000, 1, Token);
        await File.WriteAllTextAsync(Folder.File(name.TrimEnd(' ', '.').ToLowerInvariant()), "@mkdir was-run\r\n", Token);
        Directory.CreateDirectory(Folder.File("data"));
        await File.WriteAllTextAsync(Folder.File("data/jobs.json"), JobFile(server.Port, WineSession.PathOf(Folder.File(name))), Token);
        await using var service = wine.Session.Start(
            Folder.Path, new Dictionary<string, string>(), [WindowsBuild.Shipped.Require("ftpxd.exe"), "--console", "--data", WineSession.PathOf(Folder.File("data"))]);
        // A service that accepts the job would run the batch file, and cmd the commands in the name of the file.
        while (!Log().Contains("The service is idle until the file is valid.", StringComparison.Ordinal) && !Directory.Exists(Folder.File("was-run"))) await Task.Delay(50, Token);
        Assert.False(Directory.Exists(Folder.File("was-run")));
        while (!Log().Contains("jobs.passes.after.command: Windows' shell runs batch files, and it would take a part of a file's name for a command. ", StringComparison.Ordinal)) await Task.Delay(50, Token);
    }

    private string Log()
    {
        if (!Directory.Exists(Folder.File("data/logs")) || Directory.GetFiles(Folder.File("data/logs")) is not [var path, ..]) return "";
        // The service has the log open.
        using var reader = new StreamReader(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
        return reader.ReadToEnd();
    }

    private string JobFile(int port, string program) => $$"""
        {
          "servers": { "s": { "address": "ftp://127.0.0.1:{{port}}" } },
          "dashboard": { "enabled": false },
          "jobs": { "passes": {
            "server": "s", "folders": [ "/day" ], "schedule": { "every": "1s" }, "complete": { "looks": 2, "stable_for": "1s" },
            "target": {{JsonSerializer.Serialize(WineSession.PathOf(Folder.File("target")))}}, "after": { "command": [ {{JsonSerializer.Serialize(program)}}, "{name}" ] } } }
        }
        """;
}
