namespace Accelerator.Jobs.Definitions;

/// <summary>A problem at one place of a job file.</summary>
/// <param name="Line">The line, from 1.</param>
/// <param name="Key">The path of the key, as in <c>jobs.passes.schedule.every</c>; empty for the file itself.</param>
/// <param name="Sentence">What is wrong and what to write instead.</param>
public sealed record JobFileProblem(int Line, string Key, string Sentence)
{
    /// <summary>Whether the file is valid all the same.</summary>
    public bool IsWarning { get; init; }

    public override string ToString() => Key.Length == 0 ? $"line {Line}: {Sentence}" : $"line {Line}, {Key}: {Sentence}";
}
