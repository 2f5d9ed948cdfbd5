using System.Buffers.Binary;
using System.Security.Cryptography;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Sources;

/// <summary>
/// Checksums of the bytes from each source, MiB by MiB, kept while they are fetched again from the first one: they show which source was
/// wrong, and where. Eight bytes for each MiB.
/// </summary>
internal sealed class ReplicaPieces
{
    private readonly List<(int Source, ByteRange Range, ulong Sum)> _pieces = [];

    private ReplicaPieces()
    {
    }

    /// <summary>Total bytes of all pieces.</summary>
    public long Length => _pieces.Sum(piece => piece.Range.Length);

    /// <summary>The sources of the pieces.</summary>
    public IReadOnlySet<int> Sources => _pieces.Select(piece => piece.Source).ToHashSet();

    /// <summary>Reads the checksums of the current bytes.</summary>
    /// <param name="sink">The local file.</param>
    /// <param name="given">Which source sent which range.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="StorageException">The disk failed.</exception>
    public static async Task<ReplicaPieces> ReadAsync(
        IFileSink sink, IEnumerable<(int Source, ByteRange Range)> given, CancellationToken cancellationToken)
    {
        var pieces = new ReplicaPieces();
        var buffer = new byte[Block.Size];
        foreach (var (source, range) in given)
        {
            for (var start = range.Start; start < range.End;)
            {
                var piece = new ByteRange(start, Math.Min(range.End, (start / Block.Size * Block.Size) + Block.Size));
                pieces._pieces.Add((source, piece, await SumAsync(sink, piece, buffer, cancellationToken).ConfigureAwait(false)));
                start = piece.End;
            }
        }
        return pieces;
    }

    /// <summary>Returns the sources whose bytes differ from the current ones, each with the first MiB that differs.</summary>
    public async Task<IReadOnlyDictionary<int, long>> DifferingAsync(IFileSink sink, CancellationToken cancellationToken)
    {
        var differing = new Dictionary<int, long>();
        var buffer = new byte[Block.Size];
        foreach (var (source, range, sum) in _pieces)
        {
            if (!differing.ContainsKey(source) && await SumAsync(sink, range, buffer, cancellationToken).ConfigureAwait(false) != sum)
                differing.Add(source, range.Start / Block.Size * Block.Size);
        }
        return differing;
    }

    private static async Task<ulong> SumAsync(IFileSink sink, ByteRange range, byte[] buffer, CancellationToken cancellationToken)
    {
        var bytes = buffer.AsMemory(0, checked((int)range.Length));
        var read = await sink.ReadAsync(range.Start, bytes, cancellationToken).ConfigureAwait(false);
        return BinaryPrimitives.ReadUInt64LittleEndian(SHA256.HashData(bytes.Span[..read]));
    }
}
