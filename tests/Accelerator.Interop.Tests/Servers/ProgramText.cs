namespace Accelerator.Interop.Tests.Servers;

/// <summary>The text that a program writes to one of its streams, read as it arrives.</summary>
internal sealed class ProgramText
{
    // A program that has ended has written all it has to say. Its stream ends later, or never, where something that it started holds it: under Wine the first program
    // that needs a desktop starts explorer.exe, which lasts as long as Wine.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly StringBuilder _text = new();
    private readonly Task _reading;

    public ProgramText(StreamReader stream) => _reading = ReadAsync(stream);

    /// <summary>Gets the complete text, once the program has ended.</summary>
    public async Task<string> EndAsync()
    {
        // Only where another process holds the stream.
        await Task.WhenAny(_reading, Task.Delay(Patience));
        lock (_text) return _text.ToString();
    }

    private async Task ReadAsync(StreamReader stream)
    {
        var buffer = new char[4096];
        try
        {
            while (await stream.ReadAsync(buffer) is > 0 and var count)
            {
                lock (_text) _text.Append(buffer, 0, count);
            }
        }
        catch (ObjectDisposedException)
        {
            // The run was disposed of while something else held the stream.
        }
        catch (IOException)
        {
        }
    }
}
