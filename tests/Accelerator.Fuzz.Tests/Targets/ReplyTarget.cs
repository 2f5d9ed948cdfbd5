using Accelerator.Ftp.Tests.Control;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>The control connection: the same replies and the same end, however the bytes are divided into packets.</summary>
internal static class ReplyTarget
{
    // Each piece is a read, and the queue of pieces is copied for each piece that is not consumed completely.
    private const int MostBytewise = 4 << 10;

    public static bool Read(byte[] input)
    {
        var (replies, end) = All(input, [input]);
        foreach (var reply in replies)
        {
            Assert.InRange(reply.Code, 100, 699);
            Assert.InRange(reply.Lines.Count, 1, ReplyParser.MaxLines);
            Assert.All(reply.Lines, line => Assert.True(line.Length <= ReplyParser.MaxLineLength && !line.Contains('\n')));
            Assert.True(reply.Lines.Sum(line => line.Length) <= ReplyParser.MaxReplyLength);
        }
        if (input.Length <= MostBytewise) AssertSame(All(input, PiecewiseStream.Cut(input, Fragmentation.Byte)));
        AssertSame(All(input, Pieces(input)));
        return replies.Count > 0;

        void AssertSame((List<FtpReply> Replies, Type End) other)
        {
            Assert.Equal(end, other.End);
            Assert.Equal(replies.Count, other.Replies.Count);
            foreach (var (one, two) in replies.Zip(other.Replies))
            {
                Assert.Equal(one.Code, two.Code);
                Assert.Equal(one.Lines, two.Lines);
            }
        }
    }

    /// <summary>All replies of a stream.</summary>
    public static List<FtpReply> All(byte[] input) => All(input, [input]).Replies;

    private static (List<FtpReply> Replies, Type End) All(byte[] input, IEnumerable<byte[]> pieces)
    {
        var reader = new ReplyReader(new PiecewiseStream(pieces));
        var replies = new List<FtpReply>();
        while (true)
        {
            try
            {
                replies.Add(reader.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult());
                Assert.True(replies.Count <= input.Length);
            }
            catch (FtpProtocolException e)
            {
                Foreign.AssertSafe(e.Message);
                return (replies, typeof(FtpProtocolException));
            }
            catch (EndOfStreamException)
            {
                return (replies, typeof(EndOfStreamException));
            }
        }
    }

    private static IEnumerable<byte[]> Pieces(byte[] input)
    {
        var dice = new Dice(Foreign.Number(input));
        for (var start = 0; start < input.Length;)
        {
            var length = Math.Min(input.Length - start, 1 + dice.Below(2000));
            yield return input[start..(start + length)];
            start += length;
        }
    }
}
