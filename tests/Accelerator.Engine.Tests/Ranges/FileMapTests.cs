using Accelerator.Engine.Ranges;
using FsCheck;
using FsCheck.Fluent;

namespace Accelerator.Engine.Tests.Ranges;

public sealed class FileMapTests
{
    private const int Size = 40;

    private enum Act
    {
        Write,
        Prove,
        Discard,
        Snapshot,
        Flushed,
    }

    [Fact]
    public void Only_what_the_snapshot_held_becomes_durable()
    {
        var map = new FileMap(100);
        map.MarkWritten(new(0, 10));
        var snapshot = map.Snapshot();
        map.MarkWritten(new(10, 30));
        map.MarkDurable(snapshot);
        Assert.Equal(30, map.BytesWritten);
        Assert.Equal(10, map.BytesDurable);
        Assert.Equal(20, map.UnflushedBytes);
    }

    [Fact]
    public void Bytes_discarded_since_the_snapshot_are_not_durable_even_when_written_anew()
    {
        var map = new FileMap(100);
        map.MarkWritten(new(0, 30));
        var snapshot = map.Snapshot();
        Assert.False(map.Discard(new(10, 20)));
        map.MarkWritten(new(10, 20));
        map.MarkDurable(snapshot);
        Assert.True(map.IsWritten(new(0, 30)));
        Assert.Equal([new ByteRange(0, 10), new ByteRange(20, 30)], map.Durable().Unproven);
        Assert.Equal(10, map.UnflushedBytes);
    }

    [Fact]
    public void A_snapshot_counts_once_and_only_while_it_is_the_latest()
    {
        var map = new FileMap(100);
        map.MarkWritten(new(0, 10));
        var old = map.Snapshot();
        var latest = map.Snapshot();
        Assert.Throws<InvalidOperationException>(() => map.MarkDurable(old));
        map.MarkDurable(latest);
        Assert.Throws<InvalidOperationException>(() => map.MarkDurable(latest));
    }

    [Fact]
    public void Discarded_bytes_are_neither_written_nor_durable_nor_proven()
    {
        var map = new FileMap(100);
        map.MarkWritten(new(0, 50));
        map.MarkProven(new(0, 50));
        map.MarkDurable(map.Snapshot());
        Assert.True(map.Discard(new(10, 20)));
        Assert.False(map.IsWritten(new(10, 11)));
        Assert.False(map.IsProven(new(19, 20)));
        Assert.Equal([new ByteRange(0, 10), new ByteRange(20, 50)], map.Durable().Proven);
        Assert.Equal([new ByteRange(10, 20)], map.Missing(new(0, 50)));
        Assert.Equal(10, map.FirstUnproven);
    }

    [Fact]
    public void Proof_does_not_wait_for_writing_and_writing_proves_nothing()
    {
        var map = new FileMap(100);
        map.MarkProven(new(0, 20));
        map.MarkWritten(new(10, 40));
        Assert.Equal(20, map.FirstUnproven);
        Assert.Empty(map.Durable().Proven);
        map.MarkDurable(map.Snapshot());
        Assert.Equal([new ByteRange(10, 20)], map.Durable().Proven);
        Assert.Equal([new ByteRange(20, 40)], map.Durable().Unproven);
    }

    [Fact]
    public void A_file_is_whole_when_its_last_byte_is_in()
    {
        var map = new FileMap(100);
        map.MarkWritten(new(0, 99));
        map.MarkProven(new(1, 100));
        Assert.False(map.IsComplete);
        Assert.False(map.IsProvenWhole);
        Assert.Equal(0, map.FirstUnproven);
        map.MarkWritten(new(99, 100));
        map.MarkProven(new(0, 1));
        Assert.True(map.IsComplete);
        Assert.True(map.IsProvenWhole);
        Assert.True(map.IsProven(new(0, 100)));
        Assert.Equal(100, map.FirstUnproven);
    }

    [Fact]
    public void A_file_of_no_bytes_is_whole_from_the_start()
    {
        var map = new FileMap(0);
        Assert.True(map.IsComplete);
        Assert.True(map.IsProvenWhole);
        Assert.Equal(0, map.UnflushedBytes);
    }

