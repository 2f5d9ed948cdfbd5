namespace Accelerator.TestRun;

/// <summary>How a test ended.</summary>
/// <param name="Test">Its full name, with the arguments of a theory.</param>
/// <param name="Group">The group of its class.</param>
/// <param name="Outcome">The name of its outcome in a .trx file: <c>Passed</c>, <c>Failed</c>, <c>NotExecuted</c> and others.</param>
/// <param name="Duration">How long it ran.</param>
/// <param name="Message">Why it failed or was skipped; empty where it passed.</param>
/// <param name="Output">What it printed.</param>
internal sealed record TestResult(string Test, string Group, string Outcome, TimeSpan Duration, string Message, string Output)
{
    public bool Passed => Outcome == "Passed";

    public bool Skipped => Outcome == "NotExecuted";

    public bool Failed => !Passed && !Skipped;
}
