namespace Accelerator.Jobs.Definitions;

/// <summary>
/// The treatment of a local path that is absolute only on another system: <c>D:\archive</c> on Linux, <c>/archive</c> on Windows.
/// </summary>
public enum ForeignPaths
{
    /// <summary>The path is accepted: the file is not for this system.</summary>
    Accept,

    /// <summary>The path is a warning: the file may be for another system.</summary>
    Warn,

    /// <summary>The path is an error: this system would place it below the working folder.</summary>
    Refuse,
}