    [Fact]
    public void What_a_journal_lists_is_written_and_durable_after_a_restore()
    {
        var map = new FileMap(100);
        map.Restore([new(0, 10)], [new(50, 60), new(10, 20)]);
        Assert.Equal(30, map.BytesWritten);
        Assert.Equal(0, map.UnflushedBytes);
        Assert.Equal(10, map.FirstUnproven);
        var durable = map.Durable();
        Assert.Equal([new ByteRange(0, 10)], durable.Proven);
        Assert.Equal([new ByteRange(10, 20), new ByteRange(50, 60)], durable.Unproven);
        Assert.Throws<InvalidOperationException>(() => map.Restore([], []));
    }

    [Theory]
    [InlineData(-1, 5)]
    [InlineData(5, 4)]
    [InlineData(90, 101)]
    public void A_range_outside_the_file_is_a_mistake_of_the_caller(long start, long end)
    {
        var map = new FileMap(100);
        var range = new ByteRange(start, end);
        Assert.Contains("a file of 100 bytes", Assert.Throws<ArgumentOutOfRangeException>(() => map.MarkWritten(range)).Message);
        Assert.Throws<ArgumentOutOfRangeException>(() => map.MarkProven(range));
        Assert.Throws<ArgumentOutOfRangeException>(() => map.Discard(range));
        Assert.Throws<ArgumentOutOfRangeException>(() => map.Missing(range));
        Assert.Throws<ArgumentOutOfRangeException>(() => map.Hold(range));
        Assert.Throws<ArgumentOutOfRangeException>(() => map.Restore([], [range]));
        Assert.Throws<ArgumentOutOfRangeException>(() => new FileMap(100).Restore([range], []));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(50)]
    [InlineData(100)]
    public void A_range_of_no_bytes_is_a_range(long at)
    {
        var map = new FileMap(100);
        map.MarkWritten(new(at, at));
        Assert.Equal(0, map.BytesWritten);
        Assert.True(map.IsWritten(new(at, at)));
    }

