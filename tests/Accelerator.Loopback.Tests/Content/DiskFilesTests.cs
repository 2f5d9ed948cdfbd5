using System.Diagnostics;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Content;

/// <summary>A local folder served over FTP: read only, without access to anything outside it.</summary>
public sealed class DiskFilesTests : IDisposable
{
    private const string Secret = "not to be read";

    private static readonly DateTime Written = new(2026, 11, 20, 4, 5, 6, DateTimeKind.Utc);

    private readonly DirectoryInfo _outer = Directory.CreateTempSubdirectory("ftpx-disk-");

    public DiskFilesTests()
    {
        Directory.CreateDirectory(Local("day/night"));
        Directory.CreateDirectory(Path.Combine(_outer.FullName, "served-not"));
        File.WriteAllText(Path.Combine(_outer.FullName, "secret"), Secret);
        File.WriteAllText(Path.Combine(_outer.FullName, "served-not", "secret"), Secret);
        Write("pass.bin", "0123456789");
        Write("day/night/deep.bin", "deep");
    }

    private string Root => Path.Combine(_outer.FullName, "served");

    public void Dispose() => _outer.Delete(recursive: true);

    [Fact]
    public async Task File_facts_are_reported_and_the_content_is_sent_from_any_offset()
    {
        await using var it = await OpenAsync();
        await it.Client.AskAllAsync(("SIZE pass.bin", "213 10"), ("MDTM /pass.bin", "213 20261120040506"), ("MLST day/night/deep.bin", "250-"));
        Directory.SetLastWriteTimeUtc(Local("day"), Written);
        Assert.Contains("type=dir;modify=20261120040506;", await it.Client.AskAsync("MLST day"));
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /pass.bin"));
        Assert.Equal("6789", await it.Client.TextAsync("RETR /pass.bin", offset: 6));
        await it.Client.AskAsync("RANG 2 4", "350");
        Assert.Equal("234", await it.Client.TextAsync("RETR pass.bin"));
        await it.Client.AskAsync("CWD day/night", "250");
        Assert.Equal("deep", await it.Client.TextAsync("RETR deep.bin"));
        Assert.Equal("type=file;size=4;modify=20261120040506;perm=r; deep.bin\r\n", await it.Client.TextAsync("MLSD"));
        Assert.Equal("deep.bin\r\n", await it.Client.TextAsync("NLST"));
        Assert.Matches("^-r--r--r-- +1 ftp +ftp +4 Nov 20 +[0-9:]+ deep.bin\r\n$", await it.Client.TextAsync("LIST"));
        await ExpectAnswerToRetrAsync(it, "../../day", "550 ../../day: Not a regular file.");
    }

    /// <summary>".." stops at the root, and every other notation for a local path is treated as a file name.</summary>
    [Fact]
    public async Task No_path_leaves_the_root()
    {
        string[] paths =
        [
            "/../secret", "../secret", "day/../../secret", "..//..//secret", "/day/night/../../../../../../../../../../etc/passwd",
            "/etc/passwd", "//etc/passwd", "..\\secret", "/day\\..\\..\\secret", "C:\\Windows\\win.ini", "/C:/Windows/win.ini", "\\\\server\\share",
            "%2e%2e/secret", "~root/.profile", ".../secret", "..\u0000/secret", "pass.bin\u0000.txt", "pass.bin/../../secret",
            "\u00C0\u00AE\u00C0\u00AE/secret", "\u00FF\u00FE", "",
        ];
        await using var it = await OpenAsync();
        foreach (var path in paths) await ExpectAnswerToRetrAsync(it, path, "550");
        // Equivalent spellings of a path are allowed: "pass.bin/." is pass.bin.
        foreach (var path in (string[])["pass.bin/", "pass.bin/."]) await ExpectAnswerToRetrAsync(it, path, "150");
    }

