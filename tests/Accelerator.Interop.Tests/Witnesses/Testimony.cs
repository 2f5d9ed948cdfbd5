namespace Accelerator.Interop.Tests.Witnesses;

/// <summary>The result of one client under one fault.</summary>
/// <param name="ExitCode">The exit code of the client's last run; null when the test had to end it.</param>
/// <param name="Length">Bytes of the client's file; null where there is none.</param>
internal sealed record Testimony(string Client, Verdict Verdict, int? ExitCode, long? Length)
{
    /// <summary>A cell of the table in docs/reliability.md.</summary>
    public string Cell => Verdict switch
    {
        Verdict.Right => "right",
        Verdict.Refused => $"refuses ({ExitCode})",
        Verdict.WrongAndSaid => $"wrong, says so ({ExitCode})",
        Verdict.WrongAndSilent => "**wrong, exit 0**",
        _ => "hangs",
    };
}

internal enum Verdict
{
    /// <summary>A file that the server has had, and exit code 0.</summary>
    Right,

    /// <summary>Another exit code, and no file, or the right one.</summary>
    Refused,

    /// <summary>Another exit code, and a wrong file under the final name.</summary>
    WrongAndSaid,

    /// <summary>Exit code 0, and a file that the server never had, or none at all.</summary>
    WrongAndSilent,

    Hangs,
}
