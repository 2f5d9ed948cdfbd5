using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>A server's hash of a file beside this computer's.</summary>
internal static class HashComparison
{
    /// <summary>Asks for the hashes that a server lists, strongest first, up to the first that it gives. Both ends read at once.</summary>
    /// <param name="session">A session at the server.</param>
    /// <param name="features">What the server lists.</param>
    /// <param name="path">The file there.</param>
    /// <param name="length">Its bytes, for the time that the server may take.</param>
    /// <param name="compute">Computes the hash here.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>The command, the server's digest and this computer's; null where the server gives none.</returns>
    public static async Task<(HashCommand Command, string Expected, string Actual)?> RunAsync(
        FtpSession session,
        FtpFeatures features,
        FtpPath path,
        long length,
        Func<HashKind, Task<string>> compute,
        CancellationToken cancellationToken)
    {
        var limit = HashCost.Limit(length);
        foreach (var command in HashCommand.Listed(features))
        {
            var actual = "";
            async Task ComputeAsync() => actual = await compute(command.Kind).ConfigureAwait(false);
            var digest = await session.HashAsync(command, path, limit, cancellationToken, ComputeAsync).ConfigureAwait(false);
            if (digest is { } expected) return (command, expected, actual);
        }
        return null;
    }

    /// <summary>Returns whether two digests in hexadecimal are the same.</summary>
    public static bool IsSame(string actual, string expected) => string.Equals(actual, expected, StringComparison.OrdinalIgnoreCase);
}
