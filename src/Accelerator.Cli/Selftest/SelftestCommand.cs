using Accelerator.Cli.Options;

namespace Accelerator.Cli.Selftest;

/// <summary>The <c>ftpx selftest</c> command: parses its arguments into <see cref="SelftestOptions"/>. The runner is injected.</summary>
internal sealed class SelftestCommand : VerbCommand<SelftestOptions>
{
    public SelftestCommand(Func<SelftestOptions, Task<int>> run)
        : base("selftest", "Test this installation with its own server, in ten seconds", run)
    {
        Example("ftpx selftest", "on the disk of the current folder");
        Word(
            "--folder", "FOLDER", "current folder", "Folder on the disk that downloads go to; left unchanged",
            (o, v) => o with { Folder = v });
        Takes(new SelftestOptions(null));
    }
}
