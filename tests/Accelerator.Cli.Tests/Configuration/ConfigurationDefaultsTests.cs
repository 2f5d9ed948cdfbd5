namespace Accelerator.Cli.Tests.Configuration;

/// <summary>Defaults for every server, with commands that connect to one.</summary>
public sealed class ConfigurationDefaultsTests : LoopbackFixture
{
    [Theory]
    [InlineData(false, 0)]
    [InlineData(true, 11)]
    public async Task A_script_sends_no_password_where_TLS_is_required_by_default(bool required, int code)
    {
        Process.Variables["FTPX_CONFIG"] = Process.Write("config.json", required ? "{ \"defaults\": { \"tls\": \"required\" } }" : "{}");
        Process.Write("script.txt", $"open {Server.EndPoint.Address} {Server.EndPoint.Port}\nuser kim s3cret\nquit\n");
        Assert.Equal(code, await RunAsync("ftp", "-n", "-s:script.txt"));
        Assert.Equal(required, (Out + Err).Contains("ftpx site requires TLS for this server", StringComparison.Ordinal));
        Assert.Equal(required ? 0 : 1, Server.Log.CountOf("PASS"));
    }

    [Fact]
    public async Task A_named_server_is_listed_and_its_url_is_the_real_one()
    {
        Server.Files.AddText("/pub/2026/a b.txt", "text");
        Assert.True(await RunAsync("site", "add", "lab", Url("pub")) != 0, "There is no folder for the file.");
        Process.Variables["FTPX_CONFIG"] = "config.json";
        Assert.Equal(0, await RunAsync("site", "add", "lab", Url("pub")));
        TakeOut();
        Assert.Equal(0, await RunAsync("ls", "--json", "lab:2026"));
        Assert.Equal(Url("pub/2026/a%20b.txt"), JsonOut[0].GetProperty("url").GetString());
        TakeOut();
        Assert.Equal(0, await RunAsync("get", "lab:/pub/2026/*.txt"));
        Assert.Equal("text", await ReadAsync("a b.txt"));
    }
}
