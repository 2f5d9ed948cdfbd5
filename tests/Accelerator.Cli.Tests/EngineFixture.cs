namespace Accelerator.Cli.Tests;

/// <summary>What the engine of a test does when it is asked to fetch.</summary>
internal delegate Task<TransferResult> EngineRun(TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken);

/// <summary>Command lines of <c>ftpx get</c> with an engine that answers as it is told.</summary>
public abstract class EngineFixture : CommandLineFixture
{
    /// <summary>The last request of the engine; null where it never ran.</summary>
    private protected TransferRequest? Request { get; private set; }

    /// <summary>An engine that ends with these files.</summary>
    private protected static EngineRun Finish(params FileResult[] files) => Report([.. files.Select(file => new TransferEvent.Finished(file))], files);

    /// <summary>An engine that reports a plan, progress, a notice and a file in place.</summary>
    private protected static EngineRun Play() => Report(
        [
            new TransferEvent.Planned(TransferSamples.Plan()), new TransferEvent.Progress(TransferSamples.Snapshot()),
            new TransferEvent.Notice(NoticeKind.ServerLimit, "421 for\u001b 3"), new TransferEvent.Finished(TransferSamples.Done()),
        ],
        TransferSamples.Done());

    /// <summary>An engine that reports these events and ends with these files.</summary>
    private protected static EngineRun Report(TransferEvent[] all, params FileResult[] files) => (_, events, _) =>
    {
        foreach (var value in all) events.Report(value);
        return Task.FromResult(new TransferResult(files, TimeSpan.FromSeconds(1)));
    };

    /// <summary>An engine that fails.</summary>
    private protected static EngineRun Throw(Exception exception) => (_, _, _) => throw exception;

    private protected Task<int> GetAsync(EngineRun run, params string[] words) => FtpxAsync(["get", .. words], new GetCommand(new GetRunner(Process.Value, Calls(run)).RunAsync));

    /// <summary>What a dry run plans.</summary>
    private protected virtual TransferPlan Plan(TransferRequest request) => TransferSamples.Plan();

    /// <summary>The engine as the program calls it.</summary>
    private protected TransferCalls Calls(EngineRun run) => new(
        (request, events, token) =>
        {
            Request = request;
            return run(request, events, token);
        },
        (request, events, _) =>
        {
            events.Report(new TransferEvent.Planned(Plan(request)));
            return Task.FromResult<IReadOnlyList<TransferPlan>>([Plan(request)]);
        });
}
