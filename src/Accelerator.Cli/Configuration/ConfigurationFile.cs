using Accelerator.Cli.Hosting;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Configuration;

/// <summary>
/// The configuration file of a user: <c>%AppData%\Accelerator\config.json</c> on Windows, else
/// <c>$XDG_CONFIG_HOME/accelerator/config.json</c>, where the variable is <c>~/.config</c> when it is not an absolute path; or the file
/// named by FTPX_CONFIG. It holds no password and can be copied to another computer.
/// </summary>
internal sealed class ConfigurationFile
{
    /// <summary>The environment variable that names another file.</summary>
    public const string Variable = "FTPX_CONFIG";

    // Some thousand servers. A longer file is not a configuration file.
    private const int MostBytes = 1 << 20;

    private readonly bool _isNamed;
    private readonly TimeProvider _time;

    private ConfigurationFile(string path, bool isNamed, TimeProvider time) => (Path, _isNamed, _time) = (path, isNamed, time);

    /// <summary>The full path.</summary>
    public string Path { get; }

    /// <summary>Returns the file, which need not exist; null if the environment names no folder for it.</summary>
    public static ConfigurationFile? Find(ProcessEnvironment environment)
    {
        if (environment.Variable(Variable) is { Length: > 0 } named)
            return new ConfigurationFile(System.IO.Path.GetFullPath(named, environment.Folder), isNamed: true, environment.Time);
        var folder = UserFolder.Configuration(environment.Variable, environment.IsWindows);
        return folder is null
            ? null : new ConfigurationFile(System.IO.Path.Combine(folder, "config.json"), isNamed: false, environment.Time);
    }

    /// <summary>Reads the file; empty if it does not exist.</summary>
    /// <exception cref="UsageException">It cannot be read or is invalid, or FTPX_CONFIG names it and it does not exist.</exception>
    public UserConfiguration Read() => ReadBytes() is { } text
        ? Check(text)
        : _isNamed ? throw new UsageException($"{Variable} names {SafeText.Escape(Path)}, which does not exist: "
            + "create it with ftpx site add, or unset the variable.") : UserConfiguration.Empty;

    /// <summary>Reads the file; empty if it does not exist, even if FTPX_CONFIG names it.</summary>
    /// <exception cref="UsageException">It cannot be read or is invalid.</exception>
    public UserConfiguration ReadIfAny() => ReadBytes() is { } text ? Check(text) : UserConfiguration.Empty;

    /// <summary>Changes the file, or creates it. Two processes may do so at once.</summary>
    /// <param name="change">Returns the new text, from the old one and its content; may throw a <see cref="UsageException"/>.</param>
    /// <exception cref="UsageException">The file cannot be read or is invalid.</exception>
    /// <exception cref="StorageException">The file cannot be written.</exception>
    public async Task ChangeAsync(Func<byte[], UserConfiguration, byte[]> change)
    {
        // The file may be a link into a folder under version control; the link stays.
        var target = new FileInfo(Path) is { LinkTarget: not null } link ? link.ResolveLinkTarget(returnFinalTarget: true)!.FullName : Path;
        if (ReplaceableFile.Obstacle(target) is { } what)
            throw new UsageException($"The configuration file {SafeText.Escape(Path)} is {what} and cannot be changed.");
        var folder = System.IO.Path.GetDirectoryName(target)!;
        UserFolder.MakePrivate(folder);
        using var turn = await FolderLock.TakeAsync(folder, _time, CancellationToken.None).ConfigureAwait(false);
        var old = ReadBytes();
        var text = change(old ?? [], old is null ? UserConfiguration.Empty : Check(old));
        if (ConfigurationReader.Read(text).Problems is [var problem, ..])
            throw new UsageException($"The configuration file {SafeText.Escape(Path)} has a form that ftpx cannot change ("
                + $"{SafeText.Escape($"{problem}").TrimEnd('.')}); edit it by hand.");
        UnixFileMode? mode = old is null || OperatingSystem.IsWindows() ? null : File.GetUnixFileMode(target);
        await AtomicFile.ReplacePrivateAsync(target, text, _time, CancellationToken.None).ConfigureAwait(false);
        // A file for several users stays readable for them.
        if (mode is { } kept && !OperatingSystem.IsWindows()) File.SetUnixFileMode(target, kept);
    }

    private UserConfiguration Check(byte[] text)
    {
        var (configuration, problems) = ConfigurationReader.Read(text);
        return configuration ?? throw new UsageException($"The configuration file {SafeText.Escape(Path)} is not valid: "
            + SafeText.Escape($"{problems[0]}"));
    }

    private byte[]? ReadBytes()
    {
        // Most users have no such file. Ask first: .NET 8 under Wine ends at a thread's second exception (decisions/0002).
        if (!System.IO.Path.Exists(Path)) return null;
        try
        {
            // Share read, write and delete so that a process that replaces the file is not blocked.
            using var file = new FileStream(Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var text = new byte[MostBytes + 1];
            var length = file.ReadAtLeast(text, text.Length, throwOnEndOfStream: false);
            return length <= MostBytes
                ? text[..length]
                : throw new UsageException($"The configuration file {SafeText.Escape(Path)} is longer than 1 MiB.");
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new UsageException($"The configuration file cannot be read: {ReadFailure.Sentence(e, Path)}");
        }
    }
}
