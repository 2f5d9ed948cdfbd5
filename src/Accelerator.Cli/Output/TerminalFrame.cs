using Accelerator.Cli.Terminal;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Accelerator.Cli.Output;

/// <summary>
/// Draws lines over the previous frame in one write, so that nothing flickers: up to the first line, each line up to its end, the rest
/// erased. The cursor stays after the last line, which has no line end.
/// </summary>
/// <param name="rowsBefore">The number of rows of the previous frame.</param>
/// <param name="above">Messages that stay above the frame.</param>
/// <param name="rows">The rows of the frame.</param>
/// <param name="unseen">A control sequence that does not move anything on the screen, or empty.</param>
internal sealed class TerminalFrame(int rowsBefore, IReadOnlyList<Message> above, IReadOnlyList<string> rows, string unseen) : IRenderable
{
    private const string ToLineEnd = "\u001b[K";
    private const string ToScreenEnd = "\u001b[J";

    /// <summary>Writes the frame. The terminal's own <c>Write</c> writes each segment separately since Spectre 0.55.</summary>
    public void Draw(IAnsiConsole terminal) => terminal.Profile.Out.Writer.Write(terminal.ToAnsi(this));

    /// <inheritdoc/>
    public Measurement Measure(RenderOptions options, int maxWidth) => new(0, maxWidth);

    /// <inheritdoc/>
    public IEnumerable<Segment> Render(RenderOptions options, int maxWidth)
    {
        if (unseen.Length > 0) yield return Segment.Control(unseen);
        yield return Segment.Control(rowsBefore > 1 ? $"\r\u001b[{rowsBefore - 1}A" : "\r");
        if (above.Count > 0) yield return Segment.Control(ToScreenEnd);
        foreach (var message in above)
        {
            var style = new Style(message.Color is { } color ? Color.FromInt32(color) : null);
            foreach (var line in message.Lines(maxWidth))
            {
                yield return new Segment(line, style);
                yield return Segment.Control(ToLineEnd);
                yield return Segment.LineBreak;
            }
        }

        for (var i = 0; i < rows.Count; i++)
        {
            if (i > 0) yield return Segment.LineBreak;
            yield return new Segment(rows[i]);
            yield return Segment.Control(ToLineEnd);
        }
        yield return Segment.Control(ToScreenEnd);
    }
}