    [Fact]
    public async Task Links_are_followed_inside_and_those_that_lead_out_are_not_there()
    {
        if (OperatingSystem.IsWindows()) return; // links need a right of their own there
        File.CreateSymbolicLink(Local("inside"), "day/night/deep.bin");
        File.CreateSymbolicLink(Local("inside-absolute"), Local("pass.bin"));
        File.CreateSymbolicLink(Local("day/up"), "../pass.bin");
        File.CreateSymbolicLink(Local("days"), "day");
        string[] outside = ["out", "out-absolute", "out-folder", "out-beside", "out-twice", "out-through", "nowhere", "round", "round-two"];
        File.CreateSymbolicLink(Local("out"), "../secret");
        File.CreateSymbolicLink(Local("out-absolute"), Path.Combine(_outer.FullName, "secret"));
        Directory.CreateSymbolicLink(Local("out-folder"), "..");
        // The target's name starts with the root's name, and the rest of the path exists too.
        Directory.CreateDirectory(Local("-not"));
        Directory.CreateSymbolicLink(Local("out-beside"), Path.Combine(_outer.FullName, "served-not"));
        File.CreateSymbolicLink(Local("out-twice"), "out");
        File.CreateSymbolicLink(Local("out-through"), "days/../../secret");
        File.CreateSymbolicLink(Local("nowhere"), "not-there");
        File.CreateSymbolicLink(Local("round"), "round");
        File.CreateSymbolicLink(Local("round-two"), "round");

        await using var it = await OpenAsync();
        Assert.Equal("deep", await it.Client.TextAsync("RETR inside"));
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR inside-absolute"));
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR days/up"));
        Assert.Equal("deep", await it.Client.TextAsync("RETR days/night/deep.bin"));
        var listed = await it.Client.TextAsync("MLSD");
        Assert.Equal(["-not", "day", "days", "inside", "inside-absolute", "pass.bin"], Names(listed));
        Assert.Contains("type=OS.unix=slink:day/night/deep.bin;", listed);
        Assert.Contains("type=OS.unix=slink:/pass.bin;", listed);
        Assert.DoesNotContain(_outer.FullName, listed + await it.Client.TextAsync("LIST"));
        foreach (var name in outside)
        {
            await ExpectAnswerToRetrAsync(it, name, "550");
            foreach (var command in (string[])["SIZE", "MDTM", "CWD", "MLST"]) await it.Client.AskAsync($"{command} {name}", "550");
        }
        foreach (var path in (string[])["out-folder/secret", "out-beside/secret", "out-folder/served/pass.bin"]) await ExpectAnswerToRetrAsync(it, path, "550");
        await it.Client.RefusedAsync("MLSD out-folder", "501");
    }

    [Fact]
    public async Task A_root_that_is_a_link_is_served()
    {
        if (OperatingSystem.IsWindows()) return;
        Directory.CreateSymbolicLink(Path.Combine(_outer.FullName, "door"), "served");
        File.CreateSymbolicLink(Local("by-the-door"), Path.Combine(_outer.FullName, "door", "pass.bin"));
        await using var it = await OpenAsync(Path.Combine(_outer.FullName, "door") + "/");
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR by-the-door"));
    }

    [Fact]
    public async Task Names_are_UTF_8_and_those_that_no_listing_can_carry_are_left_out()
    {
        Write("한글 이름.bin", "korean");
        Write("-la", "dash");
        Write(" space", "space");
        if (!OperatingSystem.IsWindows()) Write("two\r\nlines", "never");
        await using var it = await OpenAsync();
        var bytes = (await it.Client.TransferAsync("MLSD")).Bytes;
        Assert.Equal([" space", "-la", "day", "pass.bin", "한글 이름.bin"], Names(Encoding.UTF8.GetString(bytes)));
        Assert.Equal("korean", await it.Client.TextAsync("RETR " + LoopbackPath.FromUtf8("한글 이름.bin")));
        Assert.Equal("dash", await it.Client.TextAsync("RETR -la"));
        Assert.Equal("space", await it.Client.TextAsync("RETR  space"));
        await ExpectAnswerToRetrAsync(it, "two\n", "550");
    }

    [Fact]
    public async Task Thousands_of_names_are_listed_in_order()
    {
        for (var i = 0; i < 2000; i++) File.Create(Local($"day/{i:00000}.bin")).Dispose();
        await using var it = await OpenAsync();
        var names = Names(await it.Client.TextAsync("MLSD day"));
        Assert.Equal([.. Enumerable.Range(0, 2000).Select(i => $"{i:00000}.bin"), "night"], names);
        Assert.Equal(2001, (await it.Client.TextAsync("NLST day")).Split("\r\n").Length - 1);
    }

