using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Mirroring;

/// <summary>Compares a local file with the server's hash of its file, by the strongest algorithm that both support.</summary>
internal static class HashQuestion
{
    /// <summary>Queries over one session, while this computer reads its file.</summary>
    /// <exception cref="TransferException">The server offers no hash that is supported here (Usage).</exception>
    /// <exception cref="StorageException">The local file could not be read.</exception>
    public static async Task<HashAnswer> AskAsync(FtpSession session, FtpPath remote, string localPath, CancellationToken cancellationToken)
    {
        var features = await session.FeaturesAsync(cancellationToken).ConfigureAwait(false);
        if (!HashCommand.Listed(features).Any())
            throw new TransferException(
                FailureKind.Usage,
                "The server offers no hash (HASH, XSHA256, XSHA512, XSHA1, XMD5 or XCRC in FEAT), "
                    + "so files cannot be compared with --checksum. Run it without: then they are compared by size and time.");
        var length = new FileInfo(localPath).Length;
        Task<string> OwnAsync(HashKind kind) => ComputeAsync(localPath, length, kind, cancellationToken);
        var found = await HashComparison.RunAsync(session, features, remote, length, OwnAsync, cancellationToken).ConfigureAwait(false);
        return found is var (command, expected, actual)
            ? new HashAnswer(HashComparison.IsSame(actual, expected), command.Name)
            : new HashAnswer(null, "");
    }

    private static async Task<string> ComputeAsync(string path, long length, HashKind kind, CancellationToken cancellationToken)
    {
        try
        {
            var handle = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete,
                FileOptions.Asynchronous | FileOptions.SequentialScan);
            var sink = new BufferedFileSink(new HandleFile(handle), path);
            await using (sink.ConfigureAwait(false)) return await ContentHasher.ComputeAsync(
                sink, length, kind, null, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            throw StorageErrors.From(error, "Reading", path);
        }
    }
}
