using System.CommandLine;
using Accelerator.Cli.Options;

namespace Accelerator.Cli.Stat;

/// <summary>The <c>ftpx stat</c> command: parses its arguments into <see cref="StatOptions"/>. The runner is injected.</summary>
internal sealed class StatCommand : TransferCommand<StatOptions>
{
    public StatCommand(Func<StatOptions, Task<int>> run) : base("stat", "Show what a server reports about files and folders", run)
    {
        RepeatedArgument(
            "URL", "File or folder: ftp://host/dir/file; ftpes:// or ftps:// for TLS", ArgumentArity.OneOrMore,
            (o, v) => o with { Addresses = v });
        Example("ftpx stat ftp://host/pub/big.bin", "what the server reports about a file");
        Example("ftpx stat --hash ftp://host/pub/big.bin", "with its hash");
        Example("ftpx stat --json ftp://host/pub/big.bin ftp://host/pub", "one line each");

        Group("Output");
        Flag("--hash", "Ask for the hash too; the server reads the whole file", (o, v) => o with { Hash = v });
        AddJson();
        AddServer();
        AddAdvancedConnection();
        AddBind();
        AddNoSiteMemory();
        Takes(new StatOptions());
    }
}
