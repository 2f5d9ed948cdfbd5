using System.Text.RegularExpressions;
using Accelerator.Ftp.Tests.Control;

namespace Accelerator.Ftp.Tests.Transcripts;

/// <summary>
/// A recorded dialogue that is played back. Each command must be the recorded one, and each reply is sent as recorded, split in one of four
/// ways. The first lines of the files describe their format.
/// </summary>
internal sealed class Transcript(IReadOnlyList<string> lines)
{
    private static readonly Regex DataLine = new("^= ([0-9]+) bytes from ([0-9]+)(, and the client leaves)?$");

    /// <summary>Reads <c>Transcripts/name.txt</c>.</summary>
    public static Transcript Load(string name) =>
        new([.. File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Transcripts", name + ".txt"), Encoding.Latin1).Where(line => !line.StartsWith('#'))]);

    /// <summary>The number of commands in the transcript.</summary>
    public int CommandCount => lines.Count(line => line.StartsWith('>'));

    /// <summary>Plays the server's part.</summary>
    public async Task PlayAsync(ScriptedConnection connection, Delivery delivery)
    {
        ScriptedDataPort? port = null;
        try
        {
            var replies = new StringBuilder();
            for (var i = 0; i < lines.Count; i++)
            {
                var line = lines[i];
                var isHeld = line[0] == '<' || (delivery == Delivery.Together && line[0] is '=' or ':');
                if (!isHeld)
                {
                    await SendAsync(connection, replies.ToString(), delivery);
                    replies.Clear();
                }
                switch (line[0])
                {
                    case '>':
                        await ExpectAsync(connection, line[2..]);
                        break;
                    case '<':
                        // Each reply names its own port: a connection that no RETR used may be closed late, and must not be taken for the
                        // next one.
                        if (line.Contains("{port}"))
                        {
                            port?.Dispose();
                            port = new ScriptedDataPort(connection.Address);
                        }
                        replies.Append(line[2..].Replace("{port}", port?.Port.ToString())).Append("\r\n");
                        break;
                    case ':':
                        var first = i;
                        while (lines[i + 1][0] == ':') i++;
                        await PlayListingAsync(port!, lines.Skip(first).Take(i + 1 - first));
                        break;
                    default:
                        await PlayDataAsync(port!, line);
                        break;
                }
            }
            await SendAsync(connection, replies.ToString(), delivery);
        }
        finally
        {
            port?.Dispose();
        }
    }

    private static async Task ExpectAsync(ScriptedConnection connection, string command)
    {
        if (!command.EndsWith(" ****", StringComparison.Ordinal)) await connection.ExpectAsync(command);
        else Assert.StartsWith(command[..^4], await connection.ReadAsync());
    }

    private static async Task SendAsync(ScriptedConnection connection, string replies, Delivery delivery)
    {
        var fragmentation = delivery switch { Delivery.Line => Fragmentation.Line, Delivery.Byte => Fragmentation.Byte, _ => Fragmentation.Whole };
        foreach (var piece in PiecewiseStream.Cut(Encoding.Latin1.GetBytes(replies), fragmentation)) await connection.WriteAsync(Encoding.Latin1.GetString(piece));
    }

    private static async Task PlayDataAsync(ScriptedDataPort port, string line)
    {
        var match = DataLine.Match(line);
        Assert.True(match.Success, $"\"{line}\" is no line of a transcript.");
        using var data = await port.AcceptAsync();
        await data.SendAsync(Visit.Content(long.Parse(match.Groups[2].Value), int.Parse(match.Groups[1].Value)));
        if (match.Groups[3].Success) await data.ExpectEndAsync();
    }

    private static async Task PlayListingAsync(ScriptedDataPort port, IEnumerable<string> listing)
    {
        using var data = await port.AcceptAsync();
        await data.SendAsync(Encoding.Latin1.GetBytes(string.Concat(listing.Select(line => line[2..] + "\r\n"))));
    }
}
