namespace Accelerator.Cli.Tests;

/// <summary>The engine call of a test.</summary>
internal delegate Task<TransferResult> EngineRun(TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken);

/// <summary>Command lines of <c>ftpx get</c> with an engine that returns prepared results.</summary>
public abstract class EngineFixture : CommandLineFixture
{
    /// <summary>The last request to the engine; null if it was never called.</summary>
    private protected TransferRequest? Request { get; private set; }

    /// <summary>Returns an engine that ends with these files.</summary>
    private protected static EngineRun Finish(params FileResult[] files) => Report([.. files.Select(file => new TransferEvent.Finished(file))], files);

    /// <summary>Returns an engine that reports a plan, progress, a notice and a delivered file.</summary>
    private protected static EngineRun Play() => Report(
        [
            new TransferEvent.Planned(TransferSamples.Plan()), new TransferEvent.Progress(TransferSamples.Snapshot()),
            new TransferEvent.Notice(NoticeKind.ServerLimit, "421 for\u001b 3"), new TransferEvent.Finished(TransferSamples.Done()),
        ],
        TransferSamples.Done());

    /// <summary>Returns an engine that reports these events and ends with these files.</summary>
    private protected static EngineRun Report(TransferEvent[] all, params FileResult[] files) => (_, events, _) =>
    {
        foreach (var value in all) events.Report(value);
        return Task.FromResult(new TransferResult(files, TimeSpan.FromSeconds(1)));
    };

    /// <summary>Returns an engine that fails.</summary>
    private protected static EngineRun Throw(Exception exception) => (_, _, _) => throw exception;

    private protected Task<int> GetAsync(EngineRun run, params string[] words) => FtpxAsync(["get", .. words], new GetCommand(new GetRunner(Process.Value, Calls(run)).RunAsync));

    /// <summary>Returns the plan of a dry run.</summary>
    private protected virtual TransferPlan Plan(TransferRequest request) => TransferSamples.Plan();

    /// <summary>The engine calls as the program makes them.</summary>
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
