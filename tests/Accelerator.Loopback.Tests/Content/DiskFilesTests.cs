using System.Diagnostics;
using System.Text;
using System.Text.RegularExpressions;

namespace Accelerator.Loopback.Tests;

/// <summary>A folder of the disk over FTP: read only, and nothing outside of it.</summary>
public sealed class DiskFilesTests : IDisposable
{
    private const string Secret = "nobody is to read this";

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
    public async Task A_file_is_told_of_and_sent_from_any_offset()
    {
        await using var server = Start();
        using var client = await RawFtp.LoginAsync(server);
        await client.AskAsync("SIZE pass.bin", "213 10");
        await client.AskAsync("MDTM /pass.bin", "213 20261120040506");
        await client.AskAsync("MLST day/night/deep.bin", "250-");
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR /pass.bin")));
        Assert.Equal("6789", Text(await client.TransferAsync("RETR /pass.bin", offset: 6)));
        await client.AskAsync("RANG 2 4", "350");
        Assert.Equal("234", Text(await client.TransferAsync("RETR pass.bin")));
        await client.AskAsync("CWD day/night", "250");
        Assert.Equal("deep", Text(await client.TransferAsync("RETR deep.bin")));
        Assert.Equal("type=file;size=4;modify=20261120040506;perm=r; deep.bin\r\n", Text(await client.TransferAsync("MLSD")));
        Assert.Equal("deep.bin\r\n", Text(await client.TransferAsync("NLST")));
        Assert.Matches("^-r--r--r-- +1 ftp +ftp +4 Nov 20 +[0-9:]+ deep.bin\r\n$", Text(await client.TransferAsync("LIST")));
        Assert.StartsWith("550 ../../day: Not a regular file.", await AnswerToRetrAsync(client, "../../day"), StringComparison.Ordinal);
    }

