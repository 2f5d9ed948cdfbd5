using Accelerator.Cli.Addresses;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Terminal;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Running;

/// <summary>
/// The services of a command that prints lines about a server as they arrive: trace, Ctrl-C, and an output that ends early.
/// </summary>
/// <param name="environment">The process environment.</param>
/// <param name="options">The parsed options.</param>
internal sealed class ListingHost(ProcessEnvironment environment, TransferOptions options)
{
    private readonly RunHost _host = new(environment, options);

    /// <inheritdoc cref="RunHost.Warn"/>
    public void Warn(string sentence) => _host.Warn(sentence);

    /// <inheritdoc cref="RunHost.Fail"/>
    public void Fail(string sentence) => _host.Fail(sentence);

    /// <summary>Runs a command with one server and returns the exit code.</summary>
    /// <param name="request">The server.</param>
    /// <param name="workAsync">The run; receives the open connection and a cancellation token.</param>
    /// <param name="json">Returns the lines of JSON for an engine failure: a program that reads lines gets one, whatever happens.</param>
    /// <exception cref="UsageException">The trace cannot be written; nothing has been sent over the network.</exception>
    public Task<int> RunAsync(
        ListingRequest request, Func<ListingRunner, CancellationToken, Task<ExitCode>> workAsync,
        Func<TransferException, IEnumerable<string>> json)
    {
        return RunAsync(ConnectAsync, json);

        async Task<ExitCode> ConnectAsync(Action<FtpTraceLine>? trace, CancellationToken cancellationToken)
        {
            var runner = await ListingRunner.OpenAsync(
                request.Transfer with { Trace = trace }, request.Source, environment.Time, cancellationToken).ConfigureAwait(false);
            await using var goodbye = runner.ConfigureAwait(false);
            runner.NotifyOfWait(Warn);
            return await workAsync(runner, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Runs a command that connects itself and returns the exit code.</summary>
    /// <param name="workAsync">The run; receives the trace, or null, and a cancellation token.</param>
    /// <param name="json">Returns the lines of JSON for an engine failure: a program that reads lines gets one, whatever happens.</param>
    /// <exception cref="UsageException">The trace cannot be written; nothing has been sent over the network.</exception>
    public async Task<int> RunAsync(
        Func<Action<FtpTraceLine>?, CancellationToken, Task<ExitCode>> workAsync, Func<TransferException, IEnumerable<string>> json)
    {
        try
        {
            return await _host.RunPlainAsync(workAsync, failure => Print(options.Json ? json(failure) : [])).ConfigureAwait(false);
        }
        catch (OutputClosedException)
        {
            return ExitCodes.Disk;
        }
        catch (IOException e) when (e is not FtpException)
        {
            return _host.FailOutput(e);
        }
    }

    private void Print(IEnumerable<string> lines)
    {
        try
        {
            foreach (var line in lines) environment.Out.WriteLine(line);
        }
        catch (IOException)
        {
            // The reader is gone; standard error and the exit code have reported the failure.
        }
    }
}
