namespace Accelerator.Gateway.Protocol;

/// <summary>Splits the bytes of a control connection into lines. Holds at most one line of <see cref="MaxLine"/> bytes.</summary>
internal sealed class CommandSplitter
{
    /// <summary>
    /// The longest line, bytes without its line end. A path of 1000 bytes fits, and the client's own part never exceeds what upstream
    /// servers accept.
    /// </summary>
    public const int MaxLine = 2048;

    private readonly byte[] _line = new byte[MaxLine];
    private int _length;

    /// <summary>Whether a line was too long or held NUL. Nothing more is read then.</summary>
    public bool IsBroken { get; private set; }

    /// <summary>Adds received bytes and returns the lines that they complete. A line ends with LF; a CR before it is dropped.</summary>
    public IReadOnlyList<CommandLine> Add(ReadOnlySpan<byte> bytes)
    {
        var lines = new List<CommandLine>();
        foreach (var value in bytes)
        {
            if (IsBroken) break;
            if (value != '\n')
            {
                if (value == 0 || _length == MaxLine) IsBroken = true;
                else _line[_length++] = value;
                continue;
            }
            var line = _line.AsSpan(0, _length);
            if (line is [.., (byte)'\r']) line = line[..^1];
            _length = 0;
            // A CR inside would end the command at the upstream server.
            if (line.Contains((byte)'\r')) IsBroken = true;
            else lines.Add(CommandLine.Parse(line));
        }
        return lines;
    }
}
