using System.Security.Cryptography;
using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Credentials;

/// <summary>
/// The service's secrets by name, one file each in <c>credentials</c> of its data folder: sealed by DPAPI for the service's account on
/// Windows, protected by the file mode on Linux. Only one process uses it: the service.
/// </summary>
public sealed class CredentialVault : IDisposable
{
    /// <summary>The maximum length of a secret in bytes of UTF-8.</summary>
    public const int LongestSecret = 4096;

    private const int LongestName = 64;
    private const string Suffix = ".secret";

    // DPAPI adds some 200 bytes.
    private const int LongestFile = 2 * LongestSecret;

    private readonly string _folder;
    private readonly ISecretSeal _seal;
    private readonly TimeProvider _time;
    private readonly SemaphoreSlim _one = new(1);

    /// <param name="data">The data folder, which exists and belongs to this process.</param>
    public CredentialVault(string data, TimeProvider time)
        : this(data, SecretSeal.OfThisAccount(), time)
    {
    }

    internal CredentialVault(string data, ISecretSeal seal, TimeProvider time) =>
        (_folder, _seal, _time) = (Path.Combine(data, "credentials"), seal, time);

    /// <summary>Stores a secret; one of the same name is replaced.</summary>
    /// <param name="name">Case-insensitive letters, digits, <c>-</c> and <c>_</c>; 1 to 64.</param>
    /// <param name="secret">A password or a connection string: one line, at most <see cref="LongestSecret"/> bytes.</param>
    /// <param name="cancellationToken">A token to cancel the operation; the stored secret is then unchanged.</param>
    /// <exception cref="CredentialException">The secret was not stored.</exception>
    public async Task SetAsync(string name, string secret, CancellationToken cancellationToken)
    {
        var path = PathOf(name);
        var bytes = Bytes(secret);
        try
        {
            await AloneAsync(name, () => ReplaceAsync(path, _seal.Seal(Key(name), bytes), cancellationToken),
                cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(bytes);
        }
    }

    /// <summary>Lists the names in order, never a secret.</summary>
    /// <exception cref="CredentialException">The folder cannot be read.</exception>
    public IReadOnlyList<string> List()
    {
        try
        {
            return Directory.Exists(_folder)
                ? [.. Directory.EnumerateFiles(_folder, "*" + Suffix).Select(path => Path.GetFileNameWithoutExtension(path)).Where(IsName)
                    .Order(StringComparer.Ordinal)]
                : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CredentialException(CredentialFailure.Disk, $"The credentials cannot be listed: {e.Message}", e);
        }
    }

    /// <summary>Deletes a secret.</summary>
    /// <exception cref="CredentialException">There is no secret of this name, or the disk operation failed.</exception>
    public Task RemoveAsync(string name, CancellationToken cancellationToken)
    {
        var path = PathOf(name);
        return AloneAsync(name, () =>
        {
            if (!File.Exists(path)) throw Unknown(name);
            AtomicFile.Delete(path);
            return Task.CompletedTask;
        }, cancellationToken);
    }

    /// <summary>Reads a secret.</summary>
    /// <exception cref="CredentialException">There is no secret of this name, or it cannot be opened.</exception>
    public async Task<string> ReadAsync(string name, CancellationToken cancellationToken)
    {
        var path = PathOf(name);
        var secret = "";
        await AloneAsync(name, async () =>
        {
            if (!File.Exists(path)) throw Unknown(name);
            if (new FileInfo(path).Length > LongestFile) throw NotOpened(name, null);
            var bytes = _seal.Open(Key(name), await File.ReadAllBytesAsync(path, cancellationToken).ConfigureAwait(false));
            secret = Encoding.UTF8.GetString(bytes);
            CryptographicOperations.ZeroMemory(bytes);
        }, cancellationToken).ConfigureAwait(false);
        return secret;
    }

    /// <summary>
    /// Returns the login for a server: the user of its address with the password of its credential, an empty password without a credential,
    /// and anonymous without a user.
    /// </summary>
    /// <exception cref="CredentialException">The credential cannot be read.</exception>
    public async Task<FtpCredential> LoginAsync(ServerDefinition server, CancellationToken cancellationToken)
    {
        if (server.User is null) return FtpCredential.Anonymous;
        return new FtpCredential(
            server.User, server.Credential is { } name ? await ReadAsync(name, cancellationToken).ConfigureAwait(false) : "");
    }

    public void Dispose() => _one.Dispose();

    /// <summary>Returns whether a text is a valid credential name.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= LongestName && name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '-' or '_');

    // File names on Windows are case-insensitive, so names are on every system.
    private static string Key(string name) => name.ToLowerInvariant();

    private string PathOf(string name) => IsName(name)
        ? Path.Combine(_folder, Key(name) + Suffix)
        : throw new CredentialException(
            CredentialFailure.Wrong,
            $"\"{SafeText.Escape(name.Length <= LongestName ? name : name[..LongestName] + "...")}\" is not a valid credential name: "
                + $"use letters, digits, - and _, at most {LongestName} characters.");

    private static byte[] Bytes(string secret)
    {
        if (secret.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0)
            throw new CredentialException(CredentialFailure.Wrong, "The secret contains a line end or NUL, which FTP cannot transmit.");
        var bytes = Encoding.UTF8.GetBytes(secret);
        return bytes.Length is > 0 and <= LongestSecret
            ? bytes : throw new CredentialException(
                CredentialFailure.Wrong, $"A secret has 1 to {LongestSecret} bytes, and this one has {bytes.Length}.");
    }

    private Task ReplaceAsync(string path, byte[] content, CancellationToken cancellationToken)
    {
        PrivateFolder.Make(_folder, null);
        return AtomicFile.ReplacePrivateAsync(path, content, _time, cancellationToken);
    }

    private async Task AloneAsync(string name, Func<Task> work, CancellationToken cancellationToken)
    {
        await _one.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await work().ConfigureAwait(false);
        }
        catch (CryptographicException e)
        {
            throw NotOpened(name, e);
        }
        catch (Exception e) when (e is StorageException or IOException or UnauthorizedAccessException)
        {
            throw new CredentialException(CredentialFailure.Disk, $"The credential {name} cannot be read or kept: {e.Message}", e);
        }
        finally
        {
            _one.Release();
        }
    }

    private static CredentialException Unknown(string name) =>
        new(CredentialFailure.Unknown, $"There is no credential {name}. Run: ftpx credential set {name} --service");

    private static CredentialException NotOpened(string name, Exception? cause) => new(
        CredentialFailure.Sealed,
        $"The credential {name} cannot be decrypted: it was stored by another account or computer, or its file was modified. "
            + $"Run: ftpx credential set {name} --service", cause);
}