    /// <summary>".." ends at the root, and whatever else might be a path of the disk is a name here.</summary>
    [Theory]
    [InlineData("/../secret")]
    [InlineData("../secret")]
    [InlineData("day/../../secret")]
    [InlineData("..//..//secret")]
    [InlineData("/day/night/../../../../../../../../../../etc/passwd")]
    [InlineData("/etc/passwd")]
    [InlineData("//etc/passwd")]
    [InlineData("..\\secret")]
    [InlineData("/day\\..\\..\\secret")]
    [InlineData("C:\\Windows\\win.ini")]
    [InlineData("/C:/Windows/win.ini")]
    [InlineData("\\\\server\\share")]
    [InlineData("%2e%2e/secret")]
    [InlineData("~root/.profile")]
    [InlineData(".../secret")]
    [InlineData("..\u0000/secret")]
    [InlineData("pass.bin\u0000.txt")]
    [InlineData("pass.bin/")]
    [InlineData("pass.bin/.")]
    [InlineData("pass.bin/../../secret")]
    [InlineData("\u00C0\u00AE\u00C0\u00AE/secret")]
    [InlineData("\u00FF\u00FE")]
    [InlineData("")]
    public async Task No_path_leads_out(string path)
    {
        await using var server = Start();
        using var client = await RawFtp.LoginAsync(server);
        var reply = await AnswerToRetrAsync(client, path);
        // What a path means by its words, it may: "pass.bin/." is pass.bin.
        if (path is "pass.bin/" or "pass.bin/.") Assert.StartsWith("150", reply, StringComparison.Ordinal);
        else Assert.StartsWith("550", reply, StringComparison.Ordinal);
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
        // Its name begins as the root's does, and the rest of it is there, too.
        Directory.CreateDirectory(Local("-not"));
        Directory.CreateSymbolicLink(Local("out-beside"), Path.Combine(_outer.FullName, "served-not"));
        File.CreateSymbolicLink(Local("out-twice"), "out");
        File.CreateSymbolicLink(Local("out-through"), "days/../../secret");
        File.CreateSymbolicLink(Local("nowhere"), "not-there");
        File.CreateSymbolicLink(Local("round"), "round");
        File.CreateSymbolicLink(Local("round-two"), "round");

        await using var server = Start();
        using var client = await RawFtp.LoginAsync(server);
        Assert.Equal("deep", Text(await client.TransferAsync("RETR inside")));
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR inside-absolute")));
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR days/up")));
        Assert.Equal("deep", Text(await client.TransferAsync("RETR days/night/deep.bin")));
        var listed = Text(await client.TransferAsync("MLSD"));
        Assert.Equal(["-not", "day", "days", "inside", "inside-absolute", "pass.bin"], Names(listed));
        Assert.Contains("type=OS.unix=slink:day/night/deep.bin;", listed);
        Assert.Contains("type=OS.unix=slink:/pass.bin;", listed);
        Assert.DoesNotContain(_outer.FullName, listed + Text(await client.TransferAsync("LIST")));
        foreach (var name in outside)
        {
            Assert.StartsWith("550", await AnswerToRetrAsync(client, name), StringComparison.Ordinal);
            foreach (var command in new[] { "SIZE", "MDTM", "CWD", "MLST" }) await client.AskAsync($"{command} {name}", "550");
        }
        foreach (var path in new[] { "out-folder/secret", "out-beside/secret", "out-folder/served/pass.bin" })
        {
            Assert.StartsWith("550", await AnswerToRetrAsync(client, path), StringComparison.Ordinal);
        }
        Assert.StartsWith("501", (await client.TransferAsync("MLSD out-folder")).Preliminary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_root_that_is_a_link_is_served()
    {
        if (OperatingSystem.IsWindows()) return;
        Directory.CreateSymbolicLink(Path.Combine(_outer.FullName, "door"), "served");
        File.CreateSymbolicLink(Local("by-the-door"), Path.Combine(_outer.FullName, "door", "pass.bin"));
        await using var server = Start(new LoopbackOptions { Folder = Path.Combine(_outer.FullName, "door") + "/" });
        using var client = await RawFtp.LoginAsync(server);
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR by-the-door")));
    }

    [Fact]
    public async Task Names_are_UTF_8_and_those_that_no_listing_can_carry_are_left_out()
    {
        Write("한글 이름.bin", "korean");
        Write("-la", "dash");
        Write(" space", "space");
        if (!OperatingSystem.IsWindows()) Write("two\r\nlines", "never");
        await using var server = Start();
        using var client = await RawFtp.LoginAsync(server);
        var bytes = (await client.TransferAsync("MLSD")).Bytes;
        Assert.Equal([" space", "-la", "day", "pass.bin", "한글 이름.bin"], Names(Encoding.UTF8.GetString(bytes)));
        Assert.Equal("korean", Text(await client.TransferAsync("RETR " + LoopbackPath.FromUtf8("한글 이름.bin"))));
        Assert.Equal("dash", Text(await client.TransferAsync("RETR -la")));
        Assert.Equal("space", Text(await client.TransferAsync("RETR  space")));
        Assert.StartsWith("550", await AnswerToRetrAsync(client, "two\n"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Thousands_of_names_are_listed_in_order()
    {
        for (var i = 0; i < 5000; i++) Write($"day/{i:00000}.bin", "");
        await using var server = Start();
        using var client = await RawFtp.LoginAsync(server);
        var names = Names(Text(await client.TransferAsync("MLSD day")));
        Assert.Equal([.. Enumerable.Range(0, 5000).Select(i => $"{i:00000}.bin"), "night"], names);
        Assert.Equal(5001, Text(await client.TransferAsync("NLST day")).Split("\r\n").Length - 1);
    }

    /// <summary>More than the sockets' buffers hold: the server is in its middle while the file changes.</summary>
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
        await using var server = Start();
        using var client = await RawFtp.LoginAsync(server);
        using var data = await client.OpenDataAsync();
        await client.AskAsync("RETR growing", "150");
        var (begun, _) = await client.ReadDataAsync(data, atMost: 1);
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
        var (rest, _) = await client.ReadDataAsync(data);
        Assert.StartsWith("226", await client.ReplyAsync(), StringComparison.Ordinal);
        var length = begun.Length + rest.LongLength;
        if (how == "cut") Assert.InRange(length, 100, Length - 1);
        else Assert.Equal(how == "grown" ? Length + 4 : Length, length);
        if (how == "grown") Assert.Equal("tail", Encoding.ASCII.GetString(rest.AsSpan(^4..)));
        Assert.Equal(TransferEnding.Complete, Assert.Single(server.Log.Retrievals).Ending);
    }

    /// <summary>Opening one waits until somebody writes into it.</summary>
    [Fact]
    public async Task A_named_pipe_is_an_empty_file()
    {
        if (!OperatingSystem.IsLinux()) return;
        using (var make = Process.Start("mkfifo", [Local("pipe")])) await make.WaitForExitAsync();
        await using var server = Start();
        using var client = await RawFtp.LoginAsync(server);
        var got = await client.TransferAsync("RETR pipe");
        Assert.Equal(("", "226"), (Text(got), got.Final[..3]));
    }

    [Fact]
    public async Task What_the_disk_does_not_give_ends_with_451()
    {
        await using var server = LoopbackServer.Start();
        using var handle = File.OpenHandle(Local("pass.bin"), FileMode.Open, FileAccess.Write);
        server.Files.Add("/f", new DiskContent(handle, 10));
        using var client = await RawFtp.LoginAsync(server);
        var got = await client.TransferAsync("RETR /f");
        Assert.StartsWith("451", got.Final, StringComparison.Ordinal);
        Assert.Equal(TransferEnding.Unreadable, Assert.Single(server.Log.Retrievals).Ending);
        Assert.Empty(server.Log.Faults);
    }

    [Theory]
    [InlineData("STOR new")]
    [InlineData("STOR pass.bin")]
    [InlineData("APPE pass.bin")]
    [InlineData("STOU")]
    [InlineData("DELE pass.bin")]
    [InlineData("RMD day")]
    [InlineData("MKD new")]
    [InlineData("XMKD new")]
    [InlineData("RNFR pass.bin")]
    [InlineData("RNTO new")]
    [InlineData("ALLO 10")]
    [InlineData("SITE CHMOD 777 pass.bin")]
    [InlineData("MFMT 20200101000000 pass.bin")]
    [InlineData("MDTM 20200101000000 pass.bin")]
    public async Task Nothing_is_ever_written(string command)
    {
        await using var server = Start();
        using var client = await RawFtp.LoginAsync(server);
        using var data = await client.OpenDataAsync();
        await client.AskAsync(command, "5");
        Assert.Equal(("0123456789", Written), (await File.ReadAllTextAsync(Local("pass.bin")), File.GetLastWriteTimeUtc(Local("pass.bin"))));
        Assert.Equal(["day", "pass.bin"], Directory.EnumerateFileSystemEntries(Root).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    private static async Task<string> AnswerToRetrAsync(RawFtp client, string path)
    {
        var got = await client.TransferAsync($"RETR {path}");
        Assert.DoesNotContain(Secret, Text(got), StringComparison.Ordinal);
        return got.Preliminary;
    }

    private static string Text(Download download) => Encoding.Latin1.GetString(download.Bytes);

    private static IEnumerable<string> Names(string listed) => listed.Split("\r\n", StringSplitOptions.RemoveEmptyEntries).Select(line => Regex.Match(line, "^[^ ]+; (.*)$").Groups[1].Value);

    private LoopbackServer Start(LoopbackOptions? options = null) => LoopbackServer.Start(options ?? new LoopbackOptions { Folder = Root, Features = LoopbackFeatures.Usual | LoopbackFeatures.Rang });

    private string Local(string name) => Path.Combine(Root, name);

    private void Write(string name, string text)
    {
        File.WriteAllText(Local(name), text);
        File.SetLastWriteTimeUtc(Local(name), Written);
    }
}
