namespace Accelerator.Service.Dashboard;

/// <summary>A file of the page, which lies in the program.</summary>
/// <param name="Bytes">Its content.</param>
/// <param name="MediaType">What it is.</param>
internal sealed record PageFile(byte[] Bytes, string MediaType)
{
    /// <summary>One of src/Accelerator.Service/Dashboard/Page.</summary>
    public static PageFile Of(string name)
    {
        using var stream = typeof(PageFile).Assembly.GetManifestResourceStream($"page/{name}") ?? throw new InvalidOperationException($"The program has no {name}.");
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return new PageFile(bytes.ToArray(), Path.GetExtension(name) switch { ".html" => "text/html; charset=utf-8", ".css" => "text/css; charset=utf-8", ".js" => "text/javascript; charset=utf-8", _ => "image/svg+xml" });
    }
}
