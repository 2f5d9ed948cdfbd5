using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Jobs.Credentials;

namespace Accelerator.Cli.Credentials;

/// <summary>
/// The stored logins of a user. The Windows Credential Manager stores them, or a file if the manager does not answer (in a session without
/// a logon, such as a network logon); on other systems a file. A file exists only if the manager refused when the login was last stored, so
/// the file takes precedence.
/// </summary>
/// <param name="manager">The Credential Manager, or null.</param>
/// <param name="files">The files, or null if the environment names no folder for them.</param>
internal sealed class UserCredentialStore(ICredentialStore? manager, ICredentialStore? files)
{
    /// <summary>A folder for the files; if it is set, logins are stored only there.</summary>
    public const string FolderVariable = "FTPX_LOGINS";

    /// <summary>
    /// The maximum length of a password in characters: the Credential Manager stores 2560 bytes of UTF-16 (CRED_MAX_CREDENTIAL_BLOB_SIZE).
    /// </summary>
    public const int LongestPassword = 1280;

    private readonly ICredentialStore[] _places = [.. new[] { files, manager }.OfType<ICredentialStore>()];

    /// <summary>The store for the user of this process.</summary>
    public static UserCredentialStore Open(ProcessEnvironment environment)
    {
        var files = CredentialFiles.FindFolder(environment) is { } folder
            ? new CredentialFiles(folder, SecretSeal.OfThisAccount(), environment.Time) : null;
        var onlyFiles = !OperatingSystem.IsWindows() || environment.Variable(FolderVariable) is { Length: > 0 };
        return new UserCredentialStore(onlyFiles ? null : Manager(), files);
    }

    /// <summary>Lists the stored logins in order, never a password.</summary>
    /// <returns>The logins, and a sentence for each unusable store or entry.</returns>
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

    /// <summary>Returns the place of a stored login, safe to print, for a sentence after "in".</summary>
    public string WhereIs(StoredCredential kept) => _places.First(place => place.Kind == kept.Place).WhereIs(kept.Login);

    /// <summary>Returns the password of a login, or null if none is stored.</summary>
    /// <exception cref="CredentialStoreException">A stored password is unusable.</exception>
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
    /// <returns>The store that holds it, and the reason why it is not in the Credential Manager if the manager was asked.</returns>
    /// <exception cref="UsageException">No store accepts the password.</exception>
    /// <exception cref="CredentialStoreException">The password was not stored.</exception>
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
                // An older file would take precedence.
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
                $"There is no folder for stored logins: set {FolderVariable}, or HOME on Linux, to an absolute path.");
        await files.WriteAsync(login, password, cancellationToken).ConfigureAwait(false);
        return (files.Kind, problem);
    }

    /// <summary>Removes a login from all stores.</summary>
    /// <returns>Whether a login was stored.</returns>
    /// <exception cref="CredentialStoreException">The login is still stored.</exception>
    public async Task<bool> RemoveAsync(SiteKey login, CancellationToken cancellationToken)
    {
        var any = false;
        foreach (var place in _places) any |= await place.RemoveAsync(login, cancellationToken).ConfigureAwait(false);
        return any;
    }

    private static WindowsCredentialStore? Manager() => OperatingSystem.IsWindows() ? new WindowsCredentialStore() : null;

    private static void Check(string password)
    {
        if (password.Length == 0) throw new UsageException("The password is empty; an empty password is not stored.");
        if (password.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0)
            throw new UsageException("The password contains a line end or NUL, which FTP cannot transmit.");
        if (password.Length > LongestPassword)
            throw new UsageException(
                string.Create(CultureInfo.InvariantCulture,
                    $"A stored password has at most {LongestPassword} characters, and this one has {password.Length}: "
                        + $"give it with --password-stdin or FTPX_PASSWORD."));
    }
}
