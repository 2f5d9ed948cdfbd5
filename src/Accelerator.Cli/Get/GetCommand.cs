using System.CommandLine;
using Accelerator.Cli.Cat;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Get;

/// <summary>The <c>ftpx get</c> command: parses its arguments into <see cref="GetOptions"/>. The runner is injected.</summary>
internal sealed class GetCommand : TransferCommand<GetOptions>
{
    // Options that mean nothing for a file that is written to standard output, or that print there.
    private static readonly string[] ForFiles =
    [
        "--input-file", "--update", "--skip-existing", "--overwrite", "--no-resume", "--continue", "--include", "--exclude", "--min-size",
        "--max-size", "--newer-than", "--older-than", "--replica", "--trust-replica", "--dry-run", "--json", "--report", "--failed-list",
        "--unbuffered", "--checksums", "--write-checksums", "--on-complete", "--on-error",
    ];

    public GetCommand(Func<GetOptions, Task<int>> run)
        : base("get", "Download files over parallel connections", run)
    {
        RepeatedArgument(
            "URL", "ftp://host/dir/file, NAME:file or a pattern (*.nc); ftpes:// or ftps:// for TLS",
            ArgumentArity.ZeroOrMore, (o, v) => o with { Addresses = v });
        Example("ftpx get ftp://host/pub/big.bin", "to the current folder");
        Example("ftpx get -o data/ \"ftp://host/pub/passes/*.nc\"", "all that match, to data");
        Example("ftpx get --dry-run ftp://host/pub/big.bin", "the plan only");

        Group("Files");
        Word(
            "--output", "PATH", "current folder", "File, folder if it ends in / or exists, or - for stdout",
            (o, v) => o with { Output = v }, alias: "-o");
        Word(
            "--input-file", "FILE", "none", "Read URLs from FILE, one per line; - is stdin", (o, v) => o with { InputFile = v });
        Flag("--update", "Replace existing files of another size or time", (o, v) => o with { Update = v });
        Flag("--skip-existing", "Keep existing files, whatever their content", (o, v) => o with { SkipExisting = v });
        Flag("--overwrite", "Replace existing files", (o, v) => o with { Overwrite = v });
        AddNoResume();
        AddVerify("Hash: auto, none, always, or sha256:HEX (sha512, sha1, md5)", GetValues.Verify);
        AddChecksumLists();
        AddSelection();
        AddSpeed("file");
        AddServer();
        AddRun();
        Word(
            "--failed-list", "FILE", "none", "Write what failed, as a list for --input-file", (o, v) => o with { FailedList = v });
        AddAdvancedTransfer();
        AddRange((o, v) => o with { Range = v });
        AddNoSiteMemory();
        Takes(new GetOptions());
    }

    /// <inheritdoc/>
    protected override void Check(GetOptions options)
    {
        if (options.Addresses.Count == 0 && options.InputFile is null)
            throw new UsageException("Give at least one URL, for example ftp://host/dir/file.bin, or a list with --input-file.");
        if (options is { PasswordStdin: true, InputFile: "-" })
            throw new UsageException("--password-stdin and --input-file - both read standard input: put the list in a file.");
        var rules = new[] { ("--update", options.Update), ("--skip-existing", options.SkipExisting), ("--overwrite", options.Overwrite) };
        if (rules.Where(rule => rule.Item2).Select(rule => rule.Item1).ToList() is [var one, var other, ..])
            throw new UsageException($"{one} and {other} contradict each other; omit one of them.");
        if (options is { DryRun: true, FailedList: not null })
            throw new UsageException("--failed-list needs a transfer, but --dry-run downloads nothing; omit one of them.");
        if (options is { Checksums: not null, Verify.Given: not null })
            throw new UsageException("--checksums and a hash in --verify contradict each other; omit one of them.");
        if (options.WriteChecksums is { } written && written == options.FailedList)
            throw new UsageException("--write-checksums would replace the list of --failed-list; give it another name.");
        if (options.IsToStandardOutput) CheckOutput(options);
        else if (options.Range is not null)
            throw new UsageException("--range writes a part of a file to standard output: add --output -, or omit --range.");
        options.RefuseContradictions();
    }

    private static void CheckOutput(GetOptions options)
    {
        CatOutput.Check(options.Range, options.Verify);
        if (options.Addresses.Count > 1)
            throw new UsageException(
                $"--output - writes one file to standard output, but {options.Addresses.Count} URLs were given. "
                    + "For several, use ftpx cat.");
        if (Array.Find(ForFiles, options.Typed.Contains) is { } typed)
            throw new UsageException($"{typed} has no meaning with --output -, which writes a file to standard output; omit one of them.");
    }
}
