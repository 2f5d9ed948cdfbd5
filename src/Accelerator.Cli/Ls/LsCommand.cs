using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp;

namespace Accelerator.Cli.Ls;

/// <summary>The <c>ftpx ls</c> command: parses its arguments into <see cref="LsOptions"/>. The runner is injected.</summary>
internal sealed class LsCommand : TransferCommand<LsOptions>
{
    public LsCommand(Func<LsOptions, Task<int>> run) : base("ls", "List a folder of a server, or what a pattern means there.", run)
    {
        Argument(
            "URL",
            "A folder, a file, or a pattern: ftp://host/dir, ftp://host/dir/*.nc; ftpes:// for explicit TLS, ftps:// for implicit TLS.",
            (o, v) => o with { Address = v });
        Flag(
            "--long", "Permissions, size in bytes and time before each name; a time with Z is UTC, another is the server's own.",
            (o, v) => o with { Long = v }, alias: "-l");
        Flag(
            "--recursive", "The folders in the folder too, several side by side, each under its path.", (o, v) => o with { Recursive = v },
            alias: "-R");
        Value(
            "--max-depth", "N", "all", "With --recursive: folders one within the other, 0 to 64.", ReadDepth,
            (o, v) => o with { MaxDepth = v });
        AddConnection();
        AddNoSiteMemory();
        AddJson();
        AddTrace();
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