    /// <summary>More bytes than the socket buffers hold: the server is in the middle of the file while it changes.</summary>
    [Theory]
    [InlineData("grown")]
    [InlineData("cut")]
    [InlineData("renamed over")]
    [InlineData("deleted")]
    public async Task A_file_may_change_while_it_is_sent(string how)
    {
        if (OperatingSystem.IsWindows() && how != "grown") return;
        const long Length = 64 << 20;
        using (var file = File.Create(Local("growing"))) file.SetLength(Length);
        await using var it = await OpenAsync();
        using var data = await it.Client.RetrieveAsync("growing");
        var (begun, _) = await it.Client.ReadDataAsync(data, atMost: 1);
        switch (how)
        {
            case "grown":
                await File.AppendAllTextAsync(Local("growing"), "tail");
                break;
            case "cut":
                await using (var file = new FileStream(Local("growing"), FileMode.Open, FileAccess.Write, FileShare.ReadWrite)) file.SetLength(100);
                break;
            case "renamed over":
                Write("other", "other");
                File.Move(Local("other"), Local("growing"), overwrite: true);
                break;
            default:
                File.Delete(Local("growing"));
                break;
        }
        var (rest, _) = await it.Client.ReadDataAsync(data);
        await it.Client.ExpectAsync("226");
        var length = begun.Length + rest.LongLength;
        if (how == "cut") Assert.InRange(length, 100, Length - 1);
        else Assert.Equal(how == "grown" ? Length + 4 : Length, length);
        if (how == "grown") Assert.Equal("tail", Encoding.ASCII.GetString(rest.AsSpan(^4..)));
        Assert.Equal(TransferEnding.Complete, await it.OnlyEndingAsync());
    }

    /// <summary>Opening a named pipe blocks until another process writes to it.</summary>
    [Fact]
    public async Task A_named_pipe_is_an_empty_file()
    {
        if (!OperatingSystem.IsLinux()) return;
        using (var make = Process.Start("mkfifo", [Local("pipe")])) await make.WaitForExitAsync();
        await using var it = await OpenAsync();
        var got = await it.Client.TransferAsync("RETR pipe");
        Assert.Equal((0, "226"), (got.Bytes.Length, got.Final[..3]));
    }

    [Fact]
    public async Task A_read_error_ends_with_451()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        using var handle = File.OpenHandle(Local("pass.bin"), FileMode.Open, FileAccess.Write);
        it.Files.Add("/f", new DiskContent(handle, 10));
        Assert.StartsWith("451", (await it.Client.TransferAsync("RETR /f")).Final, StringComparison.Ordinal);
        Assert.Equal(TransferEnding.Unreadable, await it.OnlyEndingAsync());
        Assert.Empty(it.Log.Faults);
    }

    [Fact]
    public async Task Nothing_is_written()
    {
        string[] commands =
        [
            "STOR new", "STOR pass.bin", "APPE pass.bin", "STOU", "DELE pass.bin", "RMD day", "MKD new", "XMKD new", "RNFR pass.bin", "RNTO new", "ALLO 10",
            "SITE CHMOD 777 pass.bin", "MFMT 20200101000000 pass.bin", "MDTM 20200101000000 pass.bin",
        ];
        await using var it = await OpenAsync();
        foreach (var command in commands)
        {
            using var data = await it.Client.OpenDataAsync();
            await it.Client.AskAsync(command, "5");
            Assert.Equal(("0123456789", Written), (await File.ReadAllTextAsync(Local("pass.bin")), File.GetLastWriteTimeUtc(Local("pass.bin"))));
            Assert.Equal(["day", "pass.bin"], Directory.EnumerateFileSystemEntries(Root).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        }
    }

    private static async Task ExpectAnswerToRetrAsync(LoopbackFixture it, string path, string expected)
    {
        var got = await it.Client.TransferAsync($"RETR {path}");
        Assert.DoesNotContain(Secret, Encoding.Latin1.GetString(got.Bytes), StringComparison.Ordinal);
        Assert.True(got.Preliminary.StartsWith(expected, StringComparison.Ordinal), $"RETR {path} was answered \"{got.Preliminary}\", not {expected}");
    }

    private static IEnumerable<string> Names(string listed) => listed.Split("\r\n", StringSplitOptions.RemoveEmptyEntries).Select(line => Regex.Match(line, "^[^ ]+; (.*)$").Groups[1].Value);

    private Task<LoopbackFixture> OpenAsync(string? folder = null) =>
        LoopbackFixture.OpenAsync(new LoopbackOptions { Folder = folder ?? Root, Features = LoopbackFeatures.Usual | LoopbackFeatures.Rang });

    private string Local(string name) => Path.Combine(Root, name);

    private void Write(string name, string text)
    {
        File.WriteAllText(Local(name), text);
        File.SetLastWriteTimeUtc(Local(name), Written);
    }
}
