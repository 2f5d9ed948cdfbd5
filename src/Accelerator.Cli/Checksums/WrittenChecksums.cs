using System.Text;
using Accelerator.Cli.Hosting;
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
    /// <summary>Checks for the most likely mistakes.</summary>
    /// <exception cref="UsageException">The list cannot be written there.</exception>
    public void Check(TransferRequest request)
    {
        // The folder of the files is a natural place, and the run creates it. Before patterns are resolved it may be unknown.
        var (folder, targets) = (Path.GetDirectoryName(path), request.Items.Select(item => item.TargetPath).ToList());
        if (targets.Count > 0 && !targets.Exists(target => Path.GetDirectoryName(target) == folder && target != path))
            WritableFile.Require("The list of checksums", path, targets);
        else WritableFile.RequireFree("The list of checksums", path, targets);
    }

    /// <summary>Writes the list. A file whose SHA-256 the transfer did not compute is read once more.</summary>
    /// <param name="files">The results of the run.</param>
    /// <param name="cancellationToken">Stops the reading; then nothing is written.</param>
    /// <returns>Null on success, or the sentence that explains the failure.</returns>
    public async Task<string?> WriteAsync(IEnumerable<FileResult> files, CancellationToken cancellationToken)
    {
        try
        {
            var text = new StringBuilder();
            var complete = files.Where(file => file.Failure is null).ToList();
            // A run that fails completely has not created the folder.
            if (complete.Count == 0 && !Directory.Exists(Path.GetDirectoryName(path))) return null;
            foreach (var file in complete)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var digest = file.Sha256 ?? await ContentHasher.ComputeAsync(
                    file.TargetPath, HashKind.Sha256, cancellationToken).ConfigureAwait(false);
                text.Append(ChecksumLine.Write(NameOf(file), digest)).Append('\n');
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

    // sha256sum takes slashes on every system, and a backslash in a name would have to be escaped.
    private string NameOf(FileResult file)
    {
        var name = Path.GetRelativePath(Path.GetDirectoryName(path)!, file.TargetPath);
        return Path.DirectorySeparatorChar == '/' ? name : name.Replace(Path.DirectorySeparatorChar, '/');
    }
}
