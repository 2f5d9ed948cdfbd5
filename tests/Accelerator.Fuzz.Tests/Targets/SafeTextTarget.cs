namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>Any text, made safe to print.</summary>
internal static class SafeTextTarget
{
    public static bool Read(byte[] input)
    {
        var text = Foreign.Text(input);
        var safe = SafeText.Escape(text);
        Foreign.AssertSafe(safe);
        Assert.Equal(safe, SafeText.Escape(safe));
        Assert.True(safe.Length >= text.Length);
        // Harmless text is unchanged, and unchanged text is harmless.
        Assert.Equal(safe == text, safe.Length == text.Length);
        return safe != text;
    }
}
