using Accelerator.Jobs.Ledger;

namespace Accelerator.Service.Figures;

/// <summary>A file that is put aside.</summary>
/// <param name="Job">The job.</param>
/// <param name="Path">Where it is on the server: hostile text, as a server told it.</param>
/// <param name="State"><c>failed</c> or <c>quarantined</c>.</param>
/// <param name="Since">Since when.</param>
/// <param name="Attempts">Tries.</param>
/// <param name="Error">Why: hostile text, too.</param>
/// <param name="Advice">What to do; null where the error says it.</param>
internal sealed record FailureFigures(string Job, string Path, string State, DateTimeOffset Since, int Attempts, string Error, string? Advice)
{
    /// <summary>The file as the page has it.</summary>
    public static FailureFigures Of(QuarantinedFile file) =>
        new(file.Job, $"{file.Folder.TrimEnd('/')}/{file.Name}", file.State.ToString().ToLowerInvariant(), file.Since, file.Attempts, file.Error, FailureAdvice.Of(file));
}
