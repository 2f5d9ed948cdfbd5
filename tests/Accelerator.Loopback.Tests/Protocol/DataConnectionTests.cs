using System.Net;
using System.Net.Sockets;

namespace Accelerator.Loopback.Tests;

public sealed class DataConnectionTests
{
    [Theory]
    [InlineData("PORT 127,0,0,1,{hi},{lo}")]
    [InlineData("EPRT |1|127.0.0.1|{port}|")]
    public async Task Active_mode_connects_to_the_client_only(string command)
    {
        await using var server = LoopbackServer.Start();
        server.Files.AddText("/f", "active");
        using var client = await RawFtp.LoginAsync(server);
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;

        await client.AskAsync(
            command.Replace("{hi}", $"{port >> 8}").Replace("{lo}", $"{port & 255}").Replace("{port}", $"{port}"), "200");
        await client.AskAsync("RETR /f", "150");
        using var data = await listener.AcceptSocketAsync();
        var (bytes, _) = await client.ReadDataAsync(data);

        Assert.Equal("active"u8.ToArray(), bytes);
        Assert.StartsWith("226", await client.ReplyAsync());
        await client.AskAsync("PORT 127,0,0,9,9,9", "500");
        await client.AskAsync("EPRT |1|10.0.0.1|999|", "500");
        await client.AskAsync("PORT 1,2,3", "501");
        await client.AskAsync("EPRT x", "501");
    }

    [Fact]
    public async Task Without_a_data_connection_the_answer_is_425()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { DataConnectTimeout = TimeSpan.FromMilliseconds(50) });
        server.Files.AddText("/f", "x");
        using var client = await RawFtp.LoginAsync(server);

        await client.AskAsync("RETR /f", "425");
        await client.AskAsync("PASV", "227");
        await client.AskAsync("RETR /f", "425");
        Assert.Equal(TransferEnding.NoDataConnection, Assert.Single(server.Log.Retrievals).Ending);
    }

    [Fact]
    public async Task A_data_connection_from_another_address_can_be_refused()
    {
        await using var server = LoopbackServer.Start(new LoopbackOptions { RefuseForeignDataPeer = true });
        server.Files.AddText("/f", "x");
        using var client = await RawFtp.LoginAsync(server);
        var port = int.Parse((await client.AskAsync("EPSV", "229")).Split("|||")[1].Split('|')[0]);
        using var data = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        data.Bind(new IPEndPoint(IPAddress.Parse("127.0.0.77"), 0));
        await data.ConnectAsync(IPAddress.Loopback, port);

        await client.AskAsync("RETR /f", "425 Security");
        var retrieval = Assert.Single(server.Log.Retrievals);
        Assert.Equal("127.0.0.77", retrieval.DataPeer!.Address.ToString());
        Assert.Equal("127.0.0.1", retrieval.ControlPeer.Address.ToString());
    }
}
