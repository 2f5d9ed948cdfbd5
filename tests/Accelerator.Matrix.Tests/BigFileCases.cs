using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;

namespace Accelerator.Matrix.Tests;

/// <summary>
/// T-REST-3 of the fault matrix at the offsets themselves: files a few megabytes longer than 2 and 4 GiB. Up to the border they are zeros,
/// an earlier run has "fetched" them as a hole, and the server sends only the bytes around the border. <see cref="RestCases"/> has the same
/// at a scale at which a run can end.
/// </summary>
public sealed class BigFileCases
{
    private const string Path = "/pub/f";
    private const long Around = 6 << 20;

    [Theory]
    [Streams(1, 4, Each = new object[] { 1L << 31, 1L << 32 })]
    public async Task T_REST_3_offsets_beyond_31_and_32_bits_are_asked_for_to_the_byte(long border, int streams)
    {
        await using var it = await WithEarlierRunAsync(border);
        it.Server.Inject(Fault.OnRetr(1).DropAfter(Around + 1_000_000));
        await it.GetAsync(Path, "--streams", $"{streams}");

        it.Check(it.ExitCode == 0, "It did not succeed.");
        await AssertTailAsync(it, border);
        var asked = it.Server.Log.Commands.Where(command => command.Verb == "REST").Select(command => long.Parse(command.Argument)).ToList();
        // The sample of the start, read after the last byte.
        it.Check(asked.Remove(0), "The start was not read again.");
        it.Check(asked.Exists(offset => offset > border), "Nothing was asked for beyond the border.");
        it.Check(asked.TrueForAll(offset => offset >= border - Around - (64 << 10) && offset < border + Around), $"REST {string.Join(", ", asked)}.");
        it.Check(it.Server.Log.BytesSent < 4 * Around, $"{it.Server.Log.BytesSent} bytes were sent for {2 * Around}.");
    }

    /// <summary>After the fault is found, the run fetches the whole file in one stream; the test stops it there.</summary>
    [Theory]
    [Streams(1, 4, Each = new object[] { 1L << 31, 1L << 32 })]
    public async Task T_REST_3_a_server_whose_offsets_wrap_at_31_or_32_bits_is_found_out(long border, int streams)
    {
        await using var it = await WithEarlierRunAsync(border);
        // One stream asks for an offset beyond the border only after a drop.
        it.Server.Inject(Fault.OnRetr().RestWrapsAt(border));
        it.Server.Inject(Fault.OnRetr(1).DropAfter(Around + 1_000_000));
        var run = it.GetAsync(Path, "--streams", $"{streams}");
        await it.AtAsync(log => log.Retrievals.Any(retrieval => retrieval.Offset == 0), () => it.Process.Stop!.Press());
        await run;

        it.AssertSaid(130, "Downloading it in one stream from the start.");
        it.Check(it.Server.Log.Faults.Any(fault => fault.Contains("REST modulo", StringComparison.Ordinal)), "The fault did not take place.");
        it.Check(!File.Exists(it.Local("f")), "It was published.");
        it.Check(it.Server.Log.CountOf("RETR") <= (3 * streams) + 6, $"{it.Server.Log.CountOf("RETR")} tries.");
    }

    private static async Task<HostileFixture> WithEarlierRunAsync(long border)
    {
        var it = new HostileFixture(new LoopbackOptions { Shaping = FaultFixture.Paced });
        var start = border - Around;
        it.Server.Files.Add(Path, FileContent.Synthetic(border + Around, 3).WithFlatRegion(0, start, 0));
        await using (var part = File.Create(it.Local("f.part"))) part.SetLength(start);
        var identity = new RemoteIdentity(it.Server.EndPoint.ToString(), Path, border + Around, $"{LoopbackTree.DefaultModifiedUtc:yyyyMMddHHmmss}");
        var state = new JournalState(identity, border + Around, [new ByteRange(0, start)], [], RestHonoured: null, DateTimeOffset.UtcNow);
        await ResumeJournal.WriteAsync(it.Local("f.part.journal"), state, TimeProvider.System, CancellationToken.None);
        return it;
    }

    private static async Task AssertTailAsync(HostileFixture it, long border)
    {
        await using var local = File.OpenRead(it.Local("f"));
        it.Check(local.Length == border + Around, $"It has {local.Length} bytes.");
        local.Position = border - Around - (1 << 20);
        it.Check(await it.Server.Files[Path].Content.FirstDifferenceAsync(local, local.Position, border + Around, CancellationToken.None) is null, "It is not what the server has.");
    }
}
