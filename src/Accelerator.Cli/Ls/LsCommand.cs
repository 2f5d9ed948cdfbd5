using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;

namespace Accelerator.Cli.Ls;

/// <summary>The <c>ftpx ls</c> command: parses its arguments into <see cref="LsOptions"/>. The runner is injected.</summary>
internal sealed class LsCommand : TransferCommand<LsOptions>
{
    public LsCommand(Func<LsOptions, Task<int>> run) : base("ls", "List remote files", run)
    {
        Argument(
            "URL", "Folder, file or pattern: ftp://host/dir/*.nc or NAME:dir; ftpes:// or ftps:// for TLS",
            (o, v) => o with { Address = v });
        Example("ftpx ls ftp://host/pass", "the names in the folder pass");
        Example("ftpx ls -l \"ftp://host/pass/*.nc\"", "with size and time");
        Example("ftpx ls -R ftp://host//data", "a tree, from the server's root");
        Example("ftpx ls -l --newer-than 7d --min-size 1G ftp://host/pass", "the large files of a week");

        Group("Listing");
        Flag("--long", "Show permissions, size and time", (o, v) => o with { Long = v }, alias: "-l");
        Flag("--human", "With --long: sizes such as 1.25 GiB; for help, use --help", (o, v) => o with { Human = v }, alias: "-h");
        Flag("--recursive", "List subfolders too", (o, v) => o with { Recursive = v }, alias: "-R");
        Value(
            "--max-depth", "N", "all", "With --recursive: levels of subfolders, 0 to 64", ReadDepth, (o, v) => o with { MaxDepth = v });
        AddJson();
        AddSelection();
        AddServer();
        AddAdvancedConnection();
        AddBind();
        AddNoSiteMemory();
        Takes(new LsOptions { Address = "" });
    }

    /// <inheritdoc/>
    protected override void Check(LsOptions options)
    {
        if (options is { MaxDepth: not null, Recursive: false })
            throw new UsageException("--max-depth needs --recursive: add -R, or omit --max-depth.");
    }

    private static int ReadDepth(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var depth) && depth <= WalkRequest.DeepestEver
            ? depth
            : throw new UsageException(
                $"\"{SafeText.Escape(text)}\" is not a depth: use 0 for the folder itself, up to {WalkRequest.DeepestEver}.");
}
