using System.Security.Cryptography;
using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Jobs.Credentials;

namespace Accelerator.Cli.Credentials;

/// <summary>
/// Logins in a folder of the user, one file each, so that two processes that store different logins never conflict: sealed by DPAPI on
/// Windows, protected from other users by the file mode on Linux. A file that others could have read or written is not used.
/// </summary>
internal sealed class CredentialFiles(string folder, ISecretSeal seal, TimeProvider time) : ICredentialStore
{
    private const UnixFileMode OthersWrite = UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;
    private const UnixFileMode Others = OthersWrite | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead
        | UnixFileMode.OtherExecute;
    private const string Pattern = "login-*.json";

    /// <inheritdoc/>
    public CredentialStoreKind Kind => CredentialStoreKind.File;

    /// <inheritdoc/>
    public string WhereIs(SiteKey login) => SafeText.Escape(PathOf(login))
        + (OperatingSystem.IsWindows() ? " (encrypted for your account)" : " (not encrypted; only you can read it)");

    /// <summary>
    /// Returns the user's folder: FTPX_LOGINS, else <c>%LocalAppData%\Accelerator\logins</c> on Windows and
    /// <c>$XDG_DATA_HOME/accelerator/logins</c> elsewhere, where the variable is <c>~/.local/share</c> when it is not an absolute path (XDG
    /// Base Directory Specification).
    /// </summary>
    /// <returns>Null if the environment names no folder.</returns>
    public static string? FindFolder(ProcessEnvironment environment)
    {
        if (environment.Variable(UserCredentialStore.FolderVariable) is { Length: > 0 } named)
            return Path.GetFullPath(named, environment.Folder);
        var folder = environment.IsWindows ? UserFolder.OfWindows(environment.Variable) : UserFolder.Data(environment.Variable);
        return folder is null ? null : Path.Combine(folder, "logins");
    }

    /// <inheritdoc/>
    public (IReadOnlyList<SiteKey> Logins, IReadOnlyList<string> Problems) List()
    {
        if (!IsThere()) return ([], []);
        var (logins, problems) = (new List<SiteKey>(), new List<string>());
        foreach (var path in Attempt("Listing", () => Directory.EnumerateFiles(folder, Pattern).Order(StringComparer.Ordinal).ToList()))
        {
            try
            {
                logins.Add(Load(path).Login);
            }
            catch (CredentialStoreException e)
            {
                problems.Add(e.Message);
            }
        }
        return (logins, problems);
    }

    /// <inheritdoc/>
    public string? Read(SiteKey login)
    {
        if (!IsThere()) return null;
        var path = PathOf(login);
        if (!Exists(path)) return null;
        var file = Load(path);
        if (file.Login != login) throw Refused(path, "belongs to another login");
        try
        {
            var secret = seal.Open(CredentialAddress.Of(login), file.Sealed);
            var password = Encoding.UTF8.GetString(secret);
            CryptographicOperations.ZeroMemory(secret);
            return password;
        }
        catch (CryptographicException e)
        {
            throw Refused(path, "was encrypted by another account or computer, or was modified", e);
        }
    }

    /// <inheritdoc/>
    public async Task WriteAsync(SiteKey login, string password, CancellationToken cancellationToken)
    {
        var secret = Encoding.UTF8.GetBytes(password);
        try
        {
            Make();
            using var turn = await FolderLock.TakeAsync(folder, time, cancellationToken).ConfigureAwait(false);
            await AtomicFile.ReplacePrivateAsync(PathOf(login), CredentialFile.Write(login, seal.Seal(CredentialAddress.Of(login), secret)),
                time, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is StorageException or IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new CredentialStoreException($"The login of {login} cannot be stored: {e.Message}", e);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(secret);
        }
    }

    /// <inheritdoc/>
    public async Task<bool> RemoveAsync(SiteKey login, CancellationToken cancellationToken)
    {
        var path = PathOf(login);
        if (!Directory.Exists(folder) || !Exists(path)) return false;
        try
        {
            using var turn = await FolderLock.TakeAsync(folder, time, cancellationToken).ConfigureAwait(false);
            AtomicFile.Delete(path);
            return true;
        }
        catch (Exception e) when (e is StorageException or IOException or UnauthorizedAccessException)
        {
            throw new CredentialStoreException($"The login of {login} could not be removed: {e.Message}", e);
        }
    }

    // A digest, because a user name may contain any character; a collision-resistant one, because a collision would lose a login.
    private string PathOf(SiteKey login) =>
        Path.Combine(folder,
            $"login-{Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(CredentialAddress.Of(login))).AsSpan(0, 16))}.json");

    // A dangling link exists too.
    private static bool Exists(string path) => File.Exists(path) || new FileInfo(path).LinkTarget is not null;

    private bool IsThere()
    {
        if (!Directory.Exists(folder)) return false;
        RefuseForeign();
        return true;
    }

    private void Make()
    {
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
        else Directory.CreateDirectory(folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        RefuseForeign();
    }

    private void RefuseForeign()
    {
        if ((ModeOf(folder) & OthersWrite) == UnixFileMode.None) return;
        throw new CredentialStoreException(
            $"The logins in '{folder}' are ignored, because other users can write to that folder. "
                + "Run chmod 700 on it.");
    }

    private static CredentialFile Load(string path)
    {
        if (new FileInfo(path).LinkTarget is not null) throw Refused(path, "is a link");
        if ((ModeOf(path) & Others) != UnixFileMode.None)
            throw Refused(path, "is accessible to other users: run chmod 600 on the file, and change the password on the server");
        return CredentialFile.Read(Attempt("Reading", () => ReadContent(path)))
            ?? throw Refused(path, "is damaged, or was not written by ftpx");
    }

    private static ReadOnlyMemory<byte> ReadContent(string path)
    {
        // Share access with a writer's rename: on Windows a reader that shares less blocks it.
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        var content = new byte[CredentialFile.LongestFile + 1];
        return content.AsMemory(0, file.ReadAtLeast(content, content.Length, throwOnEndOfStream: false));
    }

    // None on Windows, where the folder has the permissions of the profile and the seal protects against other users.
    private static UnixFileMode ModeOf(string path) =>
        Attempt("Checking the permissions of", () => OperatingSystem.IsWindows() ? UnixFileMode.None : File.GetUnixFileMode(path));

    private static T Attempt<T>(string what, Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CredentialStoreException($"{what} stored logins failed: {e.Message}", e);
        }
    }

    private static CredentialStoreException Refused(string path, string why, Exception? cause = null) =>
        new($"The login in '{SafeText.Escape(path)}' is not used: it {why}. Remove the file, "
            + "or store the login again with ftpx credential set.", cause);
}
