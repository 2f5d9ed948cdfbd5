using Accelerator.Jobs.Control;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>What somebody sends to the service: lines are the same however they arrive, and a line is a request or refused without a word of it.</summary>
internal static class ControlTarget
{
    private const int LongestLine = 2000;

    public static bool Read(byte[] input)
    {
        var lines = Lines(new MemoryStream(input));
        Assert.Equal(lines, Lines(new Pieces(input, 1 + (int)(Foreign.Number(input) % 7))));
        // As a session does: what is no request ends it.
        return lines.OfType<string>().TakeWhile(line => Ask(Convert.FromHexString(line))).Any();
    }

    // In hexadecimal, and null where the line was refused: then nothing follows.
    private static List<string?> Lines(Stream stream)
    {
        var lines = new List<string?>();
        using var reader = new LineReader(stream, LongestLine);
        try
        {
            while (reader.ReadAsync(CancellationToken.None).GetAwaiter().GetResult() is { } line)
            {
                Assert.True(line.Length <= LongestLine);
                lines.Add(Convert.ToHexString(line.Span));
            }
        }
        catch (ControlException e)
        {
            Assert.Equal(ControlFailure.Usage, e.Kind);
            lines.Add(null);
        }
        return lines;
    }

    private static bool Ask(byte[] line)
    {
        ControlRequest request;
        try
        {
            request = ControlRequest.Read(line);
        }
        catch (ControlException e)
        {
            Refused(e);
            return false;
        }
        Assert.True(Foreign.IsWhole(request.Verb));
        Assert.Equal(request.Verb, request.ToString());
        foreach (var name in (string[])["name", "secret", "verb"])
        {
            try
            {
                if (request.OptionalText(name) is { } text) Assert.True(Foreign.IsWhole(text));
            }
            catch (ControlException e)
            {
                Refused(e);
            }
        }
        return true;
    }

    private static void Refused(ControlException e)
    {
        Assert.Equal(ControlFailure.Usage, e.Kind);
        Foreign.AssertSafe(e.Message);
        Assert.DoesNotContain("geheim", e.ToString(), StringComparison.Ordinal);
    }

    /// <summary>Gives so many bytes at a time.</summary>
    private sealed class Pieces(byte[] bytes, int piece) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => base.ReadAsync(buffer[..Math.Min(piece, buffer.Length)], cancellationToken);
    }
}
