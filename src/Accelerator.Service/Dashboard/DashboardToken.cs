using System.Security.Cryptography;
using System.Text;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Service.Dashboard;

/// <summary>
/// A token for the page: 32 random bytes in a file of the data folder, which only the service and administrators may read. One token is
/// for reading; another one is for changes.
/// </summary>
internal sealed class DashboardToken
{
    /// <summary>The file of the token for reading, in the data folder.</summary>
    public const string FileName = "dashboard.token";

    /// <summary>The file of the token for changes, in the data folder.</summary>
    public const string AdministratorFileName = "dashboard-admin.token";

    private const int Bytes = 32;
    private const UnixFileMode Owners = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private readonly SecretDigest _digest;

    private DashboardToken(string text) => _digest = new SecretDigest(text);

    /// <summary>Reads a token, or creates one if there is none or the file cannot contain one.</summary>
    /// <param name="folder">The data folder.</param>
    /// <param name="name">The file's name.</param>
    /// <exception cref="IOException">The token can be neither read nor created.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static DashboardToken Take(string folder, string name = FileName)
    {
        var path = Path.Combine(folder, name);
        if (File.Exists(path) && new FileInfo(path).Length <= 4 * Bytes && Read(path) is { } known) return new DashboardToken(known);
        var text = Convert.ToHexString(RandomNumberGenerator.GetBytes(Bytes)).ToLowerInvariant();
        LocalChanges.Delete(path);
        // On Windows the folder's access rules apply to the files in it.
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows()) options.UnixCreateMode = Owners;
        using var file = new FileStream(path, options);
        file.Write(Encoding.ASCII.GetBytes(text + "\n"));
        return new DashboardToken(text);
    }

    /// <summary>Returns whether the text is the token; takes the same time for every wrong text.</summary>
    public bool Is(string text) => _digest.Is(text);

    private static string? Read(string path)
    {
        if (!OperatingSystem.IsWindows() && File.GetUnixFileMode(path) != Owners) File.SetUnixFileMode(path, Owners);
        var text = File.ReadAllText(path).Trim();
        return text.Length == 2 * Bytes && text.All(char.IsAsciiHexDigit) ? text : null;
    }
}
