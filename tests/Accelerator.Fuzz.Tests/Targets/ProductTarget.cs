using Accelerator.Jobs.Definitions;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A pattern of expected files in the first line, a path in the second.</summary>
internal static class ProductTarget
{
    public static bool Read(byte[] input)
    {
        var text = Foreign.Text(input);
        var end = text.IndexOf('\n');
        var (written, path) = end < 0 ? (text, "") : (text[..end], text[(end + 1)..]);
        if (ProductPattern.Parse(written, [], out var problem) is not { } pattern)
        {
            Assert.Matches("[.?]$", problem);
            return false;
        }
        var slash = path.LastIndexOf('/');
        var found = pattern.Match(slash < 0 ? "" : path[..slash], path[(slash + 1)..]);
        // With an asterisk at both ends a longer name matches too, and so says a day.
        if (found is not null) Assert.InRange(found.Time.Year, 1, 9999);
        if (found?.Channel is { } channel) Assert.Contains(channel, path, StringComparison.Ordinal);
        Assert.Equal(pattern.HasChannel && found is not null, found?.Channel is not null);
        return found is not null;
    }
}
