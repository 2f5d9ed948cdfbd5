using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>The engine request of a command that lists: one address, and how to connect to its server.</summary>
/// <param name="Url">The address.</param>
/// <param name="Pattern">The pattern in the address, or null.</param>
/// <param name="Source">The server and the login.</param>
/// <param name="Transfer">The connection settings.</param>
internal sealed record ListingRequest(FtpUrl Url, RemotePattern? Pattern, TransferSource Source, TransferRequest Transfer)
{
    /// <summary>The path to list, without a trailing slash.</summary>
    public FtpPath Path => Url.Path.WithoutEnd();

    /// <summary>Turns the arguments of a command with one address into a request.</summary>
    /// <inheritdoc cref="ReadAsync"/>
    public static async Task<ListingRequest> ReadOneAsync(
        TransferOptions options, string address, string command, Action<FtpUrl, RemotePattern?> check, ProcessEnvironment environment,
        Action<string> warn) =>
        (await ReadAsync(options, [address], command, check, environment, warn).ConfigureAwait(false))[0];

    /// <summary>Turns the arguments of a command into requests, in order. Reads login files and settings, never the network.</summary>
    /// <param name="options">The parsed options.</param>
    /// <param name="addresses">The addresses as typed.</param>
    /// <param name="command">The command, for messages: <c>ftpx ls</c>.</param>
    /// <param name="check">Rejects an address, given its pattern or null; called before any login is resolved.</param>
    /// <param name="environment">The process environment.</param>
    /// <param name="warn">Receives a sentence for each file or setting that is ignored.</param>
    /// <param name="hasSeveralPaths">Whether the command can use several local paths.</param>
    /// <exception cref="UsageException">The command cannot be carried out as written.</exception>
    public static async Task<IReadOnlyList<ListingRequest>> ReadAsync(
        TransferOptions options, IReadOnlyList<string> addresses, string command, Action<FtpUrl, RemotePattern?> check,
        ProcessEnvironment environment, Action<string> warn, bool hasSeveralPaths = false)
    {
        var resolver = new AddressResolver(options, environment, warn);
        List<ListedAddress> listed = [.. addresses.Select(address => new ListedAddress(address, null, ""))];
        await resolver.ReadSettingsAsync(listed).ConfigureAwait(false);
        var parsed = new List<(ListedAddress Address, FtpUrl Url, RemotePattern? Pattern)>();
        foreach (var address in listed)
        {
            var url = resolver.Read(address);
            var pattern = resolver.ReadPattern(address, url);
            check(url, pattern);
            parsed.Add((address, url, pattern));
        }
        var paths = hasSeveralPaths
            ? BindOption.Find(options.Bind, environment) : [BindOption.FindOne(options.Bind, environment, command)];
        return
        [
            .. parsed.Select(one => new ListingRequest(
                one.Url, one.Pattern, resolver.Resolve(one.Url), resolver.OptionsFor(one.Address).Request([], paths, environment.Time) with
                {
                    Sites = resolver.Memory,
                })),
        ];
    }

    /// <summary>Rejects a pattern, for a command that takes a name.</summary>
    /// <exception cref="UsageException">There is a pattern.</exception>
    public static void RefusePattern(FtpUrl url, RemotePattern? pattern)
    {
        if (pattern is not null)
            throw new UsageException($"{url} is a pattern, but a name is needed. Write *, ? and [ in a name as %2A, %3F and %5B.");
    }
}
