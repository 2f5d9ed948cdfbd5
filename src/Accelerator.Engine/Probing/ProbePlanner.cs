using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Probing;

/// <summary>Computes a plan from a request. Pure.</summary>
internal static class ProbePlanner
{
    /// <summary>Plans a probe: 1, 2, 4, … streams up to the maximum.</summary>
    public static ProbePlan Plan(ProbeRequest request) => new()
    {
        Source = request.Source,
        Steps = Steps(request.MostStreams),
        MostSessions = request.MostStreams + 1,
        MostRefusals = ProbeSessions.MostAtOnce,
        MostBytesPerStep = PlateauPolicy.MostBytes,
        TimeLimit = request.TimeLimit,
        Folder = request.Folder,
        MostDiskBytes = request.Folder is null ? 0 : DiskSpeed.Most,
    };

    private static List<int> Steps(int most)
    {
        var steps = new List<int> { 1 };
        while (steps[^1] < most) steps.Add(Math.Min(steps[^1] * 2, most));
        return steps;
    }
}
