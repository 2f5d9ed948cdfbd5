using System.Text;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Delivering;

/// <summary>The beginning of what a program writes; the rest is read, so that it does not wait, and forgotten.</summary>
/// <param name="most">Characters that are kept.</param>
internal sealed class CappedText(int most)
{
    private readonly StringBuilder _text = new();

    /// <summary>Reads to the end.</summary>
    public async Task ReadAsync(TextReader reader)
    {
        var buffer = new char[1024];
        while (await reader.ReadAsync(buffer).ConfigureAwait(false) is > 0 and var count)
        {
            lock (_text) _text.Append(buffer, 0, Math.Clamp(most - _text.Length, 0, count));
        }
    }

    /// <summary>To be added to a sentence: empty where nothing was written.</summary>
    public string AsSentence()
    {
        lock (_text) return _text.ToString().Trim() is { Length: > 0 } said ? $" It said: {SafeText.Escape(said)}" : "";
    }
}
