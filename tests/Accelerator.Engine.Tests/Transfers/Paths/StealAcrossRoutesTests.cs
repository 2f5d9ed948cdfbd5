namespace Accelerator.Engine.Tests.Transfers.Paths;

/// <summary>How much a stream of one route takes from a stream of another: each is judged by its own path.</summary>
public sealed class StealAcrossRoutesTests
{
    private const long MiB = 1 << 20;

    private static readonly PathView Fast = new(0.02, Route: 0, Usual: 40e6);
    private static readonly PathView Slow = new(0.06, Route: 1, Usual: 4e6);

    [Fact]
    public void The_stream_of_a_fast_route_takes_nearly_all_from_one_of_a_slow_route()
    {
        RunView[] runs = [By(Slow, 0, 80 * MiB, rate: 4e6)];

        var (_, cut) = StealPolicy.Choose(runs, Fast, MiB)!.Value;

        // Both end together: the slow stream keeps a tenth.
        Assert.InRange(cut, 6 * MiB, 10 * MiB);
    }

    [Fact]
    public void The_stream_of_a_slow_route_takes_a_tenth_from_one_of_a_fast_route()
    {
        RunView[] runs = [By(Fast, 0, 800 * MiB, rate: 40e6)];

        var (_, cut) = StealPolicy.Choose(runs, Slow, MiB)!.Value;

        Assert.InRange(800 * MiB - cut, 60 * MiB, 80 * MiB);
    }

    [Fact]
    public void The_rates_of_other_routes_do_not_affect_a_route_whose_own_streams_flow()
    {
        RunView[] slowAlone = [By(Slow, 0, 80 * MiB, rate: 4e6), Own(100 * MiB, 180 * MiB, rate: 4e6)];
        RunView[] withFast = [.. slowAlone, By(Fast, 200 * MiB, 201 * MiB, rate: 40e6)];

        Assert.Equal(StealPolicy.Choose(slowAlone, Slow with { Route = 2 }, MiB), StealPolicy.Choose(withFast, Slow with { Route = 2 }, MiB));
    }

    [Fact]
    public void A_route_of_which_nothing_is_known_is_taken_for_one_like_the_others()
    {
        RunView[] runs = [By(Fast, 0, 800 * MiB, rate: 40e6)];

        var (_, cut) = StealPolicy.Choose(runs, new PathView(0.02, Route: 1), MiB)!.Value;

        Assert.InRange(cut, 380 * MiB, 440 * MiB);
    }

    [Fact]
    public void Successors_begin_for_runs_of_their_own_route_only()
    {
        RunView[] runs = [By(Fast, 0, 1000, rate: 40e6), Own(0, 1000, rate: 40e6)];

        Assert.Equal(1, StealPolicy.Ending(runs, Slow));
    }

    private static RunView Own(long claimed, long end, double rate) => new(claimed, end, rate, IsLevel: true);

    private static RunView By(PathView path, long claimed, long end, double rate) => Own(claimed, end, rate) with { Path = path };
}
