using System.Globalization;
using System.Text;

namespace Accelerator.Service.Alerts;

/// <summary>Formats alerts as text. All parts were made safe for a terminal before, so no line break from a server gets in.</summary>
internal static class AlertText
{
    /// <summary>Returns one line with the most severe news.</summary>
    public static string Subject(AlertNews news, string node)
    {
        var files = news.Failures.Count + news.MoreFailures;
        string[] parts =
        [
            .. news.Began.Count > 0
                ? [$"{news.Began[0].About} in trouble{(news.Began.Count > 1 ? Invariant($" and {news.Began.Count - 1} more") : "")}"]
                : Array.Empty<string>(),
            .. files > 0 ? [files == 1 ? "1 file failed" : Invariant($"{files} files failed")] : Array.Empty<string>(),
            .. news.Over.Count > 0 ? [Invariant($"{news.Over.Count} well again")] : Array.Empty<string>(),
        ];
        return $"ftpxd on {node}: {string.Join(", ", parts)}";
    }

    /// <summary>Returns the complete text.</summary>
    public static string Body(AlertNews news, string node)
    {
        var text = new StringBuilder();
        foreach (var incident in news.Began)
            text.Append(CultureInfo.InvariantCulture,
                $"{incident.Since.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, {incident.About}: {incident.Message}\n");
        foreach (var failure in news.Failures)
            text.Append(CultureInfo.InvariantCulture,
                $"{failure.At.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, {failure.Job}: {failure.Message}\n");
        if (news.MoreFailures > 0)
            text.Append(CultureInfo.InvariantCulture,
                $"{news.MoreFailures} more files failed: ftpx job history --failures on {node} names them.\n");
        foreach (var incident in news.Over)
            text.Append(CultureInfo.InvariantCulture,
                $"Well again: {incident.About}, in trouble since {incident.Since.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC.\n");
        return text.ToString();
    }

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);
}
