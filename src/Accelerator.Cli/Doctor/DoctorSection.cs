using Accelerator.Cli.Output;

namespace Accelerator.Cli.Doctor;

/// <summary>A part of the page: its title, lines, a table where there is one, and lines behind it.</summary>
internal sealed record DoctorSection(string Title, IReadOnlyList<string> Lines)
{
    public TextTable? Table { get; init; }

    public IReadOnlyList<string> After { get; init; } = [];
}
