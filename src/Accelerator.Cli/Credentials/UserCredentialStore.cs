using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Jobs.Credentials;

namespace Accelerator.Cli.Credentials;

/// <summary>
/// The logins that a user has stored. Windows' Credential Manager keeps them, and where it does not answer (a session without a logon, as
/// of a network logon) a file; on other systems a file. A file is there only where the manager refused when the login was stored last, so
/// it goes first.
/// </summary>
/// <param name="manager">The Credential Manager, or null.</param>
/// <param name="files">The files, or null where the environment names no folder for them.</param>
internal sealed class UserCredentialStore(ICredentialStore? manager, ICredentialStore? files)
{
    /// <summary>A folder for the files; where it is set, nothing is kept elsewhere.</summary>
    public const string FolderVariable = "FTPX_LOGINS";

    /// <summary>
    /// Characters a password may have: 2560 bytes of UTF-16 are what the Credential Manager keeps (CRED_MAX_CREDENTIAL_BLOB_SIZE).
    /// </summary>
    public const int LongestPassword = 1280;

    private readonly ICredentialStore[] _places = [.. new[] { files, manager }.OfType<ICredentialStore>()];

    /// <summary>The store of the user of this process.</summary>
    public static UserCredentialStore Open(ProcessEnvironment environment)
    {
        var files = CredentialFiles.FindFolder(environment) is { } folder
            ? new CredentialFiles(folder, SecretSeal.OfThisAccount(), environment.Time) : null;
        var onlyFiles = !OperatingSystem.IsWindows() || environment.Variable(FolderVariable) is { Length: > 0 };
        return new UserCredentialStore(onlyFiles ? null : Manager(), files);
    }

    /// <summary>Whose passwords are stored, in order; never a password.</summary>
    /// <returns>The logins, and a sentence for each place or entry that cannot be used.</returns>
    public (IReadOnlyList<StoredCredential> Logins, IReadOnlyList<string> Problems) List()
    {
        var (logins, problems) = (new Dictionary<SiteKey, StoredCredential>(), new List<string>());
        foreach (var place in _places)
        {
            try
            {
                var found = place.List();
                problems.AddRange(found.Problems);
                foreach (var login in found.Logins) logins.TryAdd(login, new StoredCredential(login, place.Kind));
            }
            catch (CredentialStoreException e)
            {
                problems.Add(e.Message);
            }
        }
        return ([.. logins.Values.OrderBy(kept => kept.Login.Host, StringComparer.Ordinal).ThenBy(kept => kept.Login.Port)
            .ThenBy(kept => kept.Login.User, StringComparer.Ordinal)], problems);
    }

    /// <summary>The password of a login, or null when none is stored.</summary>
    /// <exception cref="CredentialStoreException">There is one that cannot be used.</exception>
    public string? Read(SiteKey login)
    {
        CredentialStoreException? failed = null;
        foreach (var place in _places)
        {
            try
            {
                if (place.Read(login) is { } password) return password;
            }
            catch (CredentialStoreException e)
            {
                failed ??= e;
            }
        }
        return failed is null ? null : throw failed;
    }

    /// <summary>Stores a password.</summary>
    /// <returns>Where it is kept, and why it is not kept in the Credential Manager, where that was asked.</returns>
    /// <exception cref="UsageException">No store takes the password.</exception>
    /// <exception cref="CredentialStoreException">It is not kept.</exception>
    public async Task<(CredentialStoreKind Place, string? Problem)> WriteAsync(
        SiteKey login, string password, CancellationToken cancellationToken)
    {
        Check(password);
        string? problem = null;
        if (manager is not null)
        {
            try
            {
                await manager.WriteAsync(login, password, cancellationToken).ConfigureAwait(false);
                // An older one would go before it.
                if (files is not null) await files.RemoveAsync(login, cancellationToken).ConfigureAwait(false);
                return (manager.Kind, null);
            }
            catch (CredentialStoreException e) when (files is not null)
            {
                problem = e.Message;
            }
        }
        if (files is null)
            throw new CredentialStoreException(
                $"There is no folder to keep logins in: set {FolderVariable}, or HOME on Linux, to an absolute path.");
        await files.WriteAsync(login, password, cancellationToken).ConfigureAwait(false);
        return (files.Kind, problem);
    }

    /// <summary>Forgets a login, wherever it is.</summary>
    /// <returns>Whether there was one.</returns>
    /// <exception cref="CredentialStoreException">It is still kept.</exception>
    public async Task<bool> RemoveAsync(SiteKey login, CancellationToken cancellationToken)
    {
        var any = false;
        foreach (var place in _places) any |= await place.RemoveAsync(login, cancellationToken).ConfigureAwait(false);
        return any;
    }

    private static WindowsCredentialStore? Manager() => OperatingSystem.IsWindows() ? new WindowsCredentialStore() : null;

    private static void Check(string password)
    {
        if (password.Length == 0) throw new UsageException("The password is empty, and an empty one needs no store.");
        if (password.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0)
            throw new UsageException("The password holds a line end or NUL, which FTP cannot carry.");
        if (password.Length > LongestPassword)
            throw new UsageException(
                string.Create(CultureInfo.InvariantCulture,
                    $"A stored password has at most {LongestPassword} characters, and this one has {password.Length}: "
                        + $"give it with --password-stdin or FTPX_PASSWORD."));
    }
}
