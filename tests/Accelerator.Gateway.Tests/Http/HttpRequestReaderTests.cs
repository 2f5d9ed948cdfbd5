using Accelerator.Gateway.Http;

namespace Accelerator.Gateway.Tests.Http;

/// <summary>Heads of requests, well-formed and hostile.</summary>
public sealed class HttpRequestReaderTests
{
    [Fact]
    public void A_request_is_read_across_any_packet_boundary()
    {
        var bytes = "GET /a%20b?format=json HTTP/1.1\r\nHost: 127.0.0.1:80\r\nrange:\t bytes=1- \r\nAccept: a\r\nAccept: b\r\n\r\nGET /next"u8;
        for (var cut = 1; cut < bytes.Length; cut++)
        {
            var reader = new HttpRequestReader();
            reader.Add(bytes[..cut]);
            reader.Add(bytes[cut..]);
            var request = reader.Request!;
            Assert.Equal(("GET", "/a%20b?format=json"), (request.Method, request.Target));
            Assert.Equal(("bytes=1-", "a, b", null), (request.Field("Range"), request.Field("accept"), request.Field("Cookie")));
        }
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\n\r\n", 400)]
    [InlineData("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400)]
    [InlineData("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", 400)]
    [InlineData("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\n", 400)]
    [InlineData("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400)]
    [InlineData("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx", 405)]
    [InlineData("PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 405)]
    [InlineData("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n", 400)]
    [InlineData("GET / HTTP/1.1\r\nHost: a\r\n continued: x\r\n\r\n", 400)]
    [InlineData("GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n", 400)]
    [InlineData("GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n", 400)]
    [InlineData("GET / HTTP/1.1\r\nHost: a\0\r\n\r\n", 400)]
    [InlineData("GET / HTTP/1.1\r\nno colon\r\nHost: a\r\n\r\n", 400)]
    [InlineData("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400)]
    [InlineData("GET http://host/ HTTP/1.1\r\nHost: a\r\n\r\n", 400)]
    [InlineData("CONNECT host:21 HTTP/1.1\r\nHost: a\r\n\r\n", 400)]
    [InlineData("GET /\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n", 400)]
    [InlineData("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505)]
    [InlineData("GET / FTP/1.1\r\nHost: a\r\n\r\n", 400)]
    [InlineData("\u0016\u0003\u0001", 400)]
    [InlineData("\r\n", 400)]
    public void A_request_that_can_be_read_in_two_ways_is_refused(string text, int status)
    {
        var reader = new HttpRequestReader();
        reader.Add(Encoding.Latin1.GetBytes(text));
        Assert.Equal((status, null), (reader.Refusal?.Status, reader.Request));
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\n\r\n", "The request names no host: the field Host is missing.")]
    [InlineData("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", "A GET request may not have a body.")]
    [InlineData("GET http://host/ HTTP/1.1\r\nHost: a\r\n\r\n", "The target of the request is not a path: the gateway is not a proxy.")]
    [InlineData("GET / HTTP/1.1\r\nno colon\r\nHost: a\r\n\r\n", "The request is malformed.")]
    public void A_refusal_names_its_cause(string text, string sentence)
    {
        var reader = new HttpRequestReader();
        reader.Add(Encoding.Latin1.GetBytes(text));
        Assert.Equal(sentence, reader.Refusal?.Sentence);
    }

    [Fact]
    public void A_flood_of_header_fields_is_cut_off()
    {
        var reader = new HttpRequestReader();
        reader.Add("GET / HTTP/1.1\r\nHost: a\r\n"u8);
        while (!reader.IsOver) reader.Add("X: y\r\n"u8);
        Assert.Equal(431, reader.Refusal?.Status);
        reader = new HttpRequestReader();
        reader.Add(Encoding.ASCII.GetBytes($"GET / HTTP/1.1\r\nHost: a\r\n{string.Concat(Enumerable.Range(0, 100).Select(i => $"X{i}: y\r\n"))}\r\n"));
        Assert.Equal(431, reader.Refusal?.Status);
    }

    [Theory]
    [InlineData(null, 100, null, null)]
    [InlineData("bytes=0-", 100, 0, 100)]
    [InlineData("bytes=10-19", 100, 10, 10)]
    [InlineData("bytes=10-500", 100, 10, 90)]
    [InlineData("bytes=-30", 100, 70, 30)]
    [InlineData("bytes=-300", 100, 0, 100)]
    [InlineData("bytes=100-", 100, 100, 0)]
    [InlineData("bytes=-0", 100, 100, 0)]
    [InlineData("bytes=0-", 0, 0, 0)]
    [InlineData("bytes=20-10", 100, null, null)]
    [InlineData("bytes=1-2,5-6", 100, null, null)]
    [InlineData("bytes=-", 100, null, null)]
    [InlineData("bytes=+1-", 100, null, null)]
    [InlineData("lines=1-2", 100, null, null)]
    [InlineData("bytes=99999999999999999999-", 100, null, null)]
    public void A_range_header_gives_one_part_of_the_file_or_the_whole_file(string? text, int size, int? first, int? length)
    {
        var range = HttpRange.Parse(text, size);
        Assert.Equal((first, length), ((int?)range?.First, (int?)range?.Length));
    }

    [Theory]
    [InlineData("/", false, null, "")]
    [InlineData("/pub/a%20b", false, null, "pub/a b")]
    [InlineData("//pub", false, null, "/pub")]
    [InlineData("/%2Fpub/", false, null, "/pub")]
    [InlineData("/ftp.example.org/pub/f?x=1&format=json", true, "ftp.example.org:", "pub/f")]
    [InlineData("/ftp.example.org:2121", true, "ftp.example.org:2121", "")]
    [InlineData("/%5B::1%5D:21/f", true, "::1:21", "f")]
    public void A_target_names_a_server_and_a_path(string target, bool namesServer, string? server, string path)
    {
        var read = HttpTarget.Parse(target, namesServer)!;
        Assert.Equal(server, read.Server is { } named ? $"{named.Host}:{named.Port}" : null);
        Assert.Equal(path, read.In(Encoding.UTF8).Text);
    }

    [Theory]
    [InlineData("/..", false)]
    [InlineData("/a/%2e%2e/b", false)]
    [InlineData("/a%2F..%2Fb", false)]
    [InlineData("/a/..%5Cb", false)]
    [InlineData("/a%0D%0ADELE%20b", false)]
    [InlineData("/a%00", false)]
    [InlineData("/", true)]
    [InlineData("/user@host/f", true)]
    [InlineData("/host%2Fx:99999/f", true)]
    [InlineData("/host:0/f", true)]
    [InlineData("/host%0d/f", true)]
    public void A_target_leads_out_of_no_folder_and_carries_no_command(string target, bool namesServer) =>
        Assert.Null(HttpTarget.Parse(target, namesServer));
}