    [Fact]
    public void What_cannot_be_is_a_mistake_of_the_caller()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new FileMap(-1));
        var map = new FileMap(100);
        Assert.Throws<ArgumentNullException>(() => map.MarkDurable(null!));
        Assert.Throws<ArgumentNullException>(() => map.Restore(null!, []));
        Assert.Throws<ArgumentNullException>(() => map.Restore([], null!));
    }

    [Fact]
    public void Held_bytes_are_durable_and_stay_out_of_the_journal_until_their_seam_is_settled()
    {
        var map = new FileMap(100);
        map.MarkProven(new(0, 20));
        map.MarkWritten(new(0, 50));
        map.MarkDurable(map.Snapshot());
        var version = map.Durable().Version;

        map.Hold(new(10, 30));
        Assert.Equal([new ByteRange(0, 10)], map.Durable().Proven);
        Assert.Equal([new ByteRange(30, 50)], map.Durable().Unproven);
        Assert.NotEqual(version, version = map.Durable().Version);
        Assert.Equal(50, map.BytesDurable);

        map.Unhold(new(10, 30));
        Assert.Equal([new ByteRange(0, 20)], map.Durable().Proven);
        Assert.Equal([new ByteRange(20, 50)], map.Durable().Unproven);
        Assert.NotEqual(version, map.Durable().Version);
    }

    [Fact]
    public void Discarded_bytes_are_not_held_when_they_come_anew()
    {
        var map = new FileMap(100);
        map.Hold(new(10, 20));
        map.Discard(new(0, 30));
        map.MarkWritten(new(0, 30));
        map.MarkDurable(map.Snapshot());
        Assert.Equal([new ByteRange(0, 30)], map.Durable().Unproven);
    }

    [Fact]
    public void A_flush_of_nothing_changes_nothing_that_a_journal_could_tell()
    {
        var map = new FileMap(100);
        var version = map.Durable().Version;
        var snapshot = map.Snapshot();
        map.MarkDurable(snapshot);
        Assert.Equal(version, map.Durable().Version);
        Assert.Contains("latest snapshot", Assert.Throws<InvalidOperationException>(() => map.MarkDurable(snapshot)).Message);
    }

    [Fact]
    public void Only_a_new_map_can_be_restored()
    {
        var (written, proven, restored) = (new FileMap(100), new FileMap(100), new FileMap(100));
        written.MarkWritten(new(0, 1));
        proven.MarkProven(new(0, 1));
        restored.Restore([], []);
        foreach (var map in new[] { written, proven, restored })
            Assert.Contains("new map", Assert.Throws<InvalidOperationException>(() => map.Restore([], [])).Message);
    }

    [Fact]
    public void The_version_changes_with_what_is_durable_or_proven_and_not_with_what_is_written()
    {
        var map = new FileMap(100);
        var version = map.Durable().Version;
        map.MarkWritten(new(0, 10));
        Assert.Equal(version, map.Durable().Version);
        map.MarkDurable(map.Snapshot());
        Assert.NotEqual(version, version = map.Durable().Version);
        map.MarkProven(new(0, 5));
        Assert.NotEqual(version, version = map.Durable().Version);
        map.MarkProven(new(1, 4));
        Assert.Equal(version, map.Durable().Version);
        map.Discard(new(0, 1));
        Assert.NotEqual(version, map.Durable().Version);
    }

    [Fact]
    public void No_version_comes_twice()
    {
        var map = new FileMap(100);
        map.Restore([new(0, 5)], []);
        Assert.True(map.Durable().Version > 0);
        map.MarkWritten(new(5, 50));
        Action[] changes =
            [() => map.MarkDurable(map.Snapshot()), () => map.MarkProven(new(0, 10)), () => map.Hold(new(5, 6)), () => map.Unhold(new(5, 6)), () => map.Discard(new(8, 9))];
        foreach (var change in changes)
        {
            var version = map.Durable().Version;
            change();
            Assert.True(map.Durable().Version > version);
        }
    }

    [Fact]
    public void No_order_of_events_makes_a_byte_durable_whose_last_write_came_after_the_flush()
    {
        var acts =
            (from act in Gen.Elements(Act.Write, Act.Write, Act.Write, Act.Prove, Act.Discard, Act.Discard, Act.Snapshot, Act.Flushed)
             from start in Gen.Choose(0, Size - 1)
             from length in Gen.Choose(1, 10)
             select (act, new ByteRange(start, Math.Min(Size, start + length)))).ArrayOf();
        Prop.ForAll(acts.ToArbitrary(), script =>
        {
            var model = new Model();
            foreach (var (act, range) in script)
            {
                model.Do(act, range);
                model.Check();
            }
        }).QuickCheckThrowOnFailure();
    }

    /// <summary>Numbers every write of every byte, and remembers which number the disk is sure to have.</summary>
    private sealed class Model
    {
        private readonly FileMap _map = new(Size);
        private readonly int[] _current = new int[Size];
        private readonly bool[] _proven = new bool[Size];
        private int[] _stable = new int[Size];
        private int[]? _flushing;
        private WrittenSnapshot? _snapshot;
        private int _writes;

        internal void Do(Act act, ByteRange range)
        {
            switch (act)
            {
                case Act.Write:
                    foreach (var gap in _map.Missing(range)) // Nobody writes over bytes that were not discarded.
                    {
                        _current.AsSpan((int)gap.Start, (int)gap.Length).Fill(++_writes);
                        _map.MarkWritten(gap);
                    }

                    break;
                case Act.Prove:
                    _proven.AsSpan((int)range.Start, (int)range.Length).Fill(true);
                    _map.MarkProven(range);
                    break;
                case Act.Discard:
                    _current.AsSpan((int)range.Start, (int)range.Length).Clear();
                    _proven.AsSpan((int)range.Start, (int)range.Length).Clear();
                    _map.Discard(range);
                    break;
                case Act.Snapshot:
                    _snapshot = _map.Snapshot();
                    _flushing = [.. _current];
                    break;
                case Act.Flushed when _snapshot is not null:
                    _stable = _flushing!;
                    _map.MarkDurable(_snapshot);
                    _snapshot = null;
                    break;
            }
        }

        internal void Check()
        {
            var durable = _map.Durable();
            foreach (var offset in Offsets(durable.Proven).Concat(Offsets(durable.Unproven)))
                Assert.True(_current[offset] != 0 && _current[offset] == _stable[offset], $"byte {offset} is called durable and is not");
            Assert.All(Offsets(durable.Proven), offset => Assert.True(_proven[offset]));
            Assert.All(Offsets(durable.Unproven), offset => Assert.False(_proven[offset]));
            Assert.Equal(_current.Count(write => write != 0), _map.BytesWritten);
            Assert.Equal(_proven.TakeWhile(proven => proven).Count(), _map.FirstUnproven);
            Assert.Equal(_map.BytesWritten - Offsets(durable.Proven).Count() - Offsets(durable.Unproven).Count(), _map.UnflushedBytes);
        }

        private static IEnumerable<int> Offsets(IEnumerable<ByteRange> ranges) =>
            ranges.SelectMany(range => Enumerable.Range((int)range.Start, (int)range.Length));
    }
}
