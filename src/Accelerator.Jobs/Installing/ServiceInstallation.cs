using Accelerator.Jobs.Control;

namespace Accelerator.Jobs.Installing;

/// <summary>
/// The requested configuration of the Windows service. A null value means unchanged when the service is configured, and the default when it
/// is installed.
/// </summary>
public sealed record ServiceInstallation
{
    /// <summary>The delays before the restarts after each failure; the last one applies to every later failure.</summary>
    public static IReadOnlyList<TimeSpan> Restarts { get; } = [TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(60), TimeSpan.FromMinutes(5)];

    /// <summary>The time without a failure after which the first of <see cref="Restarts"/> applies again.</summary>
    public static TimeSpan RestartsReset { get; } = TimeSpan.FromDays(1);

    /// <summary>How long Windows waits for the service at shutdown. The service itself takes at most 25 s.</summary>
    public static TimeSpan Preshutdown { get; } = TimeSpan.FromSeconds(40);

    /// <summary>
    /// The privileges of the service beyond the rights of its account: it may traverse folders that it may not list. Windows removes all
    /// other privileges.
    /// </summary>
    public static IReadOnlyList<string> Privileges { get; } = ["SeChangeNotifyPrivilege"];

    /// <summary>The name that Windows shows.</summary>
    public const string DisplayName = "Accelerator (ftpxd)";

    /// <summary>The description that Windows shows, in a sentence.</summary>
    public const string Description =
        "Downloads files from FTP servers over many connections at once, as its job file says. ftpx service status shows what it does.";

    /// <summary>The full path of ftpxd.exe.</summary>
    public required string Executable { get; init; }

    /// <summary>The data folder, a full path; null for the default.</summary>
    public string? Data { get; init; }

    /// <summary>The job file, a full path; null for jobs.json in the data folder.</summary>
    public string? Jobs { get; init; }

    /// <summary>
    /// The account of the service: the virtual account, LocalSystem, or a group-managed account, whose name ends in <c>$</c>; none of them
    /// has a password to type.
    /// </summary>
    public string Account { get; init; } = ServiceNames.VirtualAccount;

    /// <summary>When the service is started.</summary>
    public ServiceStart Start { get; init; } = ServiceStart.Delayed;

    /// <summary>
    /// The command line that Windows starts. Always in quotation marks: Windows tries an unquoted path with blanks piece by piece, and any
    /// user who may write C:\Program.exe could then take over the service.
    /// </summary>
    public string CommandLine => string.Join(
        ' ', ((string?[])[Executable, Data is null ? null : "--data", Data, Jobs is null ? null : "--jobs", Jobs]).OfType<string>()
            .Select(word => word.StartsWith("--", StringComparison.Ordinal) ? word : Quoted(word)));

    /// <summary>Reads the configuration of a service from its report; unreported values are the defaults.</summary>
    /// <exception cref="ServiceControlException">The command line is not of the form of <see cref="CommandLine"/>.</exception>
    public static ServiceInstallation Of(ServiceReport report)
    {
        var words = Words(report.CommandLine);
        if (words.Count == 0)
            throw new ServiceControlException(ServiceControlFailure.Refused,
                "The service's command line is empty. Remove the service with ftpx service uninstall, and install it again.");
        return new ServiceInstallation { Executable = words[0], Data = After(words, "--data"), Jobs = After(words, "--jobs"),
            Account = report.Account, Start = report.Start };
    }

    private static string? After(List<string> words, string option) =>
        words.IndexOf(option) is > 0 and var i && i + 1 < words.Count ? words[i + 1] : null;

    // Paths hold no quotation marks, so quotation marks only delimit them.
    private static List<string> Words(string line)
    {
        var words = new List<string>();
        for (var i = 0; i < line.Length;)
        {
            if (line[i] == ' ')
            {
                i++;
                continue;
            }
            var isQuoted = line[i] == '"';
            var end = line.IndexOf(isQuoted ? '"' : ' ', i + 1);
            if (end < 0) end = line.Length;
            var word = isQuoted ? line[(i + 1)..end] : line[i..end];
            // The backslashes at its end are doubled.
            var slashes = word.Length - word.TrimEnd('\\').Length;
            words.Add(isQuoted ? word[..^(slashes / 2)] : word);
            i = end + 1;
        }
        return words;
    }

    // CommandLineToArgvW reads backslashes before a quotation mark as escapes; no path on Windows holds a quotation mark.
    private static string Quoted(string path)
    {
        if (path.Contains('"'))
            throw new ServiceControlException(
                ServiceControlFailure.Refused, "A path contains a quotation mark: a quoted folder must not end with a backslash.");
        var slashes = path.Length - path.TrimEnd('\\').Length;
        return $"\"{path}{new string('\\', slashes)}\"";
    }
}
