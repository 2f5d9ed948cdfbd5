using System.Security.Cryptography;
using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Kills;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Disks;

/// <summary>
/// What a power cut may leave: the journal as it is at some moment, the bytes it promises, and anything in the place of all others. Each such
/// state must lead to the right file, and what was promised must not be fetched again.
/// </summary>
[Trait("Group", "disks")]
public sealed class PowerCutTests
{
    private const int Cuts = 6;
    private const long BytesPerSecond = KillBench.Size / 4;

    [ServerTheory("with-disk")]
    [InlineData("ext4")]
    [InlineData("xfs")]
    public async Task From_whatever_a_power_cut_leaves_the_next_run_makes_the_right_file(string kind)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(4));
        await using var disk = await TestDisk.MakeAsync(kind, 1500, deadline.Token);
        await using var bench = new KillBench(FtpxProgram.Native, BytesPerSecond, disk.Path);
        await using (var run = bench.Start("file"))
        {
            for (var cut = 0; cut < Cuts; cut++)
            {
                await bench.WaitForBytesAsync((KillBench.Size * cut / Cuts) + Random.Shared.NextInt64(KillBench.Size / Cuts), run, deadline.Token);
                await CutAsync(bench, $"cut-{cut}", deadline.Token);
            }
            Assert.Equal(0, (await run.WaitAsync(deadline.Token)).ExitCode);
        }

        var promises = 0;
        for (var cut = 0; cut < Cuts; cut++)
        {
            await bench.WaitForSilenceAsync(deadline.Token);
            var (sent, retrievals) = (bench.Sent, bench.Retrievals);
            var kept = await bench.KeptAsync($"cut-{cut}", deadline.Token);
            await bench.FinishAsync($"cut-{cut}", deadline.Token);
            await bench.AssertIsWholeAsync($"cut-{cut}", deadline.Token);
            // Twice the overhead: six runs on a busy machine also leave bytes in the receive queues.
            Assert.InRange(bench.Sent - sent, KillBench.Size - kept, KillBench.Size - kept + (2 * KillBench.Overhead(bench.Retrievals - retrievals)));
            if (kept > 0) promises++;
            File.Delete(bench.Target($"cut-{cut}"));
        }
        // Of the six at least the three in the second half come after a checkpoint.
        Assert.InRange(promises, Cuts / 2, Cuts);
    }

    // The journal first: bytes that came after it was written are not promised, and are spoilt below.
    private static async Task CutAsync(KillBench bench, string name, CancellationToken cancellationToken)
    {
        var (part, journal) = (bench.Target("file") + ".part", bench.Target("file") + ".part.journal");
        if (!File.Exists(part)) return;
        if (File.Exists(journal)) File.Copy(journal, bench.Target(name) + ".part.journal");
        // cp asks for no lock.
        await using (var copy = ProgramRun.StartFile("/bin/cp", "/", [part, bench.Target(name) + ".part"], new Dictionary<string, string>()))
            Assert.Equal(0, (await copy.WaitAsync(cancellationToken)).ExitCode);

        var state = (await ResumeJournal.ReadAsync(bench.Target(name) + ".part.journal", cancellationToken)).State;
        var promised = state is null ? [] : state.Proven.Concat(state.Unproven).OrderBy(range => range.Start).ToList();
        await SpoilAsync(bench.Target(name) + ".part", promised, cancellationToken);
    }

    private static async Task SpoilAsync(string path, List<ByteRange> promised, CancellationToken cancellationToken)
    {
        var noise = RandomNumberGenerator.GetBytes(1 << 20);
        await using var file = new FileStream(path, FileMode.Open, FileAccess.Write);
        long from = 0;
        foreach (var range in promised.Append(new ByteRange(file.Length, file.Length)))
        {
            file.Position = from;
            while (file.Position < range.Start) await file.WriteAsync(noise.AsMemory(0, (int)Math.Min(noise.Length, range.Start - file.Position)), cancellationToken);
            from = range.End;
        }
        // Now and then the length was not stable either.
        if (promised.Count > 0 && Random.Shared.Next(2) == 0) file.SetLength(promised[^1].End);
    }
}
