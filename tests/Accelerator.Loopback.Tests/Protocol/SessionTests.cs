using Accelerator.Loopback.Content;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Protocol;

public sealed class SessionTests
{
    [Fact]
    public async Task Only_the_configured_user_and_password_get_in()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { User = "user", Password = "right" });
        using var client = await RawFtp.GreetedAsync(server);
        await client.AskAllAsync(
            ("SIZE /x", "530"), ("PASS right", "503"), ("USER user", "331"), ("PASS wrong", "530"), ("USER user", "331"), ("PASS right", "230"));
        Assert.Equal(1, server.Log.Logins);
        Assert.DoesNotContain("right", server.Log.ToString(), StringComparison.Ordinal);
        Assert.Contains("PASS ****", server.Log.CommandsOf(1));
    }

    [Fact]
    public async Task An_account_completes_the_login_where_one_is_wanted()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Account = "dept" });
        using var client = await RawFtp.GreetedAsync(server);
        await client.AskAllAsync(
            ("ACCT dept", "503"), ("USER user", "331"), ("PASS x", "332"), ("PWD", "530"), ("ACCT wrong", "530"), ("ACCT dept", "230"), ("PWD", "257 \"/\""));
    }

    [Fact]
    public async Task A_230_greeting_means_logged_in()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Banner = "230 Welcome, you are in." });
        using var client = await RawFtp.GreetedAsync(server, "230");
        await client.AskAsync("PWD", "257");
    }

    [Fact]
    public async Task FEAT_lists_what_is_on_and_nothing_else()
    {
        await using var usual = await LoopbackFixture.OpenAsync();
        Assert.Equal(
            "211-Features:\n EPSV\n PASV\n EPRT\n MDTM\n MLST type*;size*;modify*;perm*;unique*;\n REST STREAM\n SIZE\n UTF8\n211 End",
            await usual.Client.AskAsync("FEAT"));
        await using var all = await LoopbackFixture.OpenAsync(new LoopbackOptions { Features = LoopbackFeatures.All });
        var features = await all.Client.AskAsync("FEAT");
        foreach (var feature in (string[])["RANG STREAM", "HASH SHA-256*;SHA-1;MD5;CRC32", "XSHA256"]) Assert.Contains($"\n {feature}\n", features);

        await using var bare = await LoopbackFixture.OpenAsync(new LoopbackOptions { Features = LoopbackFeatures.Pasv });
        foreach (var command in (string[])["FEAT", "EPSV", "SIZE /x", "MDTM /x", "REST 1", "MLST", "RANG 0 1", "HASH /x", "XCRC /x", "PORT 127,0,0,1,9,9"])
            await bare.Client.AskAsync(command, "500");
        await bare.Client.AskAsync("PASV", "227");
    }

    [Fact]
    public async Task Facts_of_a_file_are_answered_and_a_directory_is_no_file()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        it.Files.Add("/pub/big.bin", FileContent.Constant(5_368_709_121, 0), new DateTimeOffset(2024, 2, 29, 12, 30, 45, TimeSpan.Zero));
        Assert.Equal("213 5368709121", await it.Client.AskAsync("SIZE /pub/big.bin"));
        Assert.Equal("213 20240229123045", await it.Client.AskAsync("MDTM /pub/big.bin"));
        Assert.Contains("\n type=file;size=5368709121;modify=20240229123045;perm=r; /pub/big.bin\n", await it.Client.AskAsync("MLST /pub/big.bin"));
        await it.Client.AskAllAsync(
            ("SIZE /pub", "550"), ("MDTM /pub", "550"), ("SIZE /none", "550"), ("CWD /none", "550"), ("CWD pub", "250"), ("PWD", "257 \"/pub\""),
            ("SIZE big.bin", "213 5368709121"), ("CDUP", "250"));
        await it.Client.RefusedAsync("RETR pub", "550 pub: Not a regular file");
        await it.Client.RefusedAsync("RETR none", "550");
    }

    [Fact]
    public async Task Settings_and_small_commands_are_answered()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        await it.Client.AskAllAsync(
            ("SYST", "215 UNIX"), ("NOOP", "200"), ("HELP", "214"), ("STAT", "211-"), ("TYPE A", "200"), ("TYPE L 8", "200"), ("TYPE E", "504"),
            ("MODE S", "200"), ("MODE Z", "504"), ("STRU F", "200"), ("STRU R", "504"), ("OPTS UTF8 ON", "200"), ("OPTS MLST size;", "200"),
            ("OPTS XYZ", "501"), ("ABOR", "225"), ("\u00FF\u00F4\u00FF\u00F2ABOR", "225"), ("noop", "200"), ("FROB", "500"), ("REST x", "501"),
            ("STOR /x", "550"), ("DELE /x", "550"), ("MKD /x", "550"), ("RNFR /x", "550"), ("APPE /x", "550"), ("SITE HELP", "502"), ("QUIT", "221"));
        Assert.Equal("", await it.Client.ReplyAsync());
    }

    [Fact]
    public async Task Commands_sent_together_are_answered_in_order()
    {
        await using var it = await LoopbackFixture.OpenAsync();
        await it.Client.SendAsync("TYPE I\r\nEPSV\r\nREST 5\r\n");
        foreach (var reply in (string[])["200", "229", "350"]) await it.Client.ExpectAsync(reply);
        Assert.Equal(["TYPE I", "EPSV", "REST 5"], it.Log.CommandsOf(1).TakeLast(3));
    }

    [Fact]
    public async Task In_ASCII_a_strict_server_refuses_SIZE_and_REST()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { StrictAscii = true });
        await it.Client.AskAllAsync(("TYPE A", "200"), ("SIZE /f", "550"), ("REST 1", "501"), ("TYPE I", "200"), ("SIZE /f", "213 10"));
    }

    [Fact]
    public async Task The_server_serves_on_IPv6_with_EPSV_only()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { Address = IPAddress.IPv6Loopback });
        await it.Client.AskAllAsync(("PASV", "425"), ("EPSV 1", "522"));
        Assert.Equal("0123456789", await it.Client.TextAsync("RETR /f"));
        Assert.StartsWith("ftp://[::1]:", it.Server.UrlOf("/f"));
    }
}
