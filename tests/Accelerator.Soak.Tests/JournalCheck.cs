using Accelerator.Engine.Journals;
using Accelerator.Engine.Ranges;

namespace Accelerator.Soak.Tests;

/// <summary>
/// Checks what a killed run has left: every byte that its journal lists as durable must be in the partial file and must be the source's.
/// </summary>
internal static class JournalCheck
{
    /// <summary>Reads the journal of a target and compares its claims with the source.</summary>
    /// <returns>Bytes that a later run can use; null without a journal.</returns>
    /// <exception cref="BrokenPromiseException">The journal cannot be read, or a claim is false.</exception>
    public static async Task<KeptBytes?> ReadAsync(string target, SourceVersions source, CancellationToken cancellationToken)
    {
        var path = PartNames.JournalOf(target);
        var read = await ResumeJournal.ReadAsync(path, cancellationToken);
        if (read.IsMissing) return null;
        if (read.State is not { } state) throw new BrokenPromiseException($"A kill has left a journal that cannot be read: {read.Refusal}");
        var version = source.WithTime(state.Identity.Modified)
            ?? throw new BrokenPromiseException($"The journal '{path}' is of a file of {state.Identity.Modified}, which {source.Path} never was.");
        if (state.Size != version.Content.Length || state.Identity.Size != state.Size)
            throw new BrokenPromiseException($"The journal '{path}' says {state.Size} bytes; {source.Path} has {version.Content.Length}.");

        List<ByteRange> claimed = [.. state.Proven, .. state.Unproven];
        var part = PartNames.SideFiles(target)[0];
        // The run was killed after publication and before the journal was deleted: the bytes are under the final name.
        var stored = File.Exists(part) ? part : target;
        await CompareAsync(stored, claimed, version.Content, cancellationToken);
        await CompareSumsAsync(stored, state.Sums, cancellationToken);
        return new KeptBytes(version, claimed.Sum(range => range.Length));
    }

    private static async Task CompareAsync(string path, List<ByteRange> claimed, FileContent content, CancellationToken cancellationToken)
    {
        await using var local = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 1, FileOptions.Asynchronous);
        foreach (var range in claimed)
        {
            local.Position = range.Start;
            if (await content.FirstDifferenceAsync(local, range.Start, range.End, cancellationToken) is { } offset)
                throw new BrokenPromiseException($"The journal calls {range} durable, and '{path}' is not the source's at {offset}.");
        }
    }

    private static async Task CompareSumsAsync(string path, IReadOnlyList<SummedRange> sums, CancellationToken cancellationToken)
    {
        using var local = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, FileOptions.Asynchronous);
        foreach (var (range, sum) in sums)
        {
            var bytes = new byte[range.Length];
            await RandomAccess.ReadAsync(local, bytes, range.Start, cancellationToken);
            if (Crc32C.Of(bytes) != sum) throw new BrokenPromiseException($"The journal's checksum of {range} is not that of '{path}'.");
        }
    }
}

/// <summary>The bytes that a journal keeps for a later run.</summary>
/// <param name="Version">The version of the remote file that the bytes belong to.</param>
/// <param name="Count">The number of bytes, verified or not.</param>
internal sealed record KeptBytes(SourceVersion Version, long Count);
