using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Find;

/// <summary>The <c>ftpx find</c> command: parses its arguments into <see cref="FindOptions"/>. The runner is injected.</summary>
internal sealed class FindCommand : TransferCommand<FindOptions>
{
    public FindCommand(Func<FindOptions, Task<int>> run) : base("find", "Find remote files by name, size and time", run)
    {
        Argument("URL", "Folder to begin with: ftp://host/dir; ftpes:// or ftps:// for TLS", (o, v) => o with { Address = v });
        Argument(
            "PATTERN", "Names such as *.nc; with a slash, paths below URL [default: all]",
            (o, v) => o with { Pattern = MirrorValues.Glob(v) }, isOptional: true);
        Example("ftpx find ftp://host/pub \"*.nc\"", "by name");
        Example("ftpx find --type f ftp://host/pub \"2026*/**\"", "files, by path");
        Example("ftpx find --newer-than 36h ftp://host/pub", "by time");

        Group("Search");
        Value(
            "--type", "f|d|l", "all", "Only files, folders (d) or links", ReadType, (o, v) => o with { Type = v });
        Value(
            "--max-depth", "N", "all", "Levels of subfolders to enter; 0 for none", MirrorValues.Depth, (o, v) => o with { MaxDepth = v });
        AddSelection();
        Group("Output");
        AddJson();
        AddServer();
        AddAdvancedConnection();
        AddBind();
        AddNoSiteMemory();
        Takes(new FindOptions { Address = "" });
    }

    private static EntryKind ReadType(string text) => text switch
    {
        "f" => EntryKind.File,
        "d" => EntryKind.Folder,
        "l" => EntryKind.Link,
        _ => throw new UsageException($"\"{SafeText.Escape(text)}\" is not valid: use f (files), d (folders) or l (links)."),
    };
}
