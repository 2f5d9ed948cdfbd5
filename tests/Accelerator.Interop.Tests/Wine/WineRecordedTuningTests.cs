namespace Accelerator.Interop.Tests.Wine;

/// <summary>
/// The tuning of a computer whose CIM gives recorded answers, over Wine's registry and Wine's netsh, which accepts every argument, prints
/// nothing, does nothing and returns 0. That must never count as a change.
/// </summary>
[Collection(WineTuningGroup.Name)]
public sealed class WineRecordedTuningTests(WineTuningFixture wine) : RealTests
{
    private const string Class = @"SYSTEM\CurrentControlSet\Control\Class\{4D36E972-E325-11CE-BFC1-08002BE10318}";

    private const string Profile =
        """
        {
          "id": "ours", "title": "t", "for": "us",
          "settings": {
            "files.long-paths": { "value": "enabled", "reason": "r.", "source": "s" },
            "host.network-throttling": { "value": "4294967295", "reason": "r.", "source": "s" },
            "tcp.autotuning": { "value": "normal", "reason": "r.", "source": "s" },
            "nic.receive-buffers": { "value": "driver-max", "reason": "r.", "source": "s" }
          }
        }
        """;

    // A key whose access a test has denied to all accounts would block the next test.
    private readonly string _hive = $@"HKEY_CURRENT_USER\Software\FtpxTest\{Guid.NewGuid():N}";

    private string StandIn => _hive["HKEY_CURRENT_USER".Length..].TrimStart('\\');

    private string FileSystem => _hive + @"\SYSTEM\CurrentControlSet\Control\FileSystem";

    private string Seed =>
        $$"""
        [-HKEY_CURRENT_USER\Software\FtpxTest]

        [{{_hive}}\SOFTWARE\Microsoft\Windows NT\CurrentVersion]
        "CurrentBuildNumber"="20348"
        "InstallationType"="Server"

        [{{_hive}}\SOFTWARE\Microsoft\Windows NT\CurrentVersion\Multimedia\SystemProfile]
        "NetworkThrottlingIndex"=dword:0000000a

        [{{_hive}}\{{Class}}\0001]
        "NetCfgInstanceId"="{6F5B1C4A-3D0E-4C7B-9A51-2E8D7C6B5A41}"
        "DriverDesc"="한국 어댑터"
        "Characteristics"=dword:00000084
        "*RSS"="0"
        "*TransmitBuffers"=""
        "*FlowControl"="7"

        [{{_hive}}\{{Class}}\0001\Ndi\params\*JumboPacket]
        "type"="int"

        [{{_hive}}\{{Class}}\0001\Ndi\params\*ReceiveBuffers]
        "type"="int"
        "default"="512"
        "min"="64"
        "max"="4096"
        "step"="8"

        """;

