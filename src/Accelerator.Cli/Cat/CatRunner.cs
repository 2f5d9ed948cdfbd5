using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Running;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Machine;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Cat;

/// <summary>Runs <c>ftpx cat</c> and <c>ftpx get --output -</c>: one transfer for each file, in order, to standard output.</summary>
internal sealed class CatRunner(ProcessEnvironment environment, TransferCalls calls)
{
    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are not a valid request; nothing has been sent over the network.</exception>
    public Task<int> RunAsync(CatOptions options) => 
        RunAsync(options, options.Addresses, new CatOutput(options.Range, options.VerifyFirst), "ftpx cat");

    /// <summary>Runs the command that another command stands for, and returns the exit code.</summary>
    /// <param name="options">Its options.</param>
    /// <param name="addresses">The addresses as typed.</param>
    /// <param name="wanted">What is written of each file.</param>
    /// <param name="command">The command, for messages.</param>
    /// <exception cref="UsageException">The arguments are not a valid request, or the folder for temporary files cannot be used; nothing
    /// has been sent over the network.</exception>
    public async Task<int> RunAsync(TransferOptions options, IReadOnlyList<string> addresses, CatOutput wanted, string command)
    {
        using var spool = SpoolFolder.Create(environment, ExitCodes.Disk);
        var host = new RunHost(Around(spool), options);
        var output = new ReaderOutput(environment.OutBytes, environment.IsOutClosed);
        var requests = await ListingRequest.ReadAsync(
            options, addresses, command, (url, pattern) => RequireFile(url, pattern, command), environment, host.Warn,
            hasSeveralPaths: true)
            .ConfigureAwait(false);
        TransferOptions.RefuseSeveralHosts(options.ServerAddresses, requests.Select(one => one.Url));
        var files = requests.Select(one => FileLimit.Bound(Request(one, spool, output, wanted), environment.FileLimit, host.Warn))
            .ToList();
        return await host.RunAsync(
            requests[0].Source.ToString(),
            files[0],
            // A reader that has read enough is no failure of the file.
            value => value is not TransferEvent.Finished || !output.IsClosed,
            context => RunAsync(files, output, context)).ConfigureAwait(false);
    }

    private async Task<ExitCode> RunAsync(List<TransferRequest> files, ReaderOutput output, RunContext context)
    {
        using var awake = KeepAwake.For("ftpx is downloading files.");
        foreach (var (request, i) in files.Select((request, i) => (request, i)))
        {
            var run = await calls.Run(context.Complete(request), context.Events, context.Stop).ConfigureAwait(false);
            if (output.IsClosed) return ExitCodes.Disk;
            if (run.Files[0].Failure is { } kind)
            {
                if (i + 1 < files.Count)
                    context.View.Say($"{files[i + 1].Items[0].Sources[0]} and any files after it were not downloaded.");
                return await context.EndAsync(ExitCodes.For(kind)).ConfigureAwait(false);
            }
        }
        return await context.EndAsync(ExitCodes.Ok).ConfigureAwait(false);
    }

    // Standard output is for the files alone. Ctrl-C twice ends the process without the end of this class.
    private ProcessEnvironment Around(SpoolFolder spool) => environment with
    {
        Out = environment.Err,
        OpenTerminal = environment.OutIsTerminal ? static () => null : environment.OpenTerminal,
        ExitNow = code =>
        {
            spool.Dispose();
            environment.ExitNow(code);
        },
    };

    private TransferRequest Request(ListingRequest one, SpoolFolder spool, Stream output, CatOutput wanted)
    {
        var file = new WantedFile(new ListedAddress(one.Url.ToString(), null, ""), one.Url, null);
        return one.Transfer with
        {
            Items =
            [
                new TransferItem
                {
                    Sources = [one.Source],
                    TargetPath = new TargetNames(environment.NameRules, spool.Path, fileName: null).For([file])[0],
                    Output = output,
                    OutputRange = wanted.Range,
                    VerifyBeforeOutput = wanted.VerifyFirst,
                    OutputWindowGrows = true,
                    RoomAdvice = spool.RoomAdvice,
                },
            ],
            Resume = false,
        };
    }

    private static void RequireFile(FtpUrl url, RemotePattern? pattern, string command)
    {
        ListingRequest.RefusePattern(url, pattern);
        if (url.Path.Name.Length > 0) return;
        throw new UsageException($"{url} is a folder, and {command} writes files. Give the URL of a file.") { Code = ExitCodes.NotFound };
    }
}
