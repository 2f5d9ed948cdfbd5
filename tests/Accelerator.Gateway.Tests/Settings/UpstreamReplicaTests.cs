using Accelerator.Engine.Sources;

namespace Accelerator.Gateway.Tests.Settings;

public sealed class UpstreamReplicaTests
{
    [Theory]
    [InlineData("", "/home/kim", "pub/f", "pub/f")]
    [InlineData("", "/home/kim", "/home/kim/f", "/home/kim/f")]
    [InlineData("copy", null, "pub/f", "copy/pub/f")]
    [InlineData("/copy", "/home/kim", "/home/kim/pub/f", "/copy/pub/f")]
    [InlineData("/copy", "/home/kim/", "/home/kim/f", "/copy/f")]
    [InlineData("/copy", "/", "/pub/f", "/copy/pub/f")]
    [InlineData("/", "/home/kim", "/home/kim/f", "/f")]
    [InlineData("/copy", "/home/kim", "/home/kimberley/f", null)]
    [InlineData("/copy", "/home/kim", "/home/kim", null)]
    [InlineData("/copy", "/home/kim", "/pub/f", null)]
    [InlineData("/copy", null, "/pub/f", null)]
    [InlineData("/copy", "DISK:[KIM]", "/pub/f", null)]
    [InlineData("/copy", "/home/kim", "../f", null)]
    [InlineData("/copy", "/home/kim", "/home/kim/pub/../../f", null)]
    public void A_file_has_the_same_path_or_the_same_place_below_the_folder(string root, string? home, string path, string? expected)
    {
        var replica = new UpstreamReplica(new TransferSource(new FtpEndpoint("b", 21, FtpSecurity.None), FtpCredential.Anonymous, Of(root)));
        Assert.Equal(expected, replica.Find(Of(path), home is null ? null : Of(home), FtpCharsets.Utf8)?.Path.Text);
    }

    private static FtpPath Of(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);
}
