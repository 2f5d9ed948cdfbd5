using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Checksums;

/// <summary>
/// The file given by <c>--write-checksums</c>: the SHA-256 of each file that is in place, in the form of <c>sha256sum</c>, with names
/// relative to the folder of the list. Written at the end of a run, completely or not at all.
/// </summary>
/// <param name="path">Its full path.</param>
/// <param name="time">Clock.</param>
internal sealed class WrittenChecksums(string path, TimeProvider time)
{
    private readonly string _folder = Path.GetDirectoryName(path)!;

    /// <summary>Returns the list that a command writes; null for none.</summary>
    /// <param name="options">The parsed options.</param>
    /// <param name="environment">The process environment.</param>
    public static WrittenChecksums? Of(TransferOptions options, ProcessEnvironment environment) => options.WriteChecksums is { } file
        ? new WrittenChecksums(Path.GetFullPath(file, environment.Folder), environment.Time) : null;

    /// <summary>Checks for the most likely mistakes.</summary>
    /// <exception cref="UsageException">The list cannot be written there.</exception>
    public void Check(TransferRequest request)
    {
        // The folder of the files is a natural place, and the run creates it. Before patterns are resolved it may be unknown.
        var targets = request.Items.Select(item => item.TargetPath).ToList();
        if (targets.Count > 0 && !targets.Exists(target => Path.GetDirectoryName(target) == _folder && target != path))
            WritableFile.Require("The list of checksums", path, targets);
        else WritableFile.RequireFree("The list of checksums", path, targets);
    }

    /// <summary>Checks for the most likely mistakes of a run that does not create the folder of the list.</summary>
    /// <exception cref="UsageException">The list cannot be written there.</exception>
    public void Check() => WritableFile.Require("The list of checksums", path, []);

    /// <summary>Writes the list. A file whose SHA-256 the transfer did not compute is read once more.</summary>
    /// <param name="files">The full paths of the files that are in place, and their SHA-256 if it is known.</param>
    /// <param name="cancellationToken">Stops the reading; then nothing is written.</param>
    /// <returns>Null on success, or the sentence that explains the failure.</returns>
    public async Task<string?> WriteAsync(IReadOnlyList<(string Target, string? Sha256)> files, CancellationToken cancellationToken)
    {
        try
        {
            var text = new StringBuilder();
            // A run that fails completely has not created the folder.
            if (files.Count == 0 && !Directory.Exists(_folder)) return null;
            foreach (var file in files)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var digest = file.Sha256 ?? await ContentHasher.ComputeAsync(
                    file.Target, HashKind.Sha256, cancellationToken).ConfigureAwait(false);
                text.Append(ChecksumLine.Write(GivenChecksums.NameBelow(_folder, file.Target), digest)).Append('\n');
            }
            await AtomicFile.ReplaceAsync(path, Encoding.UTF8.GetBytes(text.ToString()), time, cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (StorageException e)
        {
            return $"The list of checksums could not be written: {SafeText.Escape(e.Message)}";
        }
        catch (OperationCanceledException)
        {
            return "The list of checksums was not written, because the run was stopped.";
        }
    }
}
