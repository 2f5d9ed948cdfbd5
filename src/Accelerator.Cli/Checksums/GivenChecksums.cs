using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Checksums;

/// <summary>The list given by <c>--checksums</c>: a local file, which is read at once, or a file on a server.</summary>
internal sealed class GivenChecksums
{
    private const int MostShown = 5;

    private readonly string _name;
    private readonly TransferSource? _source;
    private readonly Encoding _charset;
    private readonly TimeProvider _time;
    private ChecksumList? _list;

    private GivenChecksums(string name, TransferSource? source, Encoding charset, TimeProvider time) =>
        (_name, _source, _charset, _time) = (SafeText.Escape(name), source, charset, time);

    /// <summary>Returns a list on a server.</summary>
    /// <param name="source">The list.</param>
    /// <param name="charset">The charset of names that are not UTF-8.</param>
    /// <param name="time">Clock.</param>
    public static GivenChecksums At(TransferSource source, Encoding charset, TimeProvider time) =>
        new(source.Path.Name, source, charset, time);

    /// <summary>Reads a local list.</summary>
    /// <param name="path">Its full path.</param>
    /// <param name="charset">The charset of names that are not UTF-8.</param>
    /// <param name="time">Clock.</param>
    /// <exception cref="UsageException">The list cannot be used.</exception>
    public static GivenChecksums Read(string path, Encoding charset, TimeProvider time)
    {
        var given = new GivenChecksums(Path.GetFileName(path), null, charset, time);
        var shown = SafeText.Escape(path);
        try
        {
            if (Directory.Exists(path)) throw new UsageException($"--checksums: {shown} is a folder, not a list.");
            if (!File.Exists(path))
                throw new UsageException($"--checksums: {shown} does not exist. If the list is on the server, give its URL.");
            using var file = File.OpenRead(path);
            var content = new byte[(int)Math.Min(file.Length, ChecksumList.MostBytes) + 1];
            var read = file.ReadAtLeast(content, content.Length, throwOnEndOfStream: false);
            given._list = read > ChecksumList.MostBytes
                ? throw given.TooLong() : ChecksumList.Read(content[..read], given._name, charset);
            return given;
        }
        catch (Exception e) when (StorageErrors.IsFromDisk(e))
        {
            throw new UsageException($"--checksums: {shown} cannot be read: {SafeText.Escape(e.Message)}");
        }
    }

    /// <summary>Gives the files of a request the digests that the list has of them. Reads the list from the server if necessary.</summary>
    /// <param name="request">The request.</param>
    /// <param name="events">Receives a notice about files that the list does not name.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="UsageException">The list cannot be used, or names none of the files.</exception>
    /// <exception cref="TransferException">The server did not send the list.</exception>
    public async Task<TransferRequest> ApplyAsync(
        TransferRequest request, IProgress<TransferEvent> events, CancellationToken cancellationToken)
    {
        if (request.Items.Count == 0) return request;
        var list = _list ??= await FetchAsync(request, cancellationToken).ConfigureAwait(false);
        var items = request.Items.Select(item => DigestOf(item, list) is { } digest
            ? item with { Verify = Verification.By(digest) } : item).ToList();
        var unnamed = items.Where(item => item.Verify is null).Select(item => item.Sources[0].Path.Name).ToList();
        if (unnamed.Count == items.Count)
            throw new UsageException(
                $"{_name} has no checksum of {(unnamed is [var only] ? SafeText.Escape(only) : $"any of the {unnamed.Count} files")}. "
                    + "Nothing was downloaded. Check whether it is the right list, or omit --checksums.");
        if (unnamed.Count > 0) events.Report(new TransferEvent.Notice(NoticeKind.Verification, Unnamed(unnamed)));
        return request with { Items = items };
    }

    private async Task<ChecksumList> FetchAsync(TransferRequest request, CancellationToken cancellationToken)
    {
        var runner = await ListingRunner.OpenAsync(request, _source!, _time, cancellationToken).ConfigureAwait(false);
        await using var goodbye = runner.ConfigureAwait(false);
        var content = await runner.ReadAsync(_source!.Path, ChecksumList.MostBytes, cancellationToken).ConfigureAwait(false);
        return ChecksumList.Read(content ?? throw TooLong(), _name, _charset);
    }

    // A list that --write-checksums wrote has the local names.
    private static GivenDigest? DigestOf(TransferItem item, ChecksumList list) =>
        list.Find(item.Sources[0].Path.Text) ?? list.Find(item.TargetPath.Replace(Path.DirectorySeparatorChar, '/'));

    private string Unnamed(List<string> names)
    {
        var shown = string.Join(", ", names.Take(MostShown).Select(SafeText.Escape));
        var more = names.Count > MostShown ? $" and {names.Count - MostShown} more" : "";
        return $"{_name} has no checksum of {shown}{more}: verified as without --checksums.";
    }

    private UsageException TooLong() =>
        new($"--checksums: {_name} is longer than {ByteText.Size(ChecksumList.MostBytes)}, the limit: check whether it is the right file.");
}
