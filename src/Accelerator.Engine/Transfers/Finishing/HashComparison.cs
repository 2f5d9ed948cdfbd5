using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>Compares a server's hash of a file with the local one.</summary>
internal static class HashComparison
{
    /// <summary>
    /// Requests hashes of a file, in order, until the server returns one. Both ends read the file at the same time.
    /// </summary>
    /// <param name="session">A session at the server.</param>
    /// <param name="commands">The commands, strongest first.</param>
    /// <param name="path">The remote path.</param>
    /// <param name="length">Length of the file in bytes, for the server's time limit.</param>
    /// <param name="compute">Computes the local hash.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The command, the server's digest and the local one; null when the server returns none.</returns>
    public static async Task<(HashCommand Command, string Expected, string Actual)?> RunAsync(
        FtpSession session,
        IEnumerable<HashCommand> commands,
        FtpPath path,
        long length,
        Func<HashKind, Task<string>> compute,
        CancellationToken cancellationToken)
    {
        var limit = HashCost.Limit(length);
        foreach (var command in commands)
        {
            var actual = "";
            async Task ComputeAsync() => actual = await compute(command.Kind).ConfigureAwait(false);
            var digest = await session.HashAsync(command, path, length, limit, cancellationToken, ComputeAsync).ConfigureAwait(false);
            if (digest is { } expected) return (command, expected, actual);
        }
        return null;
    }

    /// <summary>Returns whether two digests in hexadecimal are the same.</summary>
    public static bool IsSame(string actual, string expected) => string.Equals(actual, expected, StringComparison.OrdinalIgnoreCase);
}
