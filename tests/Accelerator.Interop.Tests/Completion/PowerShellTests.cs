namespace Accelerator.Interop.Tests.Completion;

/// <summary>The module of <c>installer/powershell</c> and the script of <c>ftpx completion powershell</c> in PowerShell 7, with the real program.</summary>
public sealed class PowerShellTests(ShellUserFixture user) : RealTests, IClassFixture<ShellUserFixture>
{
    [ServerTheory("pwsh")]
    [InlineData("ftpx ge", "get")]
    [InlineData("ftpx get --unb", "--unbuffered")]
    [InlineData("ftpx get --unbuffered ", "auto off on")]
    [InlineData("ftpx get la", "lab:")]
    public async Task PowerShell_completes(string line, string expected) => Assert.Equal(expected.Split(' '), await LinesAsync($$"""
        ftpx completion powershell | Out-String | Invoke-Expression
        (TabExpansion2 '{{line}}' {{line.Length}}).CompletionMatches | ForEach-Object CompletionText
        """, ""));

    [ServerFact("pwsh")]
    public async Task The_functions_of_the_module_fetch_mirror_list_and_remember()
    {
        await using var server = LoopbackServer.Start();
        foreach (var name in (string[])["a.nc", "b.nc", "c.txt"]) server.Files.AddText("/pass/" + name, name);
        string[] expected =
        [
            // A pattern is the program's, although a local file matches it.
            "mirrored a.nc", "mirrored b.nc", "mirror_result 2",
            "planned c.txt", "no report",
            "ls c.txt",
            "got b.nc", "got c.txt", "trace",
            "failed 3", "exit 3",
            "history 5", "cleared 0",
        ];
        var lines = await LinesAsync("""
            Set-Content x.nc local
            $u = $env:SERVER
            Sync-FtpxFolder $u/pass m -Include *.nc -Streams 2 -MaxDepth 0 | ForEach-Object {
                if ($_.type -eq 'result') { 'mirrored ' + (Split-Path -Leaf $_.target) } else { $_.type + ' ' + $_.files }
            }
            Sync-FtpxFolder $u/pass m -WhatIf -Report report.html | Where-Object type -eq mirror_file | ForEach-Object { 'planned ' + $_.path }
            if (-not (Test-Path report.html)) { 'no report' }
            $listed = Get-FtpxChildItem $u/pass -Exclude *.nc
            'ls ' + $listed.name
            $got = Get-FtpxChildItem $u/pass | Where-Object name -ne a.nc | Receive-FtpxFile -Destination d/ -Proxy none -Trace trace.txt -Retries 0
            $got | ForEach-Object { 'got ' + (Split-Path -Leaf $_.target) } | Sort-Object
            if (Select-String -Quiet -Pattern RETR trace.txt) { 'trace' }
            $problems = Receive-FtpxFile $u/pass/none -Destination d/ -ErrorAction Continue 2>&1
            if ("$problems" -match '\(exit code 3\)') { 'failed 3' }
            'exit ' + $LASTEXITCODE
            'history ' + @(Get-FtpxHistory -Since 1h).Count
            Clear-FtpxHistory -Confirm:$false
            'cleared ' + @(Get-FtpxHistory).Count
            """, server.UrlOf(""));
        // Small files end in any order.
        Assert.Equal(expected.Order(), lines.Where(line => !line.StartsWith("What if: ", StringComparison.Ordinal)).Order());
    }

    // PowerShell writes what it keeps (a cache of modules) to its home.
    private async Task<string[]> LinesAsync(string script, string server)
    {
        using var folder = new TempFolder();
        var module = Path.Combine(Checkout.Root, "installer", "powershell", "Ftpx", "Ftpx.psd1");
        await File.WriteAllTextAsync(folder.File("test.ps1"), $"$ErrorActionPreference = 'Stop'\n$PSStyle.OutputRendering = 'PlainText'\nImport-Module '{module}'\n{script}\n", Token);
        await using var run = ProgramRun.StartFile(ServerTools.Require("pwsh"), folder.Path, ["-NoProfile", "-NonInteractive", "-File", "test.ps1"], new Dictionary<string, string>
        {
            ["PATH"] = Path.Combine(user.Home, "bin") + ":/usr/bin:/bin",
            ["HOME"] = user.Home,
            ["SERVER"] = server.TrimEnd('/'),
            ["XDG_DATA_HOME"] = Path.Combine(folder.Path, "data"),
            ["XDG_CONFIG_HOME"] = Path.Combine(user.Home, ".config"),
            ["XDG_CACHE_HOME"] = Path.Combine(folder.Path, "cache"),
            ["FTPX_HISTORY"] = "yes",
            ["POWERSHELL_TELEMETRY_OPTOUT"] = "1",
            ["POWERSHELL_UPDATECHECK"] = "Off",
            ["LC_ALL"] = "C.UTF-8",
        });
        var end = (await run.WaitAsync(Token)).Expect();
        return end.Output.Trim().ReplaceLineEndings("\n").Split('\n');
    }
}
