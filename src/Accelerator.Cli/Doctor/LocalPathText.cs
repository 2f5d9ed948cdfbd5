using Accelerator.Cli.Output;
using Accelerator.Cli.Terminal;
using Accelerator.Ftp;
using Accelerator.Tuning.Advising;

namespace Accelerator.Cli.Doctor;

/// <summary>Formats several local paths to one server as text.</summary>
internal static class LocalPathText
{
    /// <summary>Returns the section with the table of local paths and the advice.</summary>
    public static DoctorSection Section(Exam exam) => new($"Local paths to {exam.Path?.Server}", [])
    {
        Table = new TextTable(null, ["path", "address", "leaves by", "link", "round trip"], [.. exam.LocalPaths.Select(path => new[]
        {
            path.Name,
            path.Local?.ToString() ?? "none",
            path.LeavesBy ?? "unknown",
            path.BitsPerSecond is { } speed ? Spoken.Bits(speed) : "unknown",
            path.RoundTrip is { } roundTrip ? Spoken.Milliseconds(roundTrip) : "failed",
        })]),
        After = [.. LocalPathAdvice.Of(exam).SelectMany(Item),
            .. LocalPathAdvice.Sum(exam).SelectMany(sentence => WordWrap.Lines("  ", SafeText.Escape(sentence)))],
    };

    // Commands are not wrapped, because they are meant to be copied.
    private static IEnumerable<string> Item(LocalPathFinding finding) =>
        WordWrap.Lines("  -  ", SafeText.Escape(finding.What))
            .Concat(finding.Commands.Select(command => $"     {SafeText.Escape(command)}"));
}
