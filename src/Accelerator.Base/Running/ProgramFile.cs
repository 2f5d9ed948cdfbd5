namespace Accelerator.Base.Running;

/// <summary>A program that <see cref="ProgramLookup"/> found. <see cref="ProgramRun"/> starts nothing else.</summary>
public sealed class ProgramFile
{
    internal ProgramFile(string path) => Path = path;

    /// <summary>The absolute path.</summary>
    public string Path { get; }

    public override string ToString() => Path;
}
