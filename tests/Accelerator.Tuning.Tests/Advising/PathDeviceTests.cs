namespace Accelerator.Tuning.Tests.Advising;

/// <summary>The advice for slots, drivers, and devices on the network path.</summary>
public sealed class PathDeviceTests
{
    private const long TenGigabits = 10_000_000_000;

    [Theory]
    // Each with 10 Gbit/s: an X520 (second generation) and an AQC107 (third) in slots that are too narrow, and in their own.
    [InlineData(2.5, 4, 5, 8, "Move X to a slot with PCIe 5 GT/s x8, which it supports.")]
    [InlineData(8, 1, 8, 4, "Move X to a slot with PCIe 8 GT/s x4, which it supports.")]
    [InlineData(5, 2, 5, 2, "Replace X: it cannot use a faster slot.")]
    [InlineData(2.5, 8, 5, 8, null)]
    [InlineData(8, 2, 8, 4, null)]
    [InlineData(5, 8, 5, 8, null)]
    public void A_slot_slower_than_the_link_is_reported(double rate, int lanes, double mostRate, int mostLanes, string? what)
    {
        var hardware = new AdapterHardware { Slot = new PciLink(rate, lanes), SlotMost = new PciLink(mostRate, mostLanes) };
        Assert.Equal(what is null ? [] : [what], Advice("adapter.slot", Exam(hardware)));
    }

    [Theory]
    [InlineData("2022-11-23", true)]
    [InlineData("2022-11-24", false)]
    [InlineData(null, false)]
    public void An_old_driver_is_reported(string? date, bool isOld)
    {
        var hardware = new AdapterHardware { DriverDate = date is null ? null : DateOnly.Parse(date, CultureInfo.InvariantCulture) };
        Assert.Equal(isOld, Advice("adapter.driver", Exam(hardware)).Any());
    }

    [Theory]
    // The same 3 Gbit/s with 4, 8 and 16 streams.
    [InlineData("4:3.0 8:3.1 16:3.05", true)]
    // More streams bring more.
    [InlineData("4:1.5 8:3.0 16:3.1", false)]
    // Too few transfers, or about as many streams in each.
    [InlineData("4:3.0 16:3.1", false)]
    [InlineData("5:3.0 6:3.1 7:3.0", false)]
    // The link is full.
    [InlineData("4:8.9 8:9.0 16:9.1", false)]
    public void One_rate_with_few_and_with_many_streams_points_to_a_device(string transfers, bool isSaid)
    {
        var past = transfers.Split(' ').Select(one => one.Split(':')).Select(one => Transfer(int.Parse(one[0], CultureInfo.InvariantCulture), double.Parse(one[1], CultureInfo.InvariantCulture) * 1e9 / 8)).ToList();
        Assert.Equal(isSaid, Advice("path.appliance", Exam(past: past)).Any());
    }

    /// <summary>The disk, not the path, is full at 3 Gbit/s.</summary>
    [Fact]
    public void A_slow_disk_is_no_device() =>
        Assert.Empty(Advice("path.appliance", Exam(past: [Transfer(4, 3.7e8), Transfer(8, 3.8e8), Transfer(16, 3.7e8)]) with { DiskBytesPerSecond = 4e8 }));

    [Theory]
    [InlineData(new long[] { 1000, 1002, 1004 }, true)]
    [InlineData(new long[] { 1000, 1100, 1500 }, false)]
    [InlineData(new long[] { 1000, 1000 }, false)]
    public void Transfers_that_are_cut_at_one_place_point_to_a_device(long[] mebibytes, bool isSaid)
    {
        var past = mebibytes.Select(count => new PastTransfer(8, count << 20, TimeSpan.FromSeconds(9), IsCut: true)).ToList();
        Assert.Equal(isSaid, Advice("path.resets", Exam(past: past)).Any());
    }

    private static PastTransfer Transfer(int streams, double rate) => new(streams, (long)(rate * 10), TimeSpan.FromSeconds(10), IsCut: false);

    private static IEnumerable<string> Advice(string id, Exam exam) => AdvicePolicy.Judge(exam).Where(one => one.Id == id).Select(one => one.What);

    private static Exam Exam(AdapterHardware? hardware = null, IReadOnlyList<PastTransfer>? past = null)
    {
        var adapter = new AdapterFacts("{A}", "X", "0001") { Link = new LinkFacts("{A}", "Ethernet", 7) { BitsPerSecond = TenGigabits, IsUp = true }, Hardware = hardware ?? AdapterHardware.Unknown };
        var snapshot = new HostSnapshot(new HostFacts(19045, IsServer: false, 8, [adapter]), new Dictionary<string, SettingReading>());
        return new Exam(snapshot, new RoleChoice("desktop-10g", "it is"), TuningPlanner.Make(ProfileCatalogue.Read("desktop-10g"), snapshot))
        {
            BitsPerSecond = TenGigabits,
            DiskBytesPerSecond = 2e9,
            Today = new DateOnly(2026, 11, 24),
            PastTransfers = past ?? [],
        };
    }
}
