using System.CommandLine;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Get;

/// <summary>The options of <c>ftpx get</c>.</summary>
internal sealed class GetOptionTable : TransferOptionTable
{
    public GetOptionTable()
    {
        AddStreams();
        Output = Word(["--output", "-o"], "PATH", "the current folder", "Where to put the file: a file name, or a folder that exists.");
        InputFile = Word(["--input-file"], "FILE", "none",
            "Addresses, one a line, with an optional local name after a blank; # starts a comment line; - is standard input.");
        Overwrite = Flag("--overwrite", "Replace a file that exists.");
        AddFetching("How the file is proven beyond lengths and seams: auto, none, always or sha256:HEX.", GetValues.Verify);
        AddReplicas("file");
        AddConnection("Address or interface of this computer to connect from; several, with commas or by several --bind, share the work.");
        AddRun();
    }

    public Argument<string[]> Addresses { get; } = new("URL")
    {
        Arity = ArgumentArity.ZeroOrMore,
        Description = "Addresses: ftp://host/dir/file, or a pattern as ftp://host/dir/*.nc; ftpes:// for explicit TLS, ftps:// for implicit TLS.",
    };

    public Option<string?> Output { get; }

    public Option<string?> InputFile { get; }

    public Option<bool> Overwrite { get; }
}
