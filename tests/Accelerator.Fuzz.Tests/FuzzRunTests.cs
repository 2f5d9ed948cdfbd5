namespace Accelerator.Fuzz.Tests;

/// <summary>Tests of the fuzzer itself: a fuzzer that finds nothing would let every defect pass.</summary>
public sealed class FuzzRunTests
{
    private static readonly FuzzLimits Limits = new(TimeSpan.FromSeconds(30), TimeSpan.FromSeconds(60), 1 << 20);

    [Fact]
    public void The_same_seed_makes_the_same_inputs_and_another_seed_others()
    {
        foreach (var target in FuzzTargets.All)
        {
            var inputs = Enumerable.Range(0, 200).Select(i => new Mutator(target).Make((ulong)i)).ToList();
            Assert.Equal(inputs, Enumerable.Range(0, 200).Select(i => new Mutator(target).Make((ulong)i)));
            Assert.True(inputs.Select(Convert.ToHexString).Distinct().Count() > 100, target.Name);
            Assert.All(inputs, input => Assert.True(input.Length <= target.LongestInput));
        }
    }

    [Fact]
    public void A_violation_is_found_minimized_and_found_first_by_its_own_seed()
    {
        var target = Planted(input => input.AsSpan().IndexOf("needle"u8) < 0 ? true : throw new InvalidOperationException("Found."));
        var finding = new FuzzRun(target, 1, Limits).Run(TimeSpan.FromMinutes(1)).Finding;

        Assert.Equal("needle", Encoding.ASCII.GetString(finding!.Input));
        Assert.StartsWith("System.InvalidOperationException: Found.", finding.What);
        var again = new FuzzRun(target, finding.Seed!.Value, Limits).Run(TimeSpan.Zero);
        Assert.Equal(finding.Input, again.Finding!.Input);
        Assert.Equal(target.Seeds.Count + 1, again.Inputs);
    }

    [Fact]
    public void Memory_that_grows_faster_than_the_input_is_found()
    {
        var target = Planted(input => input.Sum(value => value == 'n' ? new byte[input.Length * 1000].Length : 0) >= 0) with { AllocatedPerByte = 100 };
        Assert.StartsWith("It allocates ", new FuzzRun(target, 1, Limits).Run(TimeSpan.FromMinutes(1)).Finding!.What);
    }

    [Fact]
    public void An_input_that_never_finishes_is_abandoned_and_reported()
    {
        using var never = new ManualResetEventSlim();
        var target = Planted(input => input.Length < 3 || never.Wait(Timeout.Infinite));
        var finding = new FuzzRun(target, 1, Limits with { Endless = TimeSpan.FromMilliseconds(100) }).Run(TimeSpan.FromMinutes(1)).Finding;
        never.Set();
        Assert.StartsWith("It does not end", finding!.What);
    }

    [Fact]
    public void A_kept_input_is_read_as_it_was_written()
    {
        byte[] every = [.. Enumerable.Range(0, 256).Select(i => (byte)i), .. "a\r\nb\n\\x41 "u8];
        var path = Path.GetTempFileName();
        try
        {
            File.WriteAllText(path, "# a comment\n" + EscapedBytes.Write(every) + EscapedBytes.Write([]) + "+ 한\\x00\n");
            var (inputs, words) = EscapedBytes.Read(path);
            Assert.Equal([every, []], inputs);
            Assert.Equal([.. "한\0"u8], Assert.Single(words));
            Assert.All(File.ReadLines(path), line => Assert.DoesNotMatch(@"[^\x20-\x7E한]", line));
        }
        finally
        {
            File.Delete(path);
        }
    }

    private static FuzzTarget Planted(Func<byte[], bool> check) => new("planted", ["nothing"u8.ToArray(), "ne"u8.ToArray()], ["needle"u8.ToArray(), "x"u8.ToArray()], check);
}
