namespace Accelerator.Interop.Tests.Servers;

/// <summary>Where the real servers and the rival clients are on this machine, or why a test cannot have one.</summary>
public static class ServerTools
{
    private static readonly string[] Daemons = ["vsftpd", "proftpd", "pure-ftpd", "danted"];
    private static readonly string[] Database = ["postgres", "initdb", "pg_ctl"];

    /// <summary>
    /// Folder of the unpacked Debian packages: <c>FTPX_TOOLS</c>/debian, else <c>artifacts/tools/debian</c> of the checkout.
    /// The path may not exist.
    /// </summary>
    public static string UnpackedRoot { get; } = Path.Combine(
        Environment.GetEnvironmentVariable("FTPX_TOOLS") is { Length: > 0 } chosen ? chosen : Path.Combine(Checkout.Root, "artifacts", "tools"), "debian");

    /// <summary>Folder to add to <c>PYTHONPATH</c> for the unpacked Python packages. The path may not exist.</summary>
    public static string UnpackedPython { get; } = Path.Combine(UnpackedRoot, "usr/lib/python3/dist-packages");

    /// <summary>Debian's own interpreter: the packages are built for it, whatever other python3 is first on PATH.</summary>
    public static string Python => "/usr/bin/python3";

    /// <summary>Null when <paramref name="tool"/> can be used, else one sentence that says why not and what to do.</summary>
    /// <param name="tool">
    /// A daemon's or client's command name, <c>pyftpdlib</c>, <c>inotify</c>: Linux, <c>tun</c>: the right to make network devices, or <c>with-disk</c>: the
    /// right to make disks.
    /// </param>
    public static string? WhyUnavailable(string tool)
    {
        if (!OperatingSystem.IsLinux())
            return $"{tool} is driven on Linux only.";
        if (tool == "inotify")
            return null;
        if (tool == "tun")
            return Environment.IsPrivilegedProcess && File.Exists("/dev/net/tun")
                ? null
                : "The lab needs root and /dev/net/tun for its network: run tests/run as root.";
        if (tool == "with-disk")
            return Environment.IsPrivilegedProcess && File.Exists("/dev/loop-control")
                ? null
                : "A disk of its own needs root and loop devices: run tests/run as root.";
        if (Daemons.Contains(tool) && !Environment.IsPrivilegedProcess)
            return $"{tool} must start as root to confine its sessions: run tests/run as root.";
        return Find(tool) is null ? $"{tool} was not found: run tests/install-tools as root on Debian." : null;
    }

    /// <summary>Full path of a tool that <see cref="WhyUnavailable"/> does not object to.</summary>
    /// <exception cref="InvalidOperationException">The tool is not there.</exception>
    public static string Require(string tool) =>
        WhyUnavailable(tool) is { } reason ? throw new InvalidOperationException(reason) : Find(tool)!;

    /// <summary>Environment that lets an unpacked program find the libraries that were unpacked beside it.</summary>
    public static IReadOnlyDictionary<string, string> UnpackedEnvironment { get; } = new Dictionary<string, string>
    {
        ["LD_LIBRARY_PATH"] = string.Join(':', UnpackedLibraryFolders()),
        ["PYTHONPATH"] = UnpackedPython,
        ["PYTHONDONTWRITEBYTECODE"] = "1",
    };

    private static string? Find(string tool)
    {
        if (tool == "with-disk")
            return Path.Combine(Checkout.Root, "tests", "with-disk");
        if (tool == "pyftpdlib")
            return File.Exists(Python)
                ? FirstExisting([UnpackedPython, "/usr/lib/python3/dist-packages"], folder => Path.Combine(folder, "pyftpdlib/__init__.py"))
                : null;
        if (Database.Contains(tool))
            return FirstExisting([.. new[] { UnpackedRoot, "/" }.SelectMany(DatabaseFolders)], folder => Path.Combine(folder, tool));
        // A program is not started by a path through a folder that does not exist, although File.Exists finds it: without root nothing is unpacked.
        var powershell = Path.GetFullPath(Path.Combine(UnpackedRoot, "../powershell"));
        string[] unpacked = [Path.Combine(UnpackedRoot, "usr/sbin"), Path.Combine(UnpackedRoot, "usr/bin"), powershell];
        var path = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);
        return FirstExisting([.. unpacked, .. path, "/usr/sbin", "/usr/bin"], folder => Path.Combine(folder, tool));
    }

    // Debian keeps them by version, and not on PATH.
    private static IEnumerable<string> DatabaseFolders(string root)
    {
        var versions = Path.Combine(root, "usr/lib/postgresql");
        return Directory.Exists(versions) ? Directory.EnumerateDirectories(versions).OrderDescending().Select(version => Path.Combine(version, "bin")) : [];
    }

    private static string? FirstExisting(IEnumerable<string> folders, Func<string, string> file) =>
        folders.Select(file).FirstOrDefault(File.Exists);

    private static IEnumerable<string> UnpackedLibraryFolders() =>
        from prefix in (string[])["usr/lib", "lib"]
        let folder = Path.Combine(UnpackedRoot, prefix)
        where Directory.Exists(folder)
        from triplet in Directory.EnumerateDirectories(folder, "*-linux-gnu*")
        select triplet;
}
