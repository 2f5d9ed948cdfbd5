using Accelerator.Cli.Options;

namespace Accelerator.Cli.Selftest;

/// <summary>The <c>ftpx selftest</c> command: parses its arguments into <see cref="SelftestOptions"/>. The runner is injected.</summary>
internal sealed class SelftestCommand : VerbCommand<SelftestOptions>
{
    public SelftestCommand(Func<SelftestOptions, Task<int>> run)
        : base(
            "selftest",
            "Prove this installation against a server of its own, without a network: speed-up, resume, content, disk. "
                + "Takes some ten seconds.",
            run)
    {
        Word(
            "--folder", "FOLDER", "the current folder", "Where to write: a folder on the disk that downloads go to. It is left as it was.",
            (o, v) => o with { Folder = v });
        Takes(new SelftestOptions(null));
    }
}
