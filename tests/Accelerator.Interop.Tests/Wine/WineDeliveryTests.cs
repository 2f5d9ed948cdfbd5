namespace Accelerator.Interop.Tests.Wine;

/// <summary>The service in Windows' list of services fetches from a real server what its job file says.</summary>
[Collection(WineTuningGroup.Name)]
public sealed class WineDeliveryTests(WineTuningFixture wine) : RealTests
{
    // More than a minute for five streams: on a busy machine Wine needs half of one to start the program that stops the service.
    private const int Rate = 128 << 10;
    private const long Length = 48 << 20;

    [ServerFact("wine")]
    public async Task A_file_in_whose_middle_the_service_was_stopped_is_finished_after_its_start()
    {
        await using var server = await FtpxServer.StartAsync(new ServerOptions { BytesPerSecond = Rate }, Token);
        var hash = await server.PutAsync("day/S5P_slow.nc", Length, 6, Token);
        await OkAsync("service", "install", "--start", "manual", "--data", wine.DataFor(Folder).OnWindows);
        try
        {
            await File.WriteAllTextAsync(Path.Combine(wine.DataFor(Folder).Here, "jobs.json"), JobFile(server.Port, Folder), Token);
            await OkAsync("service", "start");
            var target = Folder.File("target/S5P_slow.nc");
            await DeliveryFixture.UntilInTheMiddleAsync(target, Token);
            await OkAsync("service", "stop");
            Assert.Equal((false, true), (File.Exists(target), File.Exists(target + ".part")));

            await server.RestartAsync(() => Task.CompletedTask, new ServerOptions(), Token);
            await OkAsync("service", "start");
            var manifest = Folder.File("manifest.jsonl");
            while (!File.Exists(manifest) || new FileInfo(manifest).Length == 0) await Task.Delay(50, Token);
            Assert.Equal(Length, JsonDocument.Parse(Assert.Single(await File.ReadAllLinesAsync(manifest, Token))).RootElement.GetProperty("size").GetInt64());
            Assert.Equal(hash, await RandomFile.HashAsync(target, Token));
            Assert.False(File.Exists(target + ".part"));
            await OkAsync("service", "stop");
        }
        finally
        {
            await wine.FtpxAsync(Folder, ["service", "uninstall"], Token);
        }

        async Task OkAsync(params string[] words) => (await wine.FtpxAsync(Folder, words, Token)).Expect(0, string.Join(' ', words));
    }

    private static string JobFile(int port, TempFolder folder) => $$"""
        {
          "servers": { "s": { "address": "ftp://127.0.0.1:{{port}}", "sessions": 5 } },
          "dashboard": { "enabled": false },
          "jobs": { "passes": {
            "server": "s", "folders": [ "/day" ], "schedule": { "every": "1s" }, "complete": { "looks": 2, "stable_for": "1s" },
            "target": {{JsonSerializer.Serialize(WineSession.PathOf(folder.File("target")))}}, "manifest": {{JsonSerializer.Serialize(WineSession.PathOf(folder.File("manifest.jsonl")))}} } }
        }
        """;
}
