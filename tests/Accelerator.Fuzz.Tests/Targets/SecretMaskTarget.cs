using Accelerator.Cli.Doctor;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>A text for other readers: a secret on a line of its own is masked, whatever the lines around it contain.</summary>
internal static class SecretMaskTarget
{
    private const string Secret = "secret5ecret";

    private static readonly string[] Lines =
    [
        $"ftp://kim:{Secret}@host/f", $"PASS {Secret}", $"{{\"password\":\"{Secret}\"}}", $"FTPX_PASSWORD={Secret}", $"machine h login kim password {Secret}",
        $"ftp%3A%2F%2Fkim%3A{Secret}%40host", $"Authorization: Basic {Secret}", $"curl -u kim:{Secret} ftp://host/",
    ];

    public static bool Read(byte[] input)
    {
        var text = Foreign.Text(input);
        var planted = Lines[Foreign.Number(input) % (ulong)Lines.Length];
        var masked = SecretMask.Of($"{text}\n{planted}\n{text}");
        // A secret made by chance would also occur in the text itself.
        if (!text.Contains(Secret, StringComparison.Ordinal)) Assert.DoesNotContain(Secret, masked.Text, StringComparison.Ordinal);
        Assert.True(masked.Secrets > 0);
        Assert.Equal(text.Count(c => c == '\n') * 2 + 2, masked.Text.Count(c => c == '\n'));
        return masked.Secrets > 1;
    }
}
