namespace Accelerator.Soak.Tests.Constellation;

/// <summary>The activity of a node at one time.</summary>
/// <param name="Pool">Its thread pool.</param>
/// <param name="Reports">The events and log lines so far.</param>
/// <param name="Polls">The polls in progress.</param>
/// <param name="Begun">The files begun so far.</param>
/// <param name="Ended">The files delivered and refused so far.</param>
internal readonly record struct NodeLook(PoolActivity Pool, long Reports, long Polls, long Begun, long Ended)
{
    public static NodeLook Parse(string line)
    {
        var numbers = line.Split(' ').Select(long.Parse).ToArray();
        return new NodeLook(new PoolActivity(numbers[0], numbers[1]), numbers[2], numbers[3], numbers[4], numbers[5]);
    }

    public override string ToString() => $"{Pool.Busy} {Pool.Done} {Reports} {Polls} {Begun} {Ended}";
}
