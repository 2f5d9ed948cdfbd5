namespace Accelerator.Gateway.Tests.Files;

/// <summary>The FTP client of .NET, which old programs still use.</summary>
public sealed class DotnetClientTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task FtpWebRequest_lists_downloads_and_resumes(bool isPassive)
    {
        await using var gateway = GatewayFixture.Start();
        var expected = gateway.Add("/pub/f", (3 << 20) + 17);
        var at = $"ftp://{gateway.Gateway.EndPoint}/pub/";

        Assert.Equal("f\r\n", Encoding.ASCII.GetString(await FetchAsync(at, WebRequestMethods.Ftp.ListDirectory, 0)));
        Assert.True((await FetchAsync(at + "f", WebRequestMethods.Ftp.DownloadFile, 0)).AsSpan().SequenceEqual(expected));
        Assert.Equal(expected[3_000_000..], await FetchAsync(at + "f", WebRequestMethods.Ftp.DownloadFile, 3_000_000));

        async Task<byte[]> FetchAsync(string url, string method, long offset)
        {
            var request = (FtpWebRequest)WebRequest.Create(url);
            (request.Method, request.UsePassive, request.ContentOffset, request.KeepAlive) = (method, isPassive, offset, false);
            using var response = await request.GetResponseAsync();
            using var bytes = new MemoryStream();
            await response.GetResponseStream().CopyToAsync(bytes);
            return bytes.ToArray();
        }
    }
}