    // A netsh.exe in the current folder, where Windows looks first, is not even tried.
    [ServerTheory("wine")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_change_that_netsh_did_not_make_is_unverified_and_everything_is_rolled_back(bool isPlanted)
    {
        await wine.SeedAsync(Folder, Seed, Token);
        await File.WriteAllTextAsync(Folder.File("ours.json"), Profile, Token);
        if (isPlanted) await File.WriteAllTextAsync(Folder.File("netsh.exe"), "This is no program.", Token);
        var before = await wine.QueryAsync(Folder, _hive, Token);

        var lines = await RecordedAsync("apply", "journals", "ours.json");
        Assert.Equal(
            ["files.long-paths: absent -> enabled", "host.network-throttling: 10 -> 4294967295", "tcp.autotuning: disabled -> normal", "nic.receive-buffers@0001: absent, so 512 -> 4096"],
            lines[..^1].Select(line => $"{Text(line, "step")}: {Text(line, "now")} -> {Text(line, "value")}"));
        Assert.Equal(
            ["tcp.autotuning: normal was written and disabled was read back: not verified."],
            lines[^1].GetProperty("problems").EnumerateArray().Select(problem => problem.GetString()));
        Assert.False(lines[^1].GetProperty("done").GetBoolean());

        // A key that was made for a value stays, empty.
        Assert.Equal(before, (await wine.QueryAsync(Folder, _hive, Token)).Where(line => line != FileSystem));
        using var journal = JsonDocument.Parse(await File.ReadAllBytesAsync(Assert.Single(Directory.GetFiles(Folder.File("journals"))), Token));
        Assert.Equal(
            ["files.long-paths enabled Restored", "host.network-throttling 4294967295 Restored", "tcp.autotuning normal Restored", "nic.receive-buffers@0001 4096 Planned"],
            journal.RootElement.GetProperty("steps").EnumerateArray().Select(step => $"{Text(step, "target")} {Text(step, "after")} {Text(step, "state")}"));
    }

    [ServerFact("wine")]
    public async Task The_registry_holds_numbers_as_numbers_keywords_as_text_and_absent_is_not_empty()
    {
        await wine.SeedAsync(Folder, Seed, Token);
        var before = await wine.QueryAsync(Folder, _hive, Token);

        var lines = await RecordedAsync(
            "read", "host.network-throttling", "read", "files.long-paths", "read", "nic.rss", "read", "nic.transmit-buffers", "read", "nic.jumbo", "read",
            "nic.flow-control", "write", "host.network-throttling", "4294967295", "write", "files.long-paths", "enabled", "write", "nic.rss", "enabled",
            "write", "nic.receive-buffers", "4096", "read", "host.network-throttling", "read", "files.long-paths", "read", "nic.rss", "read", "nic.receive-buffers");
        Assert.Equal(
            [
                "host.network-throttling 10", "files.long-paths absent", "nic.rss disabled", "nic.transmit-buffers ", "nic.jumbo absent", "nic.flow-control code 7",
                "host.network-throttling 4294967295", "files.long-paths enabled", "nic.rss enabled", "nic.receive-buffers 4096",
            ],
            lines.Where(line => line.TryGetProperty("read", out _)).Select(line => $"{Text(line, "read")} {Text(line, "is")}"));
        var after = await wine.QueryAsync(Folder, _hive, Token);
        Assert.Contains("NetworkThrottlingIndex    REG_DWORD    0xffffffff", after);
        // Its key was not there.
        Assert.Contains(FileSystem, after);
        Assert.Contains("LongPathsEnabled    REG_DWORD    0x1", after);
        Assert.Contains("*RSS    REG_SZ    1", after);
        Assert.Contains("*ReceiveBuffers    REG_SZ    4096", after);

        await RecordedAsync(
            "write", "host.network-throttling", "10", "delete", "files.long-paths", "write", "nic.rss", "code 0", "delete", "nic.receive-buffers", "delete", "nic.jumbo");
        Assert.Equal(before, (await wine.QueryAsync(Folder, _hive, Token)).Where(line => line != FileSystem));
    }

    [ServerFact("wine")]
    public async Task Without_rights_values_are_unknown_and_the_error_advises_an_elevated_terminal()
    {
        await wine.SeedAsync(Folder, Seed, Token);
        const string multimedia = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion\Multimedia\SystemProfile";
        var lines = await RecordedAsync(
            "deny", multimedia, "read", "host.network-throttling", "write", "host.network-throttling", "20", "delete", "host.network-throttling");
        Assert.Equal("unknown (access was denied)", Text(lines[0], "is"));
        Assert.All(
            lines[1..],
            line => Assert.Equal($@"host.network-throttling: write access to HKEY_LOCAL_MACHINE\{multimedia} was denied. Open a terminal with ""Run as administrator"" and run the command again.", Text(line, "problem")));
    }

    // The program's answer to these arguments.
    private async Task<JsonElement[]> RecordedAsync(params string[] words)
    {
        var end = (await wine.RecordedAsync(Folder, [Recording(), StandIn, .. words], Token)).ExpectQuiet();
        return [.. end.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement)];
    }

    // As recorded, but for the receive window.
    private string Recording()
    {
        var text = File.ReadAllText(Path.Combine(Checkout.Root, "tests", "Accelerator.Tuning.Tests", "Recorded", "server-2022.ko.json"));
        Assert.Contains("\"AutoTuningLevelLocal\": 3", text);
        File.WriteAllText(Folder.File("recording.json"), text.Replace("\"AutoTuningLevelLocal\": 3", "\"AutoTuningLevelLocal\": 0"));
        return "recording.json";
    }

    private static string Text(JsonElement line, string member) => line.GetProperty(member).GetString()!;
}
