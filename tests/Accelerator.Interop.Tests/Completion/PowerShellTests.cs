namespace Accelerator.Interop.Tests.Completion;

/// <summary>The module of <c>installer/powershell</c> and the script of <c>ftpx completion powershell</c> in PowerShell 7, with the real program.</summary>
public sealed class PowerShellTests(ShellUserFixture user) : RealTests, IClassFixture<ShellUserFixture>
{
    [ServerTheory("pwsh")]
    [InlineData("ftpx ge", "get")]
    [InlineData("ftpx get --unb", "--unbuffered")]
    [InlineData("ftpx get --unbuffered ", "auto off on")]
    [InlineData("ftpx get la", "lab:")]
    [InlineData("ftpx get --checksums la", "lab:")]
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

    [ServerFact("pwsh")]
    public async Task The_functions_of_the_module_ask_sum_find_compare_and_read()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddText("/pass/a.nc", "a.nc");
        server.Files.AddText("/pass/sub/b.txt", "eins\nzw\u00f6lf\n");
        server.Files.AddSynthetic("/pass/big.bin", 300_000, 1);
        string[] expected =
        [
            "file 4", "folder ", "failed 12",
            "pass/sub 1 12", "pass 3 300016",
            "pass/sub/b.txt 1 4",
            "new a.nc", "new big.bin", "new sub/b.txt", "exit 1", "same 0",
            "eins", "zw\u00f6lf", "first eins", "raw 11", "bytes True", "range 3", "read 3",
        ];
        var lines = await LinesAsync("""
            $u = $env:SERVER
            $asked = Get-FtpxItem $u/pass/a.nc, $u/pass/none, $u/pass -ErrorAction Continue 2>&1
            $asked | Where-Object type -eq stat | ForEach-Object { $_.kind + ' ' + $_.size }
            if ("$asked" -match '\(exit code (\d+)\)') { 'failed ' + $Matches[1] }
            Measure-FtpxFolder $u/pass | ForEach-Object { $_.path + ' ' + $_.files + ' ' + $_.bytes }
            # A pattern is the program's, although a local file matches it.
            Set-Content x.txt local
            $found = @(Find-FtpxItem $u/pass *.txt -Type f)
            $found[0].path + ' ' + $found.Count + ' ' + @(Find-FtpxItem $u/pass).Count
            New-Item -ItemType Directory m | Out-Null
            # With 'Stop' an error would end the script here.
            Compare-FtpxFolder $u/pass m | ForEach-Object { $_.action + ' ' + $_.path }
            'exit ' + $LASTEXITCODE
            Sync-FtpxFolder $u/pass m | Out-Null
            'same ' + @(Compare-FtpxFolder $u/pass m).Count
            $found | Get-FtpxContent
            'first ' + (Get-FtpxContent $u/pass/sub/b.txt | Select-Object -First 1)
            'raw ' + (Get-FtpxContent $u/pass/sub/b.txt -Raw).Length
            $bytes = [byte[]](Get-FtpxContent $u/pass/big.bin -AsByteStream -Raw -Streams 2)
            'bytes ' + ([Convert]::ToHexString([Security.Cryptography.SHA256]::HashData($bytes)) -eq (Get-FileHash m/big.bin).Hash)
            'range ' + @(Get-FtpxContent $u/pass/big.bin -Range '-3' -AsByteStream).Count
            $read = Get-FtpxContent $u/pass/none -ErrorAction Continue 2>&1
            if ("$read" -match '\(exit code (\d+)\)') { 'read ' + $Matches[1] }
            """, server.UrlOf(""));
        Assert.Equal(expected, lines);
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
