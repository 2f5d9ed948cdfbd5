using System.Text;

namespace Accelerator.TestKit.Chaos;

/// <summary>A control connection through a <see cref="ChaosProxy"/>: knows commands, replies, and the replies that name a port.</summary>
internal sealed class ChaosControlLink(Socket client, Socket server, ChaosProxy proxy, int ordinal) : ChaosLink(client, server, proxy, ordinal)
{
    private readonly List<byte> _command = [];
    private readonly List<byte> _reply = [];
    private long _lastTraffic = Stopwatch.GetTimestamp();

    protected override int LargestPiece => Proxy.Plan.LargestControlPiece;

    protected override IEnumerable<ChaosPiece> Pieces(ReadOnlyMemory<byte> bytes, bool fromServer)
    {
        var now = Stopwatch.GetTimestamp();
        var quiet = Stopwatch.GetElapsedTime(Interlocked.Exchange(ref _lastTraffic, now), now);
        if (Proxy.Plan.ForgetsControlAfter is { } limit && quiet > limit)
        {
            Proxy.Rules.Note($"Silence after {limit.TotalSeconds:0.###} s of quiet on control connection {Ordinal}");
            Do(ChaosAct.Silence);
            return [];
        }
        return Lines(bytes, fromServer ? _reply : _command).Select(line => fromServer ? Reply(line, now) : Command(line, now)).ToList();
    }

    private ChaosPiece Command(string line, long now)
    {
        var verb = line.Split(' ', '\r', '\n')[0].ToUpperInvariant();
        return Piece(line, now, $"command {verb}");
    }

    private ChaosPiece Reply(string line, long now)
    {
        if (PassiveReply.Port(line) is { } port) line = PassiveReply.WithPort(line, Proxy.Forward(port), Proxy.Plan.Reply227);
        var isLast = line.Length > 3 && line[3] == ' ' && line.Take(3).All(char.IsAsciiDigit);
        return isLast ? Piece(line, now, $"reply {line[..3]}") : new ChaosPiece(Encoding.Latin1.GetBytes(line), now);
    }

    private ChaosPiece Piece(string line, long now, string point) => new(Encoding.Latin1.GetBytes(line), now, Proxy.Rules.At(point)?.Act, point);

    private static List<string> Lines(ReadOnlyMemory<byte> bytes, List<byte> unfinished)
    {
        List<string> lines = [];
        foreach (var value in bytes.Span)
        {
            unfinished.Add(value);
            if (value != '\n') continue;
            lines.Add(Encoding.Latin1.GetString([.. unfinished]));
            unfinished.Clear();
        }
        return lines;
    }
}
