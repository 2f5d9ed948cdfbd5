namespace Accelerator.Soak.Tests.Clients;

/// <summary>How one run of ftpx ended.</summary>
/// <param name="ExitCode">The exit code, or 128 plus the signal's number.</param>
/// <param name="WasKilled">Whether the kill ended the run.</param>
internal sealed record ClientEnd(int ExitCode, bool WasKilled, string Output, string Error)
{
    public override string ToString()
    {
        var last = Error.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).LastOrDefault();
        return WasKilled ? "killed" : $"exit code {ExitCode}{(last is null ? "" : $", {last}")}";
    }
}
