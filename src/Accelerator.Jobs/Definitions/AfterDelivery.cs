using System.Text.RegularExpressions;

namespace Accelerator.Jobs.Definitions;

/// <summary>
/// A program to run for each delivered file. No shell is involved: each element is one argument, whatever the file's name contains.
/// </summary>
/// <param name="Command">The program and its arguments; <c>{path}</c>, <c>{name}</c> and <c>{job}</c> are replaced.</param>
/// <param name="Timeout">The time after which the program is ended and counts as failed.</param>
public sealed partial record AfterDelivery(IReadOnlyList<string> Command, TimeSpan Timeout)
{
    /// <summary>Returns the arguments for one file. A mark in its name, or in that of the job, is not replaced again.</summary>
    /// <param name="job">The job's name.</param>
    /// <param name="path">Where the file was delivered.</param>
    public IEnumerable<string> Arguments(string job, string path) =>
        Command.Skip(1).Select(word => Mark().Replace(word, mark => mark.Value switch
        {
            "{path}" => path,
            "{name}" => Path.GetFileName(path),
            _ => job,
        }));

    [GeneratedRegex(@"\{(path|name|job)\}", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Mark();
}
