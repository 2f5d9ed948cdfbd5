using Accelerator.Base.Running;

namespace Accelerator.Jobs.Definitions;

/// <summary>
/// A program to run for each delivered file. No shell is involved: each element is one argument, whatever the file's name contains.
/// </summary>
/// <param name="Command">The program and its arguments; <c>{path}</c>, <c>{name}</c> and <c>{job}</c> are replaced.</param>
/// <param name="Timeout">The time after which the program is ended and counts as failed.</param>
public sealed record AfterDelivery(IReadOnlyList<string> Command, TimeSpan Timeout)
{
    private static readonly CommandMarks Marks = new("path", "name", "job");

    /// <summary>Returns the arguments for one file. A mark in its name, or in that of the job, is not replaced again.</summary>
    /// <param name="job">The job's name.</param>
    /// <param name="path">Where the file was delivered.</param>
    public IEnumerable<string> Arguments(string job, string path) =>
        Command.Skip(1).Select(word => Marks.Fill(word, mark => mark switch
        {
            "path" => path,
            "name" => Path.GetFileName(path),
            _ => job,
        }));

    /// <summary>Returns why the program must not be given the names of files, as a sentence; null if it may.</summary>
    /// <param name="program">The program as the command has it, or the path that it was found at.</param>
    public string? Problem(string program) => Marks.Problem(program, [.. Command.Skip(1)]);
}
