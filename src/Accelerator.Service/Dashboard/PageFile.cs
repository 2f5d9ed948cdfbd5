namespace Accelerator.Service.Dashboard;

/// <summary>A file of the page, embedded in the program.</summary>
/// <param name="Bytes">The content.</param>
/// <param name="MediaType">The media type.</param>
internal sealed record PageFile(byte[] Bytes, string MediaType)
{
    /// <summary>The scripts of the page. They are named in page.html in this order.</summary>
    public static IReadOnlyList<string> Scripts { get; } =
        ["format.js", "overview.js", "jobs.js", "charts.js", "job.js", "actions.js", "page.js"];

    /// <summary>Returns a file of src/Accelerator.Service/Dashboard/Page.</summary>
    public static PageFile Of(string name)
    {
        using var stream = typeof(PageFile).Assembly.GetManifestResourceStream($"page/{name}")
            ?? throw new InvalidOperationException($"The program has no {name}.");
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return new PageFile(bytes.ToArray(), Path.GetExtension(name) switch { ".html" => "text/html; charset=utf-8",
            ".css" => "text/css; charset=utf-8", ".js" => "text/javascript; charset=utf-8", _ => "image/svg+xml" });
    }
}
