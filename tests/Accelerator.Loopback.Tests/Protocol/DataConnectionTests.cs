using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Tests.Protocol;

public sealed class DataConnectionTests
{
    [Theory]
    [InlineData("PORT 127,0,0,1,{hi},{lo}")]
    [InlineData("EPRT |1|127.0.0.1|{port}|")]
    public async Task Active_mode_connects_to_the_client_only(string command)
    {
        await using var it = await LoopbackFixture.OpenAsync();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        await it.Client.AskAsync(command.Replace("{hi}", $"{port >> 8}").Replace("{lo}", $"{port & 255}").Replace("{port}", $"{port}"), "200");
        await it.Client.AskAsync("RETR /f", "150");
        using var data = await listener.AcceptSocketAsync();
        Assert.Equal("0123456789"u8.ToArray(), (await it.Client.ReadDataAsync(data)).Bytes);
        await it.Client.ExpectAsync("226");
        await it.Client.AskAllAsync(("PORT 127,0,0,9,9,9", "500"), ("EPRT |1|10.0.0.1|999|", "500"), ("PORT 1,2,3", "501"), ("EPRT x", "501"));
    }

    [Fact]
    public async Task Without_a_data_connection_the_answer_is_425()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { DataConnectTimeout = TimeSpan.FromMilliseconds(50) });
        await it.Client.AskAllAsync(("RETR /f", "425"), ("PASV", "227"), ("RETR /f", "425"));
        Assert.Equal(TransferEnding.NoDataConnection, await it.OnlyEndingAsync());
    }

    [Fact]
    public async Task A_data_connection_from_another_address_can_be_refused()
    {
        await using var it = await LoopbackFixture.OpenAsync(new LoopbackOptions { RefuseForeignDataPeer = true });
        var port = int.Parse((await it.Client.AskAsync("EPSV", "229")).Split("|||")[1].Split('|')[0]);
        using var data = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        data.Bind(new IPEndPoint(IPAddress.Parse("127.0.0.77"), 0));
        await data.ConnectAsync(IPAddress.Loopback, port);
        await it.Client.AskAsync("RETR /f", "425 Security");
        var retrieval = Assert.Single(it.Log.Retrievals);
        Assert.Equal(("127.0.0.77", "127.0.0.1"), (retrieval.DataPeer!.Address.ToString(), retrieval.ControlPeer.Address.ToString()));
    }
}
