using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Get;

/// <summary>The <c>ftpx get</c> command: parses its arguments into <see cref="GetOptions"/>. The runner is injected.</summary>
internal sealed class GetCommand : TransferCommand<GetOptions>
{
    public GetCommand(Func<GetOptions, Task<int>> run)
        : base("get", "Fetch files, each in several streams, and put them in place when they are proven whole.", run)
    {
        RepeatedArgument(
            "URL",
            "Addresses: ftp://host/dir/file, or a pattern as ftp://host/dir/*.nc; ftpes:// for explicit TLS, ftps:// for implicit TLS.",
            ArgumentArity.ZeroOrMore, (o, v) => o with { Addresses = v });
        AddStreams();
        Word(
            "--output", "PATH", "the current folder", "Where to put the file: a file name, or a folder that exists.",
            (o, v) => o with { Output = v }, alias: "-o");
        Word(
            "--input-file", "FILE", "none",
            "Addresses, one a line, with an optional local name after a blank; # starts a comment line; - is standard input.",
            (o, v) => o with { InputFile = v });
        Flag("--overwrite", "Replace a file that exists.", (o, v) => o with { Overwrite = v });
        AddFetching("How the file is proven beyond lengths and seams: auto, none, always or sha256:HEX.", GetValues.Verify);
        AddReplicas("file");
        AddConnection(BindSeveral);
        AddRun();
        Takes(new GetOptions());
    }

    /// <inheritdoc/>
    protected override void Check(GetOptions options)
    {
        if (options.Addresses.Count == 0 && options.InputFile is null)
            throw new UsageException("Give at least one address, for example ftp://host/dir/file.bin, or a list with --input-file.");
        if (options is { PasswordStdin: true, InputFile: "-" })
            throw new UsageException("--password-stdin and --input-file - both read standard input: put the list in a file.");
        options.RefuseContradictions();
    }
}
