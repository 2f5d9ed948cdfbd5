namespace Accelerator.Jobs.Tests.Delivering;

public sealed class GoodputPolicyTests
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 20, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Two_measurements_in_a_row_below_the_share_of_the_median_are_an_alarm_and_one_is_not()
    {
        long[] usual = [.. Enumerable.Repeat(1000L, 20)];
        Assert.Null(GoodputPolicy.Judge(Probes([.. usual, 400]), 50));
        Assert.Null(GoodputPolicy.Judge(Probes([.. usual, 400, 1000, 400]), 50));
        Assert.Equal((300, 1000), GoodputPolicy.Judge(Probes([.. usual, 400, 300]), 50));
        Assert.Null(GoodputPolicy.Judge(Probes([.. usual, 400, 300]), 20));
        Assert.Null(GoodputPolicy.Judge(Probes([.. usual, 400, 300, 600]), 50));
    }

    [Fact]
    public void A_new_server_has_no_median_to_compare_with() =>
        Assert.Null(GoodputPolicy.Judge(Probes([.. Enumerable.Repeat(1000L, GoodputPolicy.Least - 1), 1, 1]), 50));

    [Fact]
    public void A_fast_delivery_ends_the_slow_path_verdict_and_a_slow_one_starts_none()
    {
        var probes = Probes([.. Enumerable.Repeat(1000L, 20), 400, 300]);
        Assert.Null(GoodputPolicy.Judge([.. probes, One(22, 900, PathMeasurement.Transfer)], 50));
        Assert.NotNull(GoodputPolicy.Judge([.. probes, One(22, 100, PathMeasurement.Transfer)], 50));
        Assert.Null(GoodputPolicy.Judge([.. Probes([.. Enumerable.Repeat(1000L, 20)]), One(22, 100, PathMeasurement.Transfer), One(23, 100, PathMeasurement.Transfer)], 50));
    }

    [Fact]
    public void A_server_whose_deliveries_always_need_the_sessions_is_judged_by_them()
    {
        var transfers = Enumerable.Range(0, 20).Select(i => One(i, 1000, PathMeasurement.Transfer)).ToList();
        Assert.Null(GoodputPolicy.Judge(transfers, 50));
        Assert.NotNull(GoodputPolicy.Judge([.. transfers, One(20, 400, PathMeasurement.Transfer), One(21, 300, PathMeasurement.Transfer)], 50));
    }

    [Fact]
    public void Deliveries_count_by_the_time_in_which_at_least_one_was_transferred()
    {
        var meter = new TrafficMeter();
        Assert.Null(meter.Take(Noon));
        meter.Add(Noon.AddSeconds(10), 100 << 20, TimeSpan.FromSeconds(10));
        meter.Add(Noon.AddSeconds(12), 100 << 20, TimeSpan.FromSeconds(8));
        meter.Add(Noon.AddSeconds(60), 100 << 20, TimeSpan.FromSeconds(8));
        meter.Add(Noon.AddSeconds(300), TrafficMeter.LeastFile - 1, TimeSpan.FromSeconds(240));
        Assert.Null(meter.Take(Noon));
        Assert.Equal((300L << 20, TimeSpan.FromSeconds(20), Noon.AddSeconds(60)), meter.Take(Noon.AddSeconds(10)));
        Assert.Null(meter.Take(Noon.AddDays(1)));
    }

    private static List<PathMeasurement> Probes(IEnumerable<long> rates) => [.. rates.Select((rate, i) => One(i, rate, PathMeasurement.Probe))];

    private static PathMeasurement One(int number, long rate, string kind) => new()
    {
        Server = "svalbard", Node = "n1", At = Noon.AddMinutes(number), Kind = kind, Rate = rate, Bytes = rate, Seconds = 1,
    };
}
