using System.CommandLine;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Cat;

/// <summary>The <c>ftpx cat</c> command: parses its arguments into <see cref="CatOptions"/>. The runner is injected.</summary>
internal sealed class CatCommand : TransferCommand<CatOptions>
{
    public CatCommand(Func<CatOptions, Task<int>> run) : base("cat", "Write remote files to standard output; cannot resume", run)
    {
        RepeatedArgument(
            "URL", "ftp://host/dir/file or NAME:file; ftpes:// or ftps:// for TLS", ArgumentArity.OneOrMore,
            (o, v) => o with { Addresses = v });
        Example("ftpx cat ftp://host/pub/big.tar.gz", "for a pipe: | tar xz");
        Example("ftpx cat ftp://host/pub/a.csv ftp://host/pub/b.csv", "one after the other");
        Example("ftpx cat --range -500 ftp://host/pub/a.csv", "the last 500 bytes");
        Example("ftpx cat --verify-first ftp://host/pub/big.bin", "no byte before all are verified");

        Group("Files");
        Flag(
            "--verify-first", "Write nothing before the whole file is verified", (o, v) => o with { VerifyFirst = v });
        AddRange((o, v) => o with { Range = v });
        AddVerify("Hash: auto, none, always or sha256:HEX", GetValues.Verify);
        Group("Speed");
        AddStreams();
        AddBind("Local addresses or interfaces to use");
        AddLimitRate();
        AddServer();
        Group("Output");
        AddQuiet("Print errors only");
        AddLogFile();
        AddLimits("Stop after 90s, 30m or 8h");
        Group("Advanced", isAdvanced: true);
        AddMaxSessions();
        AddSegmentSize();
        AddServerAddress();
        AddMaxIdle();
        AddAdvancedConnection();
        AddNoSiteMemory();
        Takes(new CatOptions());
    }

    /// <inheritdoc/>
    protected override void Check(CatOptions options)
    {
        CatOutput.Check(options.Range, options.Verify);
        options.RefuseContradictions();
    }
}
