namespace Accelerator.Engine.Tests.Ranges;

public sealed class IntervalSetTests
{
    private const int Size = 48;

    private static readonly Gen<ByteRange> Ranges =
        from start in Gen.Choose(0, Size)
        from length in Gen.Choose(0, 12)
        select new ByteRange(start, Math.Min(Size, start + length));

    private static readonly Arbitrary<Step[]> Scripts =
        (from isAdd in Gen.Elements(true, true, false) from range in Ranges select new Step(isAdd, range)).ArrayOf().ToArbitrary();

    [Fact]
    public void Adding_and_removing_agree_with_an_array_of_bits() => Prop.ForAll(Scripts, script =>
    {
        var (set, bits) = Run(script);
        Assert.Equal(RangesOf(bits), set.ToArray());
        Assert.Equal(set.ToArray(), set.AsEnumerable());
        Assert.Equal(bits.Count(bit => bit), set.TotalLength);
        Assert.Equal(RangesOf(bits).Length, set.Count);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Lookups_agree_with_an_array_of_bits() => Prop.ForAll(Scripts, Ranges.ToArbitrary(), (script, range) =>
    {
        var (set, bits) = Run(script);
        Assert.Equal(Enumerable.Range((int)range.Start, (int)range.Length).All(offset => bits[offset]), set.Contains(range));
        var outside = bits.Select((bit, offset) => !bit && offset >= range.Start && offset < range.End).ToArray();
        Assert.Equal(RangesOf(outside), set.Gaps(range));
        var inside = RangesOf([.. bits.Select((bit, offset) => bit && offset >= range.Start && offset < range.End)]);
        Assert.Equal(inside.Length > 0 ? inside[0] : new ByteRange(range.Start, range.Start), set.FirstWithin(range));
        Assert.Equal(!bits.Contains(true), set.IsEmpty);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Two_sets_combine_like_arrays_of_bits() => Prop.ForAll(Scripts, Scripts, (one, other) =>
    {
        var (left, leftBits) = Run(one);
        var (right, rightBits) = Run(other);
        Check(left.Intersect(right), leftBits.Zip(rightBits, (a, b) => a && b));
        Check(left.Except(right), leftBits.Zip(rightBits, (a, b) => a && !b));
        var union = left.Clone();
        union.AddAll(right);
        Check(union, leftBits.Zip(rightBits, (a, b) => a || b));
        Assert.Equal(RangesOf(leftBits), left.ToArray());
        Assert.Equal(RangesOf(rightBits), right.ToArray());
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Ranges_that_touch_become_one_and_a_hole_in_the_middle_makes_two()
    {
        var set = Of(new(0, 10), new(20, 30), new(10, 20));
        Assert.Equal([new ByteRange(0, 30)], set.ToArray());
        set.Remove(new(10, 20));
        Assert.Equal([new ByteRange(0, 10), new ByteRange(20, 30)], set.ToArray());
        Assert.Equal(20, set.TotalLength);
    }

    [Fact]
    public void A_copy_does_not_follow_the_original()
    {
        var set = Of(new ByteRange(0, 10));
        var (clone, array) = (set.Clone(), set.ToArray());
        set.Add(new(10, 20));
        Assert.Equal(10, clone.TotalLength);
        Assert.Equal([new ByteRange(0, 10)], array);
    }

    [Fact]
    public void Without_another_set_there_is_nothing_to_combine()
    {
        var set = Of(new ByteRange(0, 10));
        Assert.Throws<ArgumentNullException>(() => set.AddAll(null!));
        Assert.Throws<ArgumentNullException>(() => set.Intersect(null!));
        Assert.Throws<ArgumentNullException>(() => set.Except(null!));
    }

    [Fact]
    public void Offsets_beyond_4_GiB_are_offsets_like_any_other()
    {
        var set = Of(new(0, 5L << 30), new(long.MaxValue - 1, long.MaxValue));
        Assert.True(set.Contains(new(4L << 30, 5L << 30)));
        Assert.Equal([new ByteRange(5L << 30, long.MaxValue - 1)], set.Gaps(new(0, long.MaxValue)));
    }

    private static IntervalSet Of(params ByteRange[] ranges)
    {
        var set = new IntervalSet();
        foreach (var range in ranges)
            set.Add(range);
        return set;
    }

    private static (IntervalSet Set, bool[] Bits) Run(Step[] script)
    {
        var (set, bits) = (new IntervalSet(), new bool[Size]);
        foreach (var (isAdd, range) in script)
        {
            if (isAdd)
                set.Add(range);
            else
                set.Remove(range);
            bits.AsSpan((int)range.Start, (int)range.Length).Fill(isAdd);
        }

        return (set, bits);
    }

    private static void Check(IntervalSet actual, IEnumerable<bool> expected)
    {
        var bits = expected.ToArray();
        Assert.Equal(RangesOf(bits), actual.ToArray());
        Assert.Equal(bits.Count(bit => bit), actual.TotalLength);
    }

    private static ByteRange[] RangesOf(bool[] bits)
    {
        var ranges = new List<ByteRange>();
        for (var start = 0; start < bits.Length; start++)
        {
            var end = start;
            while (end < bits.Length && bits[end])
                end++;
            if (end > start)
                ranges.Add(new ByteRange(start, end));
            start = end;
        }

        return [.. ranges];
    }

    private sealed record Step(bool IsAdd, ByteRange Range);
}
