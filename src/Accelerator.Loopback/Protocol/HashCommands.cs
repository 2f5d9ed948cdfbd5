using System.Globalization;
using System.Text.RegularExpressions;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Protocol;

internal static class HashCommands
{
    // A path, bare or in quotes, and optionally two numbers for the range.
    private static readonly Regex VendorForm = new("^(?:\"(?<path>[^\"]*)\"|(?<path>.+?))(?<ranged> +(?<a>[0-9]+) +(?<b>[0-9]+))?$",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, TimeSpan.FromSeconds(1));

    public static string Hash(Session session, string argument)
    {
        var range = session.TakeRange();
        if (session.Server.Served.Find(session.Resolve(argument)) is not { } file) return "550 No such file.";
        using var opened = file.Open();
        if (opened?.Content is not { } content) return "550 Could not open file.";
        var end = Math.Min(range.End ?? content.Length, content.Length);
        if (range.Start > end) return "501 The range starts beyond the end of the file.";
        var digest = ContentDigest.Compute(content, session.HashAlgorithm, range.Start, end);
        return $"213 {session.HashAlgorithm} {range.Start}-{end} {digest} {argument}";
    }

    public static string Vendor(Session session, string algorithm, string argument)
    {
        var match = VendorForm.Match(argument);
        if (!match.Success) return "501 A path is needed.";
        if (session.Server.Served.Find(session.Resolve(match.Groups["path"].Value)) is not { } file) return "550 No such file.";
        using var opened = file.Open();
        if (opened?.Content is not { } content) return "550 Could not open file.";
        var (start, end) = (0L, content.Length);
        if (match.Groups["ranged"].Success)
        {
            var form = session.Server.Options.HashRanges;
            if (form == HashRangeForm.WholeFileOnly) return "501 Ranges are not supported.";
            if (!TryNumber(match.Groups["a"], out start) || !TryNumber(match.Groups["b"], out var second)) return "501 Invalid range.";
            end = form switch
            {
                HashRangeForm.StartAndLast => second + 1,
                HashRangeForm.StartAndLength => start + second,
                _ => second,
            };
        }

        // ProFTPD answers 501 to a range beyond the end, too.
        if (start > end || end > content.Length || end < 0) return "501 Invalid range.";
        return $"213 {ContentDigest.Compute(content, algorithm, start, end).ToUpperInvariant()}";
    }

    private static bool TryNumber(Group digits, out long number) =>
        long.TryParse(digits.Value, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
