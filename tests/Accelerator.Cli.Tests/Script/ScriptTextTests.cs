namespace Accelerator.Cli.Tests.Script;

public sealed class ScriptTextTests
{
    [Theory]
    [InlineData(1234, 0.02, "ftp: 1234 bytes received in 0.02Seconds 61.70Kbytes/sec.")]
    [InlineData(190, 0, "ftp: 190 bytes received in 0.00Seconds 190000.00Kbytes/sec.")]
    public void A_transfer_ends_with_the_line_of_ftp_exe(long bytes, double seconds, string line) =>
        Assert.Equal(line, ScriptScreen.Closing(bytes, "received", TimeSpan.FromSeconds(seconds)));

    [Theory]
    [InlineData("a\r\nb\r\n", "a\nb\n")]
    [InlineData("a\rb\r", "a\rb\r")]
    [InlineData("a\r\r\nb", "a\r\nb")]
    [InlineData("a\nb", "a\nb")]
    public void Received_text_gets_local_line_ends_across_any_buffer_boundary(string wire, string text)
    {
        for (var size = 1; size <= wire.Length; size++)
        {
            var reader = new WireText(isWindows: false);
            var read = wire.Chunk(size).SelectMany(block => reader.FromWire(Encoding.ASCII.GetBytes(block))).ToArray();
            Assert.Equal(text, Encoding.ASCII.GetString([.. read, .. reader.EndOfWire()]));
        }
        Assert.Equal(wire, Encoding.ASCII.GetString(new WireText(isWindows: true).FromWire(Encoding.ASCII.GetBytes(wire))));
    }

    [Theory]
    [InlineData("a\nb\n", "a\r\nb\r\n")]
    [InlineData("a\r\nb", "a\r\nb")]
    [InlineData("\n\n", "\r\n\r\n")]
    public void Sent_text_gets_CRLF_across_any_buffer_boundary(string text, string wire)
    {
        for (var size = 1; size <= text.Length; size++)
        {
            var writer = new WireText(isWindows: false);
            Assert.Equal(wire, Encoding.ASCII.GetString([.. text.Chunk(size).SelectMany(block => writer.ToWire(Encoding.ASCII.GetBytes(block)))]));
        }
    }

    [Theory]
    [InlineData("*.nc", "/pub/a b%", "/pub/a b%")]
    [InlineData("sub/*.nc", "/", "/sub")]
    [InlineData("/abs/x[1-3].nc", "/pub", "/abs")]
    [InlineData("*.nc", "/", "/")]
    [InlineData("/*.nc", "/pub", "/")]
    [InlineData("*.nc", "/a*/100%", "/a*/100%")]
    [InlineData("*.nc", null, "")]
    public void A_pattern_begins_in_the_session_s_folder(string word, string? folder, string start) =>
        Assert.Equal(start, ScriptPattern.Read(word, folder is null ? null : FtpPath.FromText(folder, FtpCharsets.Utf8), isIis: false, FtpCharsets.Utf8).Start.Text);

    [Theory]
    [InlineData(false, 1)]
    [InlineData(true, 2)]
    public void A_star_dot_star_means_every_name_at_IIS_alone(bool isIis, int matches)
    {
        var pattern = ScriptPattern.Read("*.*", null, isIis, FtpCharsets.Utf8);
        var names = new[] { "a.txt", "README" }.Select(name => new Accelerator.Ftp.Listings.ListingEntry { Name = FtpPath.FromText(name, FtpCharsets.Utf8), Kind = Accelerator.Ftp.Listings.EntryKind.File });
        Assert.Equal(matches, names.Count(pattern.Last.Matches));
    }
}
