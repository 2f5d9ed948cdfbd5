using Accelerator.Gateway.Http;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// The bytes of an HTTP client of the gateway: however they are cut, the same request results. A request that is read has one host, no body, a
/// path that leads out of no folder and carries no command, and its range lies inside the file.
/// </summary>
internal static class HttpRequestTarget
{
    private const long Size = 1000;

    public static bool Read(byte[] input)
    {
        var whole = new HttpRequestReader();
        whole.Add(input);
        var pieces = new HttpRequestReader();
        foreach (var value in input) pieces.Add([value]);
        Assert.Equal((whole.Refusal, whole.IsOver), (pieces.Refusal, pieces.IsOver));
        if (whole.Request is not { } request) return false;
        Assert.Equal((request.Method, request.Target), (pieces.Request!.Method, pieces.Request.Target));
        Assert.Equal(request.Fields, pieces.Request.Fields);
        Assert.True(input.Length > request.Target.Length && request.Target.Length < HttpRequestReader.MaxHead);
        Assert.NotNull(request.Field("host"));
        Assert.Null(request.Field("Transfer-Encoding"));
        foreach (var namesServer in new[] { false, true })
        {
            if (HttpTarget.Parse(request.Target, namesServer) is not { } target) continue;
            var path = target.In(Encoding.Latin1);
            Assert.True(path.Bytes.Span.IndexOfAny((byte)'\r', (byte)'\n', (byte)0) < 0);
            Assert.DoesNotContain("..", path.Text.Split('/', '\\'));
            Assert.Equal(namesServer, target.Server is not null);
            if (target.Server is { } server) Assert.NotEqual(UriHostNameType.Unknown, Uri.CheckHostName(server.Host));
        }
        if (HttpRange.Parse(request.Field("Range"), Size) is { } range)
            Assert.True(range.First >= 0 && range.Length >= 0 && range.First + range.Length <= Size);
        var version = new FileVersion(Size, request.Field("If-Range"));
        _ = version.IsKnownTo(request);
        _ = version.Continues(request);
        _ = new HttpHead(200).With("ETag", version.Tag).With("Last-Modified", version.LastModified).Encode(DateTimeOffset.UnixEpoch);
        return true;
    }
}
