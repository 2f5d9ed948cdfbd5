using System.Security.Cryptography;
using System.Text;
using System.Xml.Linq;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Report;

/// <summary>
/// A recorded run as one self-contained page: well-formed XHTML that loads nothing from outside. Its content security policy lets a browser
/// run only the page's own script, so that even an escaping mistake cannot make a server's text executable.
/// </summary>
internal static class ReportPage
{
    /// <summary>Returns the complete text of the page.</summary>
    public static string Render(RunRecord run)
    {
        var script = Resource("report.js");
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(script)));
        return $"""
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hash}'"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <meta name="color-scheme" content="light dark"/>
            <meta name="referrer" content="no-referrer"/>
            {Line(Markup.El("title", "", $"{ReportHead.TitleOf(run)}: transfer report"))}
            <style>
            {Resource("report.css")}</style>
            </head>
            <body>
            <main>
            {string.Join('\n', Body(run).Select(Line))}
            </main>
            <script>{script}</script>
            </body>
            </html>

            """;
    }

    private static IEnumerable<XElement> Body(RunRecord run)
    {
        var axis = new TimeAxis(run.Elapsed);
        return
        [
            .. ReportHead.Draw(run),
            .. ReportFigures.Draw(run, axis),
            .. ShareChart.Draw(run, axis),
            .. ReportTables.Draw(run),
            Markup.El("footer", "", $"Written by {VersionText.Line}. 1 MiB is 1,048,576 bytes; 1 Mbit/s is 1,000,000 bit/s."),
        ];
    }

    private static string Line(XElement element) => element.ToString(SaveOptions.DisableFormatting);

    private static string Resource(string name)
    {
        using var reader = new StreamReader(typeof(ReportPage).Assembly.GetManifestResourceStream(name)!, Encoding.UTF8);
        return reader.ReadToEnd();
    }
}
