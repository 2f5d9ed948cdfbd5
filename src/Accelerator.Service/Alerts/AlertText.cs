using System.Globalization;
using System.Text;
using Accelerator.Ftp;
using Accelerator.Service.Core;

namespace Accelerator.Service.Alerts;

/// <summary>Formats alerts as text. All parts were made safe for a terminal before, so no line break from a server gets in.</summary>
internal static class AlertText
{
    /// <summary>Returns one line with the most severe news.</summary>
    public static string Subject(AlertNews news, string node)
    {
        if (news.IsTest) return $"ftpxd on {node}: test";
        var files = news.Failures.Count + news.MoreFailures;
        List<string> parts = [];
        if (news.Began.Count > 0) parts.Add($"problem with {Names(news.Began)}");
        if (files > 0) parts.Add(CountText.Of(files, "failure"));
        if (news.Over.Count > 0) parts.Add($"resolved: {Names(news.Over)}");
        if (news.Expired.Count > 0) parts.Add($"no longer watched: {Names(news.Expired)}");
        return $"ftpxd on {node}: {string.Join(", ", parts)}";
    }

    /// <summary>Returns the complete text.</summary>
    public static string Body(AlertNews news, string node)
    {
        var text = new StringBuilder();
        if (news.IsTest) text.Append("This is a test by ftpx service alert-test. Alerts of ftpxd reach you.\n");
        foreach (var incident in news.Began)
            text.Append(CultureInfo.InvariantCulture,
                $"{incident.Since.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, {incident.About}: {incident.Message}\n");
        foreach (var failure in news.Failures)
            text.Append(CultureInfo.InvariantCulture,
                $"{failure.At.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC, {failure.Job}: {failure.Message}\n");
        if (news.MoreFailures > 0)
            text.Append(CultureInfo.InvariantCulture,
                $"{news.MoreFailures} more: run ftpx job history --failures on {node}.\n");
        foreach (var incident in news.Over)
            text.Append(CultureInfo.InvariantCulture,
                $"Resolved: {incident.About}, failing since {incident.Since.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC.\n");
        foreach (var incident in news.Expired)
            text.Append(CultureInfo.InvariantCulture,
                $"No longer watched: {incident.About}. It was not resolved, and polls no longer look back so far. {incident.Message}\n");
        return text.ToString();
    }

    private static string Names(IReadOnlyList<OpenIncident> incidents) =>
        incidents[0].About + (incidents.Count > 1 ? Invariant($" and {incidents.Count - 1} more") : "");

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);
}
