using Accelerator.Jobs.Control;

namespace Accelerator.Jobs.Installing;

/// <summary>
/// How the service is wanted in Windows' list of services. What is null stays as it is when it is changed, and is usual when it is
/// installed.
/// </summary>
public sealed record ServiceInstallation
{
    /// <summary>When it is started again after a failure, each time; the last holds for every later one.</summary>
    public static IReadOnlyList<TimeSpan> Restarts { get; } = [TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(60), TimeSpan.FromMinutes(5)];

    /// <summary>After so long without a failure the first of <see cref="Restarts"/> holds again.</summary>
    public static TimeSpan RestartsReset { get; } = TimeSpan.FromDays(1);

    /// <summary>How long Windows waits for it when the computer is shut down. The service gives itself 25 s.</summary>
    public static TimeSpan Preshutdown { get; } = TimeSpan.FromSeconds(40);

    /// <summary>
    /// What it may do beside what its account's files and keys let it: see folders it may not list on the way to its own. Windows takes all
    /// other privileges away.
    /// </summary>
    public static IReadOnlyList<string> Privileges { get; } = ["SeChangeNotifyPrivilege"];

    /// <summary>What Windows shows of it.</summary>
    public const string DisplayName = "Accelerator (ftpxd)";

    /// <summary>What Windows shows of it, in a sentence.</summary>
    public const string Description =
        "Fetches files from FTP servers over many connections at once, as its job file says. ftpx service status shows what it does.";

    /// <summary>The full path of ftpxd.exe.</summary>
    public required string Executable { get; init; }

    /// <summary>The data folder, a full path; null for the usual one.</summary>
    public string? Data { get; init; }

    /// <summary>The job file, a full path; null for jobs.json in the data folder.</summary>
    public string? Jobs { get; init; }

    /// <summary>
    /// The account that it runs as: the virtual one, LocalSystem, or a group-managed one, whose name ends in <c>$</c>; none of them has a
    /// password that somebody types.
    /// </summary>
    public string Account { get; init; } = ServiceNames.VirtualAccount;

    /// <summary>When it is started.</summary>
    public ServiceStart Start { get; init; } = ServiceStart.Delayed;

    /// <summary>
    /// What Windows starts. Always in quotation marks: a path with blanks is otherwise tried piece by piece, and whoever may write
    /// C:\Program.exe becomes the service.
    /// </summary>
    public string CommandLine => string.Join(
        ' ', ((string?[])[Executable, Data is null ? null : "--data", Data, Jobs is null ? null : "--jobs", Jobs]).OfType<string>()
            .Select(word => word.StartsWith("--", StringComparison.Ordinal) ? word : Quoted(word)));

    /// <summary>How a service is laid down, as its report has it; what it does not say is usual.</summary>
    /// <exception cref="ServiceControlException">It is not a command line of <see cref="CommandLine"/>'s kind.</exception>
    public static ServiceInstallation Of(ServiceReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        var words = Words(report.CommandLine);
        if (words.Count == 0)
            throw new ServiceControlException(ServiceControlFailure.Refused,
                "The service's command line is empty. Take it away with ftpx service uninstall and install it again.");
        return new ServiceInstallation { Executable = words[0], Data = After(words, "--data"), Jobs = After(words, "--jobs"),
            Account = report.Account, Start = report.Start };
    }

    private static string? After(List<string> words, string option) =>
        words.IndexOf(option) is > 0 and var i && i + 1 < words.Count ? words[i + 1] : null;

    // Paths hold no quotation marks, so marks only begin and end them.
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
            // The backslashes at its end are there twice.
            var slashes = word.Length - word.TrimEnd('\\').Length;
            words.Add(isQuoted ? word[..^(slashes / 2)] : word);
            i = end + 1;
        }
        return words;
    }

    // CommandLineToArgvW takes backslashes before a quotation mark for escapes; no path of Windows holds a mark.
    private static string Quoted(string path)
    {
        if (path.Contains('"'))
            throw new ServiceControlException(
                ServiceControlFailure.Refused, "A path holds a quotation mark: a folder in quotation marks must not end in a backslash.");
        var slashes = path.Length - path.TrimEnd('\\').Length;
        return $"\"{path}{new string('\\', slashes)}\"";
    }
}
