namespace Accelerator.Tuning.Tests.Exporting;

public sealed class PlanScriptTests
{
    private const string Class = @"SYSTEM\CurrentControlSet\Control\Class\{4D36E972-E325-11CE-BFC1-08002BE10318}\0001";

    private static readonly AdapterFacts Nic = Adapter("0001") with { Id = "{A}", Name = "R\u2019D\nadapter" };

    [Fact]
    public void Netsh_contains_its_commands_and_names_what_it_cannot_express() => Assert.Equal(
        """
        rem mine for here: 4 changes. Verify with: ftpx tune diff mine

        rem tcp.autotuning: restricted -> normal. r.
        %SystemRoot%\System32\netsh.exe interface tcp set global autotuninglevel=normal

        rem files.long-paths: absent -> enabled. r.
        rem This format cannot express this change; ps1 can.

        rem power.plan: balanced -> high-performance. r.
        rem This format cannot express this change; ps1 can.

        rem nic.rss@0001: disabled -> enabled. r.
        rem This format cannot express this change; ps1 can.
        rem Restart R’D adapter for its changes to take effect.
        """,
        Written(ScriptFormat.Netsh));

    [Fact]
    public void PowerShell_holds_all_of_it()
    {
        var lines = Written(ScriptFormat.Ps1).Split('\n').Where(line => line.Length > 0 && line[0] != '#').ToList();
        Assert.Equal(
            [
                "$ErrorActionPreference = 'Stop'",
                "netsh interface tcp set global autotuninglevel=normal",
                @"New-ItemProperty -Path 'HKLM:\SYSTEM\CurrentControlSet\Control\FileSystem' -Name 'LongPathsEnabled' -Value 1 -PropertyType DWord -Force | Out-Null",
                "powercfg /setactive 8c5e7fda-e8bf-4a96-9a85-a6e23a8c635c",
                "Get-NetAdapter | Where-Object InterfaceGuid -eq '{A}' | Set-NetAdapterAdvancedProperty -RegistryKeyword '*RSS' -RegistryValue 1 -NoRestart",
            ],
            lines);
    }

    [Fact]
    public void Regedit_has_what_is_kept_in_the_registry()
    {
        var text = Written(ScriptFormat.Reg);
        Assert.StartsWith("Windows Registry Editor Version 5.00\n\n;", text, StringComparison.Ordinal);
        Assert.Contains($"[HKEY_LOCAL_MACHINE\\{Class}]\n\"*RSS\"=\"1\"\n", text, StringComparison.Ordinal);
        Assert.Contains("[HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\FileSystem]\n\"LongPathsEnabled\"=dword:00000001\n", text, StringComparison.Ordinal);
        Assert.Contains("; This format cannot express this change; ps1 can.", text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_document_names_adapters_by_their_GUIDs()
    {
        using var json = JsonDocument.Parse(Written(ScriptFormat.Json));
        var changes = json.RootElement.GetProperty("changes").EnumerateArray().ToList();
        Assert.Equal(["tcp.autotuning", "files.long-paths", "power.plan", "nic.rss"], changes.Select(change => change.GetProperty("setting").GetString()));
        Assert.Equal([null, null, null, "{A}"], changes.Select(change => change.GetProperty("adapter").GetString()));
        Assert.Equal("{A}", json.RootElement.GetProperty("restart_adapters")[0].GetString());
    }

    [Fact]
    public void A_script_for_another_system_is_refused() => Assert.Equal(
        "A script of the format sh is for Linux, and this computer runs Windows: use ps1, netsh, reg or json.",
        Assert.Throws<FormatException>(() => PlanScript.Write(Plan(), ScriptFormat.Sh, "here").ToList()).Message);

    /// <summary>A name that ended its surrounding comment would become a command. The shell itself parses the written script.</summary>
    [Fact]
    public async Task A_shell_takes_what_is_written_for_it()
    {
        var host = new HostFacts(0, false, 4, [new AdapterFacts("eth0", "eth0", "eth0")]) { Platform = HostPlatform.Linux };
        var plan = TuningPlanner.Make(
            Profile(Want("linux.sack", "enabled") with { Reason = "a\nexit 7 $(exit 8) `exit 9`." }, Want("linux.gro", "enabled"), Want("linux.receive-window", "67108864")),
            new HostSnapshot(host, new Dictionary<string, SettingReading> { ["linux.sack"] = Is("disabled"), ["linux.gro@eth0"] = Is("disabled"), ["linux.receive-window"] = Is("4096") }));
        var script = string.Join('\n', PlanScript.Write(plan, ScriptFormat.Sh, "here\nexit 7"));
        Assert.Contains("\nethtool -K eth0 gro on", script, StringComparison.Ordinal);
        Assert.Equal("A script of the format ps1 is for Windows, and this computer runs Linux: use sh or json.", Assert.Throws<FormatException>(() => PlanScript.Write(plan, ScriptFormat.Ps1, "here").ToList()).Message);

        using var shell = Process.Start(new ProcessStartInfo("sh") { RedirectStandardInput = true, RedirectStandardOutput = true })!;
        await shell.StandardInput.WriteAsync($"sysctl() {{ echo \"sysctl $#:$*\"; }}\nethtool() {{ echo \"ethtool $#:$*\"; }}\n{script}\n");
        shell.StandardInput.Close();
        Assert.Equal("sysctl 2:-w net.ipv4.tcp_sack=1\nsysctl 2:-w net.ipv4.tcp_rmem=4096 131072 67108864\nethtool 4:-K eth0 gro on\n", await shell.StandardOutput.ReadToEndAsync());
        await shell.WaitForExitAsync();
        Assert.Equal(0, shell.ExitCode);
    }

    private static TuningPlan Plan() => TuningPlanner.Make(
        Profile(Want("tcp.autotuning", "normal"), Want("files.long-paths", "enabled"), Want("power.plan", "high-performance"), Want("nic.rss", "enabled")),
        Host([Nic], readings: [("tcp.autotuning", Is("restricted")), ("files.long-paths", new SettingReading.Absent()), ("power.plan", Is("balanced")), ("nic.rss@0001", Is("disabled"))]));

    private static string Written(ScriptFormat format) => string.Join('\n', PlanScript.Write(Plan(), format, "here")).ReplaceLineEndings("\n");
}
