using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Transfers.Sampling;

/// <summary>The evidence on which <see cref="SamplePolicy"/> bases its decision.</summary>
internal readonly record struct SampleEvidence
{
    /// <summary>Bytes of the file.</summary>
    public required long Length { get; init; }

    /// <summary>Whether the server reports the size.</summary>
    public required bool HasSize { get; init; }

    /// <summary>Whether the server reports both size and time, so that they reveal most changes.</summary>
    public required bool HasIdentity { get; init; }

    /// <summary>Whether the server opens the data connections.</summary>
    public bool IsActive { get; init; }

    /// <summary>Whether the file came in one stream because REST cannot be used.</summary>
    public required bool IsSingle { get; init; }

    /// <summary>Whether the first source delivered the file's first byte.</summary>
    public required bool HasHead { get; init; }

    /// <summary>Ranges that make up the file, including those of an earlier run.</summary>
    public required int Ranges { get; init; }

    /// <summary>Ranges of the first source that were complete before the last one, in order.</summary>
    public required IReadOnlyList<ByteRange> Early { get; init; }
}
