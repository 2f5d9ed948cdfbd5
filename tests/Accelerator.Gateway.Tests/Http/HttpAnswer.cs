namespace Accelerator.Gateway.Tests.Http;

/// <summary>An answer over HTTP, read to the end of the connection.</summary>
internal sealed record HttpAnswer(int Status, IReadOnlyDictionary<string, string> Fields, byte[] Body, bool IsReset)
{
    private static readonly TimeSpan Patience = 5 * ScriptedServer.Patience;

    public string Text => Encoding.UTF8.GetString(Body);

    /// <summary>Whether the body has the length that the head announces.</summary>
    public bool IsComplete => !IsReset && Body.Length == long.Parse(Fields["Content-Length"]);

    /// <summary>Reads an answer. Status 0: the connection ended without one.</summary>
    public static async Task<HttpAnswer> ReadAsync(Stream stream)
    {
        using var deadline = new CancellationTokenSource(Patience);
        var (bytes, buffer, isReset) = (new List<byte>(), new byte[64 << 10], false);
        try
        {
            int read;
            while ((read = await stream.ReadAsync(buffer, deadline.Token)) > 0) bytes.AddRange(buffer.AsSpan(0, read));
        }
        catch (IOException)
        {
            isReset = true;
        }
        var all = bytes.ToArray();
        var end = all.AsSpan().IndexOf("\r\n\r\n"u8);
        if (end < 0) return new HttpAnswer(0, new Dictionary<string, string>(), all, isReset);
        var lines = Encoding.Latin1.GetString(all, 0, end).Split("\r\n");
        return new HttpAnswer(
            int.Parse(lines[0].Split(' ')[1]), lines[1..].Select(line => line.Split(": ", 2)).GroupBy(pair => pair[0], pair => pair[1]).ToDictionary(name => name.Key, name => string.Join(", ", name)),
            all[(end + 4)..], isReset);
    }
}
