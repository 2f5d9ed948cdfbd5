using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>Reports problems, each once, and only the first of many of one kind: a disk that fails has one for every file.</summary>
internal static class ProblemNotices
{
    private const int MostOfOneKind = 20;

    /// <summary>Reports the problems.</summary>
    public static void Notify(IEnumerable<MirrorProblem> problems, IProgress<TransferEvent> events)
    {
        foreach (var kind in problems.GroupBy(problem => problem.Kind))
        {
            var all = kind.ToList();
            foreach (var problem in all.Take(MostOfOneKind)) Notify(problem.Message, events);
            if (all.Count > MostOfOneKind) Notify($"And {all.Count - MostOfOneKind:N0} more of this kind.", events);
        }
    }

    /// <summary>Reports one sentence.</summary>
    public static void Notify(string sentence, IProgress<TransferEvent> events) =>
        events.Report(new TransferEvent.Notice(NoticeKind.Other, sentence));
}
