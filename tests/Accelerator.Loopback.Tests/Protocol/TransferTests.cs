using System.Text;

namespace Accelerator.Loopback.Tests;

public sealed class TransferTests
{
    [Fact]
    public async Task A_file_arrives_whole_and_from_an_offset()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddSynthetic("/pub/big.bin", 3_000_001, seed: 7);
        using var client = await RawFtp.LoginAsync(server);

        var whole = await client.TransferAsync("RETR /pub/big.bin");
        var tail = await client.TransferAsync("RETR /pub/big.bin", offset: 2_000_003);

        Assert.StartsWith("150", whole.Preliminary);
        Assert.StartsWith("226", whole.Final);
        Assert.Equal(server.Files.Sha256Of("/pub/big.bin"), ContentDigest.Sha256(FileContent.FromBytes(whole.Bytes)));
        Assert.Equal(whole.Bytes[2_000_003..], tail.Bytes);
        Assert.Equal([0L, 2_000_003L], server.Log.Retrievals.Select(r => r.Offset));
        Assert.Equal(3_000_001 + 999_998, server.Log.BytesSentOf("/pub/big.bin"));
    }

    [Fact]
    public async Task Offsets_beyond_4_GiB_are_served()
    {
        await using var server = LoopbackServer.Start();
        var file = server.Files.AddSynthetic("/huge", (5L << 30) + 1_234, seed: 9);
        using var client = await RawFtp.LoginAsync(server);

        var tail = await client.TransferAsync("RETR /huge", offset: 5L << 30);

        var expected = new byte[1_234];
        file.Content.Read(5L << 30, expected);
        Assert.Equal(expected, tail.Bytes);
    }

    [Fact]
    public async Task A_restart_marker_is_for_the_next_transfer_only()
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddText("/f", "0123456789");
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("456789", Text(await client.TransferAsync("RETR /f", offset: 4)));
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR /f")));
        await client.TransferAsync("LIST", offset: 4);
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR /f")));
    }

    [Fact]
    public async Task A_restart_beyond_the_end_is_an_empty_transfer_or_554()
    {
        await using var lenient = LoopbackServer.Start();
        await using var strict = LoopbackServer.Start(new LoopbackOptions { RefuseRestartPastEnd = true });
        lenient.Files.AddText("/f", "0123");
        strict.Files.AddText("/f", "0123");
        using var toLenient = await RawFtp.LoginAsync(lenient);
        using var toStrict = await RawFtp.LoginAsync(strict);

        var empty = await toLenient.TransferAsync("RETR /f", offset: 99);

        Assert.Empty(empty.Bytes);
        Assert.StartsWith("226", empty.Final);
        Assert.StartsWith("554", (await toStrict.TransferAsync("RETR /f", offset: 99)).Preliminary);
    }

    [Fact]
    public async Task RANG_sends_exactly_the_range_both_ends_included()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { Features = LoopbackFeatures.All });
        server.Files.AddText("/f", "0123456789");
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("3456", Text(await RangedAsync(client, "RANG 3 6")));
        Assert.Equal("0", Text(await RangedAsync(client, "RANG 0 0")));
        Assert.Equal("9", Text(await RangedAsync(client, "RANG 9 9")));
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR /f")));
        await client.AskAsync("RANG 5 6", "350");
        Assert.Equal("0123456789", Text(await RangedAsync(client, "RANG 1 0")));
        await client.AskAsync("RANG 7 6", "501");
        Assert.StartsWith("554", (await RangedAsync(client, "RANG 5 10")).Preliminary);
        await client.AskAsync("TYPE A", "200");
        await client.AskAsync("RANG 0 1", "551");

        static async Task<Download> RangedAsync(RawFtp client, string command)
        {
            await client.AskAsync(command, "350");
            return await client.TransferAsync("RETR /f");
        }
    }

    [Fact]
    public async Task Listings_come_in_three_forms()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { TimeProvider = new AutoTime() });
        server.Files.AddText("/pub/a file.txt", "abc");
        server.Files.AddDirectory("/pub/sub");
        server.Files.Touch("/pub/a file.txt", new DateTimeOffset(2020, 5, 6, 7, 8, 9, TimeSpan.Zero));
        using var client = await RawFtp.LoginAsync(server);
        await client.AskAsync("CWD /pub", "250");

        Assert.Equal(
            "type=file;size=3;modify=20200506070809;perm=r; a file.txt\r\ntype=dir;modify=20260102030405;perm=el;unique=C3B0B4182425; sub\r\n",
            Text(await client.TransferAsync("MLSD")));
        Assert.Equal("a file.txt\r\nsub\r\n", Text(await client.TransferAsync("NLST")));
        const string Unix =
            "-r--r--r--    1 ftp      ftp                 3 May 06  2020 a file.txt\r\n" +
            "dr-xr-xr-x    2 ftp      ftp              4096 Jan 02 03:04 sub\r\n";
        Assert.Equal(Unix, Text(await client.TransferAsync("LIST")));
        Assert.Equal(Unix, Text(await client.TransferAsync("LIST -la")));
        Assert.Equal(Unix, Text(await client.TransferAsync("LIST /pub")));
        Assert.Contains("a file.txt", Text(await client.TransferAsync("LIST a file.txt")));
        Assert.StartsWith("550", (await client.TransferAsync("LIST none")).Preliminary);
        Assert.StartsWith("501", (await client.TransferAsync("MLSD a file.txt")).Preliminary);
    }

    [Fact]
    public async Task Names_in_any_encoding_are_served_by_their_bytes()
    {
        await using var server = LoopbackServer.Start();
        var korean = LoopbackPath.FromBytes([(byte)'/', 0xC7, 0xD1, 0xB1, 0xDB, (byte)'.', (byte)'t', (byte)'x', (byte)'t']); // CP949
        server.Files.AddText(korean, "cp949");
        server.Files.AddText(LoopbackPath.FromUtf8("/한글"), "utf8");
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("cp949", Text(await client.TransferAsync("RETR " + korean)));
        Assert.Equal("utf8", Text(await client.TransferAsync("RETR /\u00ED\u0095\u009C\u00EA\u00B8\u0080")));
        Assert.EndsWith("//%C7%D1%B1%DB.txt", server.UrlOf(korean));
    }

    [Fact]
    public async Task A_strict_server_loses_the_passive_port_and_the_marker_at_any_other_command()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { StrictSequence = true });
        server.Files.AddText("/f", "0123456789");
        using var client = await RawFtp.LoginAsync(server);

        await client.AskAsync("EPSV", "229");
        await client.AskAsync("NOOP", "200");
        await client.AskAsync("RETR /f", "425");
        await client.AskAsync("REST 5", "350");
        await client.AskAsync("NOOP", "200");
        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR /f")));
        Assert.Equal("56789", Text(await client.TransferAsync("RETR /f", offset: 5)));
    }

    [Fact]
    public async Task A_server_may_take_the_offset_at_the_passive_command()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { OffsetTakenAtPassive = true });
        server.Files.AddText("/f", "0123456789");
        using var client = await RawFtp.LoginAsync(server);

        Assert.Equal("0123456789", Text(await client.TransferAsync("RETR /f", offset: 5)));
        await client.AskAsync("REST 5", "350");
        Assert.Equal("56789", Text(await client.TransferAsync("RETR /f")));
    }

    private static string Text(Download download) => Encoding.Latin1.GetString(download.Bytes);
}
