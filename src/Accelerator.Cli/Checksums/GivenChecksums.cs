using System.Text;
using Accelerator.Cli.Addresses;
using Accelerator.Cli.Configuration;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
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
    private readonly string? _folder;
    private readonly TransferSource? _source;
    private readonly Encoding _charset;
    private readonly TimeProvider _time;
    private ChecksumList? _list;

    private GivenChecksums(string name, string? folder, TransferSource? source, Encoding charset, TimeProvider time) =>
        (_name, _folder, _source, _charset, _time) = (SafeText.Escape(name), folder, source, charset, time);

    /// <summary>Returns the address of the list; null if there is none, or if it is a local file.</summary>
    /// <param name="options">The parsed options.</param>
    /// <param name="environment">The process environment.</param>
    public static ListedAddress? AddressOf(TransferOptions options, ProcessEnvironment environment) => options.Checksums is { } text
        && (text.Contains("://", StringComparison.Ordinal)
            || (ServerName.TrySplit(text, out _, out _) && !File.Exists(Path.GetFullPath(text, environment.Folder))))
        ? new ListedAddress(text, null, "--checksums: ")
        : null;

    /// <summary>Returns the list; a local one is read at once.</summary>
    /// <param name="options">The parsed options.</param>
    /// <param name="resolver">Has read the settings of <see cref="AddressOf"/>.</param>
    /// <param name="environment">The process environment.</param>
    /// <returns>Null if there is none.</returns>
    /// <exception cref="UsageException">The list cannot be used.</exception>
    public static GivenChecksums? Of(TransferOptions options, AddressResolver resolver, ProcessEnvironment environment)
    {
        if (options.Checksums is not { } text) return null;
        var charset = resolver.OptionsForAll().Charset;
        if (AddressOf(options, environment) is not { } address)
            return Read(Path.GetFullPath(text, environment.Folder), charset, environment.Time);
        var source = resolver.Resolve(resolver.ReadFile(address));
        return new GivenChecksums(source.Path.Name, null, source, charset, environment.Time);
    }

    private static GivenChecksums Read(string path, Encoding charset, TimeProvider time)
    {
        var given = new GivenChecksums(Path.GetFileName(path), Path.GetDirectoryName(path), null, charset, time);
        var shown = SafeText.Escape(path);
        try
        {
            if (Directory.Exists(path)) throw new UsageException($"--checksums: {shown} is a folder, not a list.");
            if (!File.Exists(path))
                throw new UsageException($"--checksums: {shown} does not exist. If the list is on the server, give its URL.");
            using var file = File.OpenRead(path);
            // A pipe has no length.
            var content = new byte[ChecksumList.MostBytes + 1];
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
            throw NamesNone(unnamed is [var only] ? SafeText.Escape(only) : $"any of the {unnamed.Count} files");
        if (unnamed.Count > 0) events.Report(new TransferEvent.Notice(NoticeKind.Verification, Unnamed(unnamed)));
        return request with { Items = items };
    }

    /// <summary>
    /// Returns the request of a mirror with the digests of its files. Their names are relative to the mirrored folder, or, as
    /// <see cref="WrittenChecksums"/> writes them, to the folder of the list. Reads the list from the server if necessary.
    /// </summary>
    /// <param name="request">The request.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="UsageException">The list cannot be used.</exception>
    /// <exception cref="TransferException">The server did not send the list.</exception>
    public async Task<MirrorRequest> ApplyAsync(MirrorRequest request, CancellationToken cancellationToken)
    {
        var list = _list ??= await FetchAsync(request.Transfer, cancellationToken).ConfigureAwait(false);
        return request with
        {
            DigestOf = (path, target) => list.At(path) ?? (_folder is null ? null : list.At(NameBelow(_folder, target))),
        };
    }

    /// <summary>Checks which files of a mirror the list names.</summary>
    /// <param name="plan">The plan of the request that <see cref="ApplyAsync(MirrorRequest, CancellationToken)"/> returned.</param>
    /// <param name="events">Receives a notice about files that the list does not name.</param>
    /// <exception cref="UsageException">The list names none of the files that are to be downloaded.</exception>
    public void Check(MirrorPlan plan, IProgress<TransferEvent> events)
    {
        var unnamed = plan.Fetches.Where(fetch => fetch.Item.Verify is null).Select(fetch => fetch.Path).ToList();
        if (unnamed.Count == 0) return;
        // Earlier runs may have downloaded what the list names.
        if (unnamed.Count == plan.Fetches.Count && plan.SameFiles == 0)
            throw NamesNone(unnamed is [var only] ? SafeText.Escape(only) : $"any of the {unnamed.Count} files");
        events.Report(new TransferEvent.Notice(NoticeKind.Verification, Unnamed(unnamed)));
    }

    /// <summary>Returns the name of a file in a list: its path below a folder, with slashes on every system.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="target">The full path of the file.</param>
    public static string NameBelow(string folder, string target)
    {
        var name = Path.GetRelativePath(folder, target);
        return Path.DirectorySeparatorChar == '/' ? name : name.Replace(Path.DirectorySeparatorChar, '/');
    }

    private UsageException NamesNone(string files) => new(
        $"{_name} has no checksum of {files}. Nothing was downloaded. Check whether it is the right list, or omit --checksums.");

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
