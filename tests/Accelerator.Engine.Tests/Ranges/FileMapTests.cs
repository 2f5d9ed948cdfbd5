namespace Accelerator.Engine.Tests.Ranges;

public sealed class FileMapTests
{
    private const int Size = 40;

    private readonly FileMap _map = new(100);

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
        _map.MarkWritten(new(0, 10));
        var snapshot = _map.Snapshot();
        _map.MarkWritten(new(10, 30));
        _map.MarkDurable(snapshot);
        Assert.Equal(30, _map.BytesWritten);
        Assert.Equal(10, _map.BytesDurable);
        Assert.Equal(20, _map.UnflushedBytes);
    }

    [Fact]
    public void Bytes_discarded_after_the_snapshot_are_not_durable_even_if_rewritten()
    {
        _map.MarkWritten(new(0, 30));
        var snapshot = _map.Snapshot();
        Assert.False(_map.Discard(new(10, 20)));
        _map.MarkWritten(new(10, 20));
        _map.MarkDurable(snapshot);
        Assert.True(_map.IsWritten(new(0, 30)));
        Assert.Equal([new ByteRange(0, 10), new ByteRange(20, 30)], _map.Durable().Unproven);
        Assert.Equal(10, _map.UnflushedBytes);
    }

    [Fact]
    public void A_snapshot_counts_once_and_only_while_it_is_the_latest()
    {
        _map.MarkWritten(new(0, 10));
        var old = _map.Snapshot();
        var latest = _map.Snapshot();
        Assert.Throws<InvalidOperationException>(() => _map.MarkDurable(old));
        _map.MarkDurable(latest);
        Assert.Throws<InvalidOperationException>(() => _map.MarkDurable(latest));
    }

    [Fact]
    public void Discarded_bytes_are_neither_written_nor_durable_nor_proven()
    {
        _map.MarkWritten(new(0, 50));
        _map.MarkProven(new(0, 50));
        _map.MarkDurable(_map.Snapshot());
        Assert.True(_map.Discard(new(10, 20)));
        Assert.False(_map.IsWritten(new(10, 11)));
        Assert.False(_map.IsProven(new(19, 20)));
        Assert.Equal([new ByteRange(0, 10), new ByteRange(20, 50)], _map.Durable().Proven);
        Assert.Equal([new ByteRange(10, 20)], _map.Missing(new(0, 50)));
        Assert.Equal(10, _map.FirstUnproven);
    }

    [Fact]
    public void Proof_does_not_wait_for_writing_and_writing_proves_nothing()
    {
        _map.MarkProven(new(0, 20));
        _map.MarkWritten(new(10, 40));
        Assert.Equal(20, _map.FirstUnproven);
        Assert.Empty(_map.Durable().Proven);
        _map.MarkDurable(_map.Snapshot());
        Assert.Equal([new ByteRange(10, 20)], _map.Durable().Proven);
        Assert.Equal([new ByteRange(20, 40)], _map.Durable().Unproven);
    }

    [Fact]
    public void A_file_is_complete_when_its_last_byte_is_written()
    {
        _map.MarkWritten(new(0, 99));
        _map.MarkProven(new(1, 100));
        Assert.False(_map.IsComplete);
        Assert.False(_map.IsVerified);
        Assert.Equal(0, _map.FirstUnproven);
        _map.MarkWritten(new(99, 100));
        _map.MarkProven(new(0, 1));
        Assert.True(_map.IsComplete);
        Assert.True(_map.IsVerified);
        Assert.True(_map.IsProven(new(0, 100)));
        Assert.Equal(100, _map.FirstUnproven);
    }

    [Fact]
    public void An_empty_file_is_complete_from_the_start()
    {
        var map = new FileMap(0);
        Assert.True(map.IsComplete && map.IsVerified);
        Assert.Equal(0, map.UnflushedBytes);
    }

    [Fact]
    public void Restored_ranges_of_a_journal_are_written_and_durable()
    {
        _map.Restore([new(0, 10)], [new(50, 60), new(10, 20)]);
        Assert.Equal(30, _map.BytesWritten);
        Assert.Equal(0, _map.UnflushedBytes);
        Assert.Equal(10, _map.FirstUnproven);
        var durable = _map.Durable();
        Assert.Equal([new ByteRange(0, 10)], durable.Proven);
        Assert.Equal([new ByteRange(10, 20), new ByteRange(50, 60)], durable.Unproven);
        Assert.Throws<InvalidOperationException>(() => _map.Restore([], []));
    }

    [Theory]
    [InlineData(-1, 5)]
    [InlineData(5, 4)]
    [InlineData(90, 101)]
    public void A_range_outside_the_file_throws(long start, long end)
    {
        var range = new ByteRange(start, end);
        Assert.Contains("a file of 100 bytes", Assert.Throws<ArgumentOutOfRangeException>(() => _map.MarkWritten(range)).Message);
        Assert.Throws<ArgumentOutOfRangeException>(() => _map.MarkProven(range));
        Assert.Throws<ArgumentOutOfRangeException>(() => _map.Discard(range));
        Assert.Throws<ArgumentOutOfRangeException>(() => _map.Missing(range));
        Assert.Throws<ArgumentOutOfRangeException>(() => _map.Hold(range));
        Assert.Throws<ArgumentOutOfRangeException>(() => _map.Restore([], [range]));
        Assert.Throws<ArgumentOutOfRangeException>(() => new FileMap(100).Restore([range], []));
    }

    [Theory]
    [Each(0, 50, 100)]
    public void A_range_of_no_bytes_is_a_range(long at)
    {
        _map.MarkWritten(new(at, at));
        Assert.Equal(0, _map.BytesWritten);
        Assert.True(_map.IsWritten(new(at, at)));
    }

    [Fact]
    public void Impossible_arguments_throw()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new FileMap(-1));
        Assert.Throws<ArgumentNullException>(() => _map.MarkDurable(null!));
        Assert.Throws<ArgumentNullException>(() => _map.Restore(null!, []));
        Assert.Throws<ArgumentNullException>(() => _map.Restore([], null!));
    }

    [Fact]
    public void Held_bytes_are_durable_and_stay_out_of_the_journal_until_their_seam_is_settled()
    {
        _map.MarkProven(new(0, 20));
        _map.MarkWritten(new(0, 50));
        _map.MarkDurable(_map.Snapshot());
        var version = _map.Durable().Version;

        _map.Hold(new(10, 30));
        Assert.Equal([new ByteRange(0, 10)], _map.Durable().Proven);
        Assert.Equal([new ByteRange(30, 50)], _map.Durable().Unproven);
        Assert.NotEqual(version, version = _map.Durable().Version);
        Assert.Equal(50, _map.BytesDurable);

        _map.Unhold(new(10, 30));
        Assert.Equal([new ByteRange(0, 20)], _map.Durable().Proven);
        Assert.Equal([new ByteRange(20, 50)], _map.Durable().Unproven);
        Assert.NotEqual(version, _map.Durable().Version);
    }

    [Fact]
    public void Discarded_bytes_are_not_held_when_received_again()
    {
        _map.Hold(new(10, 20));
        _map.Discard(new(0, 30));
        _map.MarkWritten(new(0, 30));
        _map.MarkDurable(_map.Snapshot());
        Assert.Equal([new ByteRange(0, 30)], _map.Durable().Unproven);
    }

    [Fact]
    public void An_empty_flush_does_not_change_the_durable_version()
    {
        var version = _map.Durable().Version;
        var snapshot = _map.Snapshot();
        _map.MarkDurable(snapshot);
        Assert.Equal(version, _map.Durable().Version);
        Assert.Contains("latest snapshot", Assert.Throws<InvalidOperationException>(() => _map.MarkDurable(snapshot)).Message);
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
        var version = _map.Durable().Version;
        _map.MarkWritten(new(0, 10));
        Assert.Equal(version, _map.Durable().Version);
        _map.MarkDurable(_map.Snapshot());
        Assert.NotEqual(version, version = _map.Durable().Version);
        _map.MarkProven(new(0, 5));
        Assert.NotEqual(version, version = _map.Durable().Version);
        _map.MarkProven(new(1, 4));
        Assert.Equal(version, _map.Durable().Version);
        _map.Discard(new(0, 1));
        Assert.NotEqual(version, _map.Durable().Version);
    }

    [Fact]
    public void No_version_is_repeated()
    {
        _map.Restore([new(0, 5)], []);
        Assert.True(_map.Durable().Version > 0);
        _map.MarkWritten(new(5, 50));
        Action[] changes =
            [() => _map.MarkDurable(_map.Snapshot()), () => _map.MarkProven(new(0, 10)), () => _map.Hold(new(5, 6)), () => _map.Unhold(new(5, 6)), () => _map.Discard(new(8, 9))];
        foreach (var change in changes)
        {
            var version = _map.Durable().Version;
            change();
            Assert.True(_map.Durable().Version > version);
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

    /// <summary>Numbers every write of every byte, and records which number is certain to be on the disk.</summary>
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
                    foreach (var gap in _map.Missing(range)) // Only discarded or missing bytes may be written again.
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
