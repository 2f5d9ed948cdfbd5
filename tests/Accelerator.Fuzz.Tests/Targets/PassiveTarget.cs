namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>227 and 229: the port that the reply names, or none.</summary>
internal static class PassiveTarget
{
    public static bool Read(byte[] input)
    {
        string[] lines = [.. Encoding.Latin1.GetString(input).Split('\n').Take(ReplyParser.MaxLines).Select(line => line.Length > ReplyParser.MaxLineLength ? line[..ReplyParser.MaxLineLength] : line)];
        var isTaken = false;
        if (PassiveAddress.ReadPort(new FtpReply(229, lines)) is { } port)
        {
            Assert.InRange(port, 1, 65535);
            Assert.Contains(lines, line => line.Contains(port.ToString(CultureInfo.InvariantCulture)));
            isTaken = true;
        }
        if (PassiveAddress.ReadPort(new FtpReply(227, lines)) is { } other)
        {
            Assert.InRange(other, 1, 65535);
            Assert.Contains(lines, line => line.Contains((other / 256).ToString(CultureInfo.InvariantCulture)) && line.Contains((other % 256).ToString(CultureInfo.InvariantCulture)));
            isTaken = true;
        }
        Assert.Null(PassiveAddress.ReadPort(new FtpReply(200, lines)));
        return isTaken;
    }
}
