using Accelerator.Interop.Tests.Documents;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// <c>ftpxd.exe</c> in Windows' list of services, as Wine's services.exe has it: it starts and stops services and hands on what they are asked. It knows neither accounts
/// nor restarts; docs/windows-checklist.md has those.
/// </summary>
[Collection(WineTuningGroup.Name)]
public sealed class WineServiceTests(WineTuningFixture wine) : RealTests
{
    // With the credential that the guide stores.
    private const string JobFile = """
        {
          "servers": { "s": { "address": "ftp://kim@127.0.0.1:9", "credential": "station" } },
          "dashboard": { "enabled": false },
          "jobs": { "passes": { "server": "s", "folders": [ "/day" ], "schedule": { "every": "1h" }, "complete": { "looks": 2, "stable_for": "1s" }, "target": "C:\\archive" } }
        }
        """;

    [ServerFact("wine")]
    public async Task The_service_is_installed_started_asked_paused_stopped_and_taken_away()
    {
        await OkAsync(["service", "install", "--start", "manual", "--data", wine.DataFor(Folder).OnWindows], "The service is installed for NT SERVICE\\ftpxd, with its data in ");
        try
        {
            var key = await wine.QueryAsync(Folder, @"HKLM\SYSTEM\CurrentControlSet\Services\ftpxd", Token);
            Assert.Contains($"ImagePath    REG_SZ    \"{WineSession.PathOf(WindowsBuild.Shipped.Require("ftpxd.exe"))}\" --data \"{wine.DataFor(Folder).OnWindows}\"", key);
            Assert.Contains("ObjectName    REG_SZ    NT SERVICE\\ftpxd", key);
            Assert.Contains("PreshutdownTimeout    REG_DWORD    0x9c40", key);
            Assert.Contains("TypesSupported    REG_DWORD    0x7", await wine.QueryAsync(Folder, @"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\Accelerator", Token));

            await OkAsync(["service", "start"], "The service is running.");
            var status = await StatusAsync();
            Assert.Equal(("running", "running"), (Text(status, "listed"), Text(status, "state")));
            Assert.Contains("does not exist", Assert.Single(status.GetProperty("problems").EnumerateArray().ToList()).GetString());

            await OkAsync(["service", "pause"], "The service is paused.");
            status = await StatusAsync();
            Assert.Equal(("paused", "paused"), (Text(status, "listed"), Text(status, "state")));
            await OkAsync(["service", "continue"], "The service is running.");

            await OkAsync(["service", "stop"], "The service is stopped.");
            var asked = (await RunAsync("service", "status", "--json")).Expect(14);
            Assert.Equal("stopped", Text(Assert.Single(FtpxProgram.Lines(asked, "service")), "listed"));
        }
        finally
        {
            await RunAsync("service", "uninstall");
        }
        Assert.Equal((14, "ftpx: error: The service is not installed. As an administrator, run: ftpx service install\r\n"), Parts(await RunAsync("service", "start")));

        async Task OkAsync(string[] words, string beginning)
        {
            var end = (await RunAsync(words)).Expect(0, string.Join(' ', words));
            Assert.StartsWith(beginning, end.Output, StringComparison.Ordinal);
        }

        async Task<JsonElement> StatusAsync()
        {
            var end = (await RunAsync("service", "status", "--json")).ExpectQuiet();
            return Assert.Single(FtpxProgram.Lines(end, "service"));
        }

        Task<ProgramEnd> RunAsync(params string[] words) => wine.FtpxAsync(Folder, words, Token);
    }

    [ServerFact("wine")]
    public async Task What_the_guide_types_for_a_service_works_in_its_order()
    {
        var page = await File.ReadAllTextAsync(Path.Combine(Checkout.Root, "docs", "guide.md"), Token);
        var lines = DocumentCommand.Read("docs/guide.md", page).SkipWhile(command => command.Text != "ftpx service install").TakeWhile(command => command.Words[1] is "service" or "credential" or "job").ToList();
        Assert.Equal("ftpx job list", lines[^1].Text);
        var data = Path.GetDirectoryName(wine.Journals)!;
        if (Directory.Exists(data)) Directory.Delete(data, recursive: true);
        try
        {
            foreach (var line in lines)
            {
                if (line.Text == "ftpx service reload") await File.WriteAllTextAsync(Path.Combine(data, "jobs.json"), JobFile, Token);
                // At a terminal the secret is typed.
                var secret = line.Words.Contains("set") ? "geheim" : null;
                (await wine.FtpxAsync(Folder, [.. line.Words.Skip(1)], Token, secret)).Expect(0, line.Text);
            }
        }
        finally
        {
            await wine.FtpxAsync(Folder, ["service", "uninstall"], Token);
            if (Directory.Exists(data)) Directory.Delete(data, recursive: true);
        }
    }

    /// <summary>Windows restarts a service only where it ends with an error code.</summary>
    [ServerFact("wine")]
    public async Task A_service_that_cannot_start_ends_with_an_error_code_of_its_own()
    {
        Directory.CreateDirectory(wine.DataFor(Folder).Here);
        await File.WriteAllTextAsync(Path.Combine(wine.DataFor(Folder).Here, "logs"), "a file where a folder should be", Token);
        Assert.Equal(0, (await RunAsync("service", "install", "--start", "manual", "--data", wine.DataFor(Folder).OnWindows)).ExitCode);
        try
        {
            var start = (await RunAsync("service", "start")).Expect(14);
            Assert.StartsWith("ftpx: error: The service ended with 10 (disk). ", start.Error);
        }
        finally
        {
            await RunAsync("service", "uninstall");
        }

        Task<ProgramEnd> RunAsync(params string[] words) => wine.FtpxAsync(Folder, words, Token);
    }

    /// <summary>The secret is sealed by DPAPI, which Wine has, and stays where it was put.</summary>
    [ServerFact("wine")]
    public async Task A_service_at_a_console_keeps_secrets_and_a_second_one_is_refused()
    {
        await using var service = wine.StartService(Folder, "--console", "--data", WineSession.PathOf(Folder.File("data")));
        var data = new[] { "--data", WineSession.PathOf(Folder.File("data")) };
        while ((await RunAsync(["service", "status", .. data])).ExitCode != 0) Assert.False(service.HasExited);

        (await RunAsync(["credential", "set", "kim", "--service", .. data], "geheim-7391")).Expect();
        Assert.Equal((0, "kim\r\n"), (await RunAsync(["credential", "list", "--service", .. data]) is var list ? (list.ExitCode, list.Output) : default));
        var sealedSecret = await File.ReadAllBytesAsync(Folder.File("data/credentials/kim.secret"), Token);
        Assert.Equal(-1, sealedSecret.AsSpan().IndexOf("geheim"u8));

        await using var second = wine.StartService(Folder, "--console", "--data", WineSession.PathOf(Folder.File("data")));
        var refused = (await second.WaitAsync(Token)).Expect(15);
        Assert.StartsWith("ftpxd: Another ftpxd uses the data folder ", refused.Error);

        Task<ProgramEnd> RunAsync(string[] words, string? input = null) => wine.FtpxAsync(Folder, words, Token, input);
    }

    private static string? Text(JsonElement line, string name) => line.GetProperty(name).GetString();

    private static (int ExitCode, string Error) Parts(ProgramEnd end) => (end.ExitCode, end.Error);
}
