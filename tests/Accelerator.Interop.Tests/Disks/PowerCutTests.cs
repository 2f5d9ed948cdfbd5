using Accelerator.Engine.Ranges;

namespace Accelerator.Interop.Tests.Disks;

/// <summary>
/// The states that a power cut may leave: the journal as of some moment, the bytes that it lists as durable, and arbitrary bytes in the
/// place of all others. Each such state must lead to the right file, and durable bytes must not be fetched again.
/// </summary>
public sealed class PowerCutTests : RealTests
{
    [ServerFact("with-disk")]
    public Task From_what_two_power_cuts_leave_the_next_run_makes_the_right_file() => CutAndFinishAsync("ext4", cuts: 2);

    [ServerTheory("with-disk")]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [Trait("Run", "all")]
    public Task From_what_six_power_cuts_leave_the_next_run_makes_the_right_file(string kind) => CutAndFinishAsync(kind, cuts: 6);

    private async Task CutAndFinishAsync(string kind, int cuts)
    {
        await using var disk = await TestDisk.MakeAsync(kind, 1500, Token);
        await using var fixture = new KillFixture(FtpxProgram.Native, KillFixture.Size / (2 * cuts), disk.Path);
        // A cut copies the file and spoils the copy, and the transfer must not end meanwhile, however long a busy disk takes.
        for (var cut = 0; cut < cuts; cut++) fixture.HoldAt(HoldOf(cut, cuts));
        await using (var run = fixture.Start("file"))
        {
            for (var cut = 0; cut < cuts; cut++)
            {
                // Each comes in the first half of its section, so that the file is not complete by the time it is copied.
                await fixture.WaitForBytesAsync((KillFixture.Size * cut / cuts) + Random.Shared.NextInt64(KillFixture.Size / cuts / 2), run, Token);
                // Those in the second half come after a checkpoint, which a busy disk makes late.
                while (cut >= cuts / 2 && await fixture.KeptAsync("file", Token) == 0) await Task.Delay(TimeSpan.FromMilliseconds(5), Token);
                await CutAsync(fixture, $"cut-{cut}", Token);
                fixture.LetGo(HoldOf(cut, cuts));
            }
            Assert.Equal(0, (await run.WaitAsync(Token)).ExitCode);
        }

        var promises = 0;
        for (var cut = 0; cut < cuts; cut++)
        {
            await fixture.WaitForSilenceAsync(Token);
            var (sent, retrievals) = (fixture.Sent, fixture.Retrievals);
            var kept = await fixture.KeptAsync($"cut-{cut}", Token);
            var fetched = await fixture.FinishAsync($"cut-{cut}", Token);
            await fixture.AssertIsWholeAsync($"cut-{cut}", Token);
            // Use the program's count: bytes that the server has sent and the program no longer wanted wait in the sockets, and their
            // number depends on the load of the machine.
            Assert.InRange(fetched, KillFixture.Size - kept, KillFixture.Size - kept + KillFixture.Overhead(fixture.Retrievals - retrievals));
            Assert.InRange(fixture.Sent - sent, fetched, long.MaxValue);
            if (kept > 0) promises++;
            File.Delete(fixture.Target($"cut-{cut}"));
        }
        Assert.InRange(promises, cuts / 2, cuts);
    }

    private static long HoldOf(int cut, int cuts) => (KillFixture.Size * cut / cuts) + (KillFixture.Size / cuts * 3 / 4);

    // Copy the journal first: bytes that arrive after it was written are not listed as durable, and are overwritten below.
    private static async Task CutAsync(KillFixture fixture, string name, CancellationToken cancellationToken)
    {
        var (part, journal) = (fixture.Target("file") + ".part", fixture.Target("file") + ".part.journal");
        if (!File.Exists(part)) return;
        if (File.Exists(journal)) File.Copy(journal, fixture.Target(name) + ".part.journal");
        // cp asks for no lock.
        (await ProgramRun.RunFileAsync("/bin/cp", "/", [part, fixture.Target(name) + ".part"], cancellationToken)).Expect();

        var state = (await ResumeJournal.ReadAsync(fixture.Target(name) + ".part.journal", cancellationToken)).State;
        var promised = state is null ? [] : state.Proven.Concat(state.Unproven).OrderBy(range => range.Start).ToList();
        await SpoilAsync(fixture.Target(name) + ".part", promised, cancellationToken);
    }

    private static async Task SpoilAsync(string path, List<ByteRange> promised, CancellationToken cancellationToken)
    {
        var noise = RandomNumberGenerator.GetBytes(1 << 20);
        await using var file = new FileStream(path, FileMode.Open, FileAccess.Write);
        long from = 0;
        foreach (var range in promised.Append(new ByteRange(file.Length, file.Length)))
        {
            file.Position = from;
            while (file.Position < range.Start)
                await file.WriteAsync(noise.AsMemory(0, (int)Math.Min(noise.Length, range.Start - file.Position)), cancellationToken);
            from = range.End;
        }
        // Now and then the length was not stable either.
        if (promised.Count > 0 && Random.Shared.Next(2) == 0) file.SetLength(promised[^1].End);
    }
}
