namespace Accelerator.Loopback.Tests;

public sealed class SessionTests
{
    [Fact]
    public async Task Only_the_configured_user_and_password_get_in()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { User = "user", Password = "right" });
        using var client = await RawFtp.ConnectAsync(server);
        await client.ReplyAsync();

        await client.AskAsync("SIZE /x", "530");
        await client.AskAsync("PASS right", "503");
        await client.AskAsync("USER user", "331");
        await client.AskAsync("PASS wrong", "530");
        await client.AskAsync("USER user", "331");
        await client.AskAsync("PASS right", "230");

        Assert.Equal(1, server.Log.Logins);
        Assert.DoesNotContain("right", server.Log.ToString(), StringComparison.Ordinal);
        Assert.Contains("PASS ****", server.Log.CommandsOf(1));
    }

    [Fact]
    public async Task An_account_completes_the_login_where_one_is_wanted()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Account = "dept" });
        using var client = await RawFtp.ConnectAsync(server);
        await client.ReplyAsync();

        await client.AskAsync("ACCT dept", "503");
        await client.AskAsync("USER user", "331");
        await client.AskAsync("PASS x", "332");
        await client.AskAsync("PWD", "530");
        await client.AskAsync("ACCT wrong", "530");
        await client.AskAsync("ACCT dept", "230");
        await client.AskAsync("PWD", "257 \"/\"");
    }

    [Fact]
    public async Task A_230_greeting_means_logged_in()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Banner = "230 Welcome, you are in." });
        using var client = await RawFtp.ConnectAsync(server);

        Assert.StartsWith("230", await client.ReplyAsync());
        await client.AskAsync("PWD", "257");
    }

    [Fact]
    public async Task FEAT_lists_what_is_on_and_nothing_else()
    {
        await using var usual = LoopbackServer.Start();
        await using var all = LoopbackServer.Start(new LoopbackOptions { Features = LoopbackFeatures.All });
        await using var bare = LoopbackServer.Start(new LoopbackOptions { Features = LoopbackFeatures.Pasv });
        using var toUsual = await RawFtp.LoginAsync(usual);
        using var toAll = await RawFtp.LoginAsync(all);
        using var toBare = await RawFtp.LoginAsync(bare);

        Assert.Equal(
            "211-Features:\n EPSV\n PASV\n EPRT\n MDTM\n MLST type*;size*;modify*;perm*;unique*;\n REST STREAM\n SIZE\n UTF8\n211 End",
            await toUsual.AskAsync("FEAT"));
        var features = await toAll.AskAsync("FEAT");
        Assert.Contains("\n RANG STREAM\n", features);
        Assert.Contains("\n HASH SHA-256*;SHA-1;MD5;CRC32\n", features);
        Assert.Contains("\n XSHA256\n", features);
        foreach (var command in new[]
        {
            "FEAT", "EPSV", "SIZE /x", "MDTM /x", "REST 1", "MLST", "RANG 0 1", "HASH /x", "XCRC /x", "PORT 127,0,0,1,9,9",
        })
        {
            await toBare.AskAsync(command, "500");
        }

        await toBare.AskAsync("PASV", "227");
    }

    [Fact]
    public async Task Facts_of_a_file_are_answered_and_a_directory_is_no_file()
    {
        await using var server = LoopbackServer.Start();
        var modified = new DateTimeOffset(2024, 2, 29, 12, 30, 45, TimeSpan.Zero);
        server.Files.Add("/pub/big.bin", FileContent.Constant(5_368_709_121, 0), modified);
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("213 5368709121", await client.AskAsync("SIZE /pub/big.bin"));
        Assert.Equal("213 20240229123045", await client.AskAsync("MDTM /pub/big.bin"));
        Assert.Contains("\n type=file;size=5368709121;modify=20240229123045;perm=r; /pub/big.bin\n",
            await client.AskAsync("MLST /pub/big.bin"));
        await client.AskAsync("SIZE /pub", "550");
        await client.AskAsync("MDTM /pub", "550");
        await client.AskAsync("SIZE /none", "550");
        await client.AskAsync("CWD /none", "550");
        await client.AskAsync("CWD pub", "250");
        await client.AskAsync("PWD", "257 \"/pub\"");
        await client.AskAsync("SIZE big.bin", "213 5368709121");
        await client.AskAsync("CDUP", "250");
        Assert.StartsWith("550 pub: Not a regular file", (await client.TransferAsync("RETR pub")).Preliminary);
        Assert.StartsWith("550", (await client.TransferAsync("RETR none")).Preliminary);
    }

    [Fact]
    public async Task Settings_and_small_commands_are_answered()
    {
        await using var server = LoopbackServer.Start();
        using var client = await RawFtp.LoginAsync(server);

        foreach (var (command, reply) in new[]
        {
            ("SYST", "215 UNIX"), ("NOOP", "200"), ("HELP", "214"), ("STAT", "211-"), ("TYPE A", "200"), ("TYPE L 8", "200"),
            ("TYPE E", "504"),
            ("MODE S", "200"), ("MODE Z", "504"), ("STRU F", "200"), ("STRU R", "504"), ("OPTS UTF8 ON", "200"), ("OPTS MLST size;", "200"),
            ("OPTS XYZ", "501"), ("ABOR", "225"), ("\u00FF\u00F4\u00FF\u00F2ABOR", "225"), ("noop", "200"), ("FROB", "500"),
            ("REST x", "501"),
            ("STOR /x", "550"), ("DELE /x", "550"), ("MKD /x", "550"), ("RNFR /x", "550"), ("APPE /x", "550"), ("SITE HELP", "502"),
        })
        {
            await client.AskAsync(command, reply);
        }

        await client.AskAsync("QUIT", "221");
        Assert.Equal("", await client.ReplyAsync());
    }

    [Fact]
    public async Task Commands_sent_together_are_answered_in_order()
    {
        await using var server = LoopbackServer.Start();
        using var client = await RawFtp.LoginAsync(server);

        await client.SendAsync("TYPE I\r\nEPSV\r\nREST 5\r\n");

        Assert.StartsWith("200", await client.ReplyAsync());
        Assert.StartsWith("229", await client.ReplyAsync());
        Assert.StartsWith("350", await client.ReplyAsync());
        Assert.Equal(["TYPE I", "EPSV", "REST 5"], server.Log.CommandsOf(1).TakeLast(3));
    }

    [Fact]
    public async Task In_ASCII_a_strict_server_refuses_SIZE_and_REST()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { StrictAscii = true });
        server.Files.AddText("/f", "x");
        using var client = await RawFtp.LoginAsync(server);

        await client.AskAsync("TYPE A", "200");
        await client.AskAsync("SIZE /f", "550");
        await client.AskAsync("REST 1", "501");
        await client.AskAsync("TYPE I", "200");
        await client.AskAsync("SIZE /f", "213 1");
    }

    [Fact]
    public async Task The_server_serves_on_IPv6_with_EPSV_only()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Address = System.Net.IPAddress.IPv6Loopback });
        server.Files.AddText("/f", "over six");
        using var client = await RawFtp.LoginAsync(server);

        await client.AskAsync("PASV", "425");
        await client.AskAsync("EPSV 1", "522");
        Assert.Equal("over six"u8.ToArray(), (await client.TransferAsync("RETR /f")).Bytes);
        Assert.StartsWith("ftp://[::1]:", server.UrlOf("/f"));
    }

    [Fact]
    public void An_address_that_others_can_reach_is_refused() =>
        Assert.Throws<ArgumentException>(() => LoopbackServer.Start(new LoopbackOptions { Address = System.Net.IPAddress.Any }));
}
