namespace Accelerator.Ftp;

/// <summary>Joins sentences, some of which end in the words of a server or a system and may lack their full stop.</summary>
internal static class Sentences
{
    /// <summary>Returns the sentences with a space between them, each with its own end.</summary>
    public static string Join(params string[] sentences)
    {
        ArgumentNullException.ThrowIfNull(sentences);
        return string.Join(' ', sentences.Where(one => one.Length > 0).Select(End));
    }

    // An end inside a quotation or brackets is one too.
    private static string End(string sentence) =>
        sentence.AsSpan().TrimEnd("\"')]") is [.., '.' or '!' or '?' or '…'] ? sentence : sentence + ".";
}
