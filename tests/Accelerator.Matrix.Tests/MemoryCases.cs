using System.Text;
using Accelerator.Loopback;

namespace Accelerator.Matrix.Tests;

/// <summary>Attack class S10, what of it is measured: memory, of the whole process, so that nothing else may run beside it.</summary>
[Collection(AloneGroup.Name)]
public sealed class MemoryCases
{
    private const long MostMemory = 20 << 20;

    public static TheoryData<string> Verbs => ["USER", "PASS", "TYPE", "EPSV", "SIZE", "MDTM", "RETR", "FEAT"];

    [Fact]
    public async Task T_LIST_4_a_listing_of_half_a_million_names_takes_no_memory()
    {
        const int Names = 500_000;
        await using var it = new HostileCase();
        it.Server.Files.AddSeries("/pub", Names, 10);
        var output = new MeasuringWriter(Names / 5);
        it.Out = output;
        await it.ListAsync("/pub");
        it.Check(it.ExitCode == 0 && output.Lines == Names, $"{output.Lines} lines.");
        // The server, in the same process, holds its text of 33 MB whole until the end.
        it.Check(output.Most - output.Least < MostMemory + (28 << 20), $"Between {output.Least} and {output.Most} bytes were held.");
    }

    [Theory]
    [MemberData(nameof(Verbs))]
    public async Task T_REP_6_an_endless_line_is_cut_off_and_takes_no_memory(string verb)
    {
        await using var it = new HostileCase(Fault.OnCommand(verb).EndlessReply());
        await GetAsync(it);
        it.Check(it.ExitCode == 0 || !File.Exists(it.Local("f")), "It was published.");
        it.Check(verb is "FEAT" or "MDTM" or "RETR" || it.Written.Contains("it was cut off", StringComparison.Ordinal), "It did not say so.");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public async Task T_REP_6_a_greeting_without_an_end_is_cut_off_and_takes_no_memory(int streams)
    {
        await using var it = new HostileCase(Fault.OnConnection().EndlessBanner());
        await GetAsync(it, streams);
        it.AssertSaid(5, "it was cut off");
        it.Check(it.Server.Log.ControlConnectionsOpened <= 10, $"{it.Server.Log.ControlConnectionsOpened} connections to a server that never comes to the point.");
    }

    /// <summary>In a line of its own and among many: 100 MB of each.</summary>
    [Theory]
    [InlineData("331 ")]
    [InlineData("331-many\r\n331-")]
    public async Task T_REP_6_a_line_of_a_hundred_megabytes_is_cut_off_and_takes_no_memory(string start)
    {
        await using var it = new HostileCase(Fault.OnCommand("USER").EndlessReply(100 << 20), Fault.OnCommand("USER").RawReply(start));
        await GetAsync(it);
        it.AssertSaid(5, "it was cut off");
    }

    // All that both ends allocate, so that no collection in between can hide any of it.
    private static async Task GetAsync(HostileCase it, int streams = 1)
    {
        it.Server.Files.AddSynthetic("/pub/f", 200_000);
        var before = GC.GetTotalAllocatedBytes(precise: true);
        await it.GetAsync("/pub/f", "--streams", $"{streams}");
        var taken = GC.GetTotalAllocatedBytes(precise: true) - before;
        it.Check(it.Server.Log.Faults.Count > 0, "The fault did not take place.");
        it.Check(taken < MostMemory, $"{taken} bytes were taken for it.");
    }

    // Counts lines, and looks now and then at what is held.
    private sealed class MeasuringWriter(int every) : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public int Lines { get; private set; }

        public long Least { get; private set; } = long.MaxValue;

        public long Most { get; private set; }

        public override void Write(char value)
        {
        }

        public override void WriteLine(string? value)
        {
            if (++Lines % every != 0) return;
            var held = GC.GetTotalMemory(forceFullCollection: true);
            (Least, Most) = (Math.Min(Least, held), Math.Max(Most, held));
        }
    }
}
