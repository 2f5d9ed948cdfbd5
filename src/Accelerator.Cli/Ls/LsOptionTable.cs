using System.CommandLine;
using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;

namespace Accelerator.Cli.Ls;

/// <summary>The options of <c>ftpx ls</c>.</summary>
internal sealed class LsOptionTable : ConnectionOptionTable
{
    public LsOptionTable()
    {
        Long = Flag(["--long", "-l"], "Permissions, size in bytes and time before each name; a time with Z is UTC, another is the server's own.");
        Recursive = Flag(["--recursive", "-R"], "The folders in the folder too, several side by side, each under its path.");
        MaxDepth = Value<int?>("--max-depth", "N", "all", "With --recursive: folders one within the other, 0 to 64.", text => ReadDepth(text));
        AddConnection();
        NoSiteMemory = Flag("--no-site-memory", "Leave out what is known of the server and what you laid down for it, and learn nothing.");
        Json = Flag("--json", "One JSON object a line on standard output, nothing else there.");
        Trace = Word(["--trace"], "FILE", "none", "Write the dialogue with the server to FILE, secrets masked.");
    }

    public Argument<string> Address { get; } = new("URL")
    {
        Description = "A folder, a file, or a pattern: ftp://host/dir, ftp://host/dir/*.nc; ftpes:// for explicit TLS, ftps:// for implicit TLS.",
    };

    public Option<bool> Long { get; }

    public Option<bool> Recursive { get; }

    public Option<int?> MaxDepth { get; }

    public Option<bool> NoSiteMemory { get; }

    public Option<bool> Json { get; }

    public Option<string?> Trace { get; }

    private static int ReadDepth(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var depth) && depth <= WalkRequest.DeepestEver
            ? depth
            : throw new UsageException($"\"{SafeText.Escape(text)}\" is not a depth: use 0 for the folder itself, up to {WalkRequest.DeepestEver}.");
}
