namespace Accelerator.Interop.Tests.Gets;

/// <summary>The result of a get by the engine, with all its events.</summary>
internal sealed record GetOutcome(TransferResult Result, IReadOnlyList<TransferEvent> Events, IReadOnlyList<FtpTraceLine> Trace)
{
    public FileResult File => Assert.Single(Result.Files);

    /// <summary>How often a verb was sent, over all sessions.</summary>
    public int Sent(string verb) => Trace.Count(line => !line.FromServer && line.Text.Split(' ')[0] == verb);

    public int Received(int code) => Trace.Count(line => line.FromServer && line.Text.StartsWith($"{code} ", StringComparison.Ordinal));

    public IReadOnlyList<string> Notices(NoticeKind kind) =>
        [.. Events.OfType<TransferEvent.Notice>().Where(notice => notice.Kind == kind).Select(notice => notice.Message)];

    public void AssertSucceeded() => Assert.True(Result.Succeeded, Notify());

    public void AssertFailed(FailureKind kind) => Assert.True(File.Failure == kind, Notify());

    public string Notify() => string.Join('\n', Result.Files.Select(file => $"{file.Failure?.ToString() ?? "good"}: {file.Message}")
        .Concat(Events.OfType<TransferEvent.Notice>().Select(notice => $"{notice.Kind}: {notice.Message}"))
        .Concat(Trace.TakeLast(200).Select(line => $"{line.Session}{(line.FromServer ? "<" : ">")} {line.Text}")));
}
