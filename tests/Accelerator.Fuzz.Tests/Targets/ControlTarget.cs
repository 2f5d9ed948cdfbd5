using Accelerator.Ftp.Tests.Control;
using Accelerator.Jobs.Control;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// The input of a client of the service: the lines are the same however they are split into reads, and each line is either a request or
/// refused without repeating any of it.
/// </summary>
internal static class ControlTarget
{
    private const int LongestLine = 2000;

    public static bool Read(byte[] input)
    {
        var lines = Lines(new MemoryStream(input));
        Assert.Equal(lines, Lines(new PiecewiseStream(input.Chunk(1 + (int)(Foreign.Number(input) % 7)))));
        // As in a session: a line that is not a request ends it.
        return lines.OfType<string>().TakeWhile(line => Ask(Convert.FromHexString(line))).Any();
    }

    // In hexadecimal, and null where the line was refused; no line follows a refusal.
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
        if (!Foreign.IsTaken<ControlRequest, ControlException>(() => ControlRequest.Read(line), out var request, Refused)) return false;
        Assert.True(Foreign.IsWhole(request.Verb));
        Assert.Equal(request.Verb, request.ToString());
        foreach (var name in (string[])["name", "secret", "verb"])
        {
            Foreign.IsTaken<string?, ControlException>(() => request.OptionalText(name), out var text, Refused);
            if (text is not null) Assert.True(Foreign.IsWhole(text));
        }
        return true;
    }

    private static void Refused(ControlException e)
    {
        Assert.Equal(ControlFailure.Usage, e.Kind);
        Foreign.AssertSafe(e.Message);
        Assert.DoesNotContain("geheim", e.ToString(), StringComparison.Ordinal);
    }
}
