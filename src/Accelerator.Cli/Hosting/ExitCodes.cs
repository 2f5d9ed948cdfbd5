using Accelerator.Cli.Terminal;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Hosting;

/// <summary>The only table of exit codes. <c>ftpx exit-codes</c>, docs/exit-codes.md and the man page show it.</summary>
internal static class ExitCodes
{
    public static ExitCode Ok { get; } = new(0, "ok", "Every file is complete, verified and in place, or was skipped because it exists.");

    public static ExitCode Failed { get; } = new(
        1, "failed",
        "ftpx diff found a difference, a check of ftpx selftest failed, ftpx tune could not change or restore every setting, ftpx service "
            + "reload found an invalid job file, or ftpx service alert-test could not send every message.");

    public static ExitCode Usage { get; } = new(
        2, "usage", "The command cannot run as written: an invalid option or URL, or an existing file that differs.");

    public static ExitCode NotFound { get; } = new(3, "not_found",
        "The server has no such file or folder, or it has a folder where a file is expected or the reverse.");

    public static ExitCode Login { get; } = new(4, "login", "The server refused the login.");

    public static ExitCode Network { get; } = new(5, "network", "No connection, a lost connection or no data, after all retries.");

    public static ExitCode ServerLimit { get; } = new(6, "server_limit", "The server stayed full: it refused every session.");

    public static ExitCode SourceChanged { get; } = new(7, "source_changed", "The remote file changed during the download.");

    public static ExitCode RestNotHonoured { get; } = new(
        8, "rest_not_honoured", "The server does not support REST, and one stream from the start did not complete.");

    public static ExitCode Verification { get; } = new(
        9, "verification", "A hash does not match, or the content could not be verified.");

    public static ExitCode Disk { get; } = new(
        10, "disk", "The local disk is full, read-only or failing, or the output cannot be written.");

    public static ExitCode Tls { get; } = new(11, "tls", "The server's certificate or TLS was refused.");

    public static ExitCode Partial { get; } = new(
        12, "partial", "Some files are in place, and some failed; or the output of a command that lists or compares is incomplete.");

    public static ExitCode Elevation { get; } = new(
        13,
        "elevation",
        "An administrator's terminal is needed: for ftpx tune, for ftpx service, or for a service that accepts administrators only. "
            + "Nothing was changed.");

    public static ExitCode Service { get; } = new(
        14, "service", "No service answers, or it did not do what was requested; the message has the reason.");

    public static ExitCode Changes { get; } = new(16, "changes",
        "A script for ftp.exe tried to change the server without --allow-changes; the change was not made.");

    public static ExitCode Unverified { get; } = new(17, "unverified",
        "Every file is in place, but at least one has bytes from a replica that could not be verified (--trust-replica).");

    public static ExitCode Command { get; } = new(18, "command",
        "Every file is in place, but a command of --on-complete failed or could not be started.");

    public static ExitCode TimeLimit { get; } = new(
        19, "time_limit", "Stopped by --max-time or --stop-at; the same command resumes.");

    public static ExitCode Internal { get; } = new(70, "internal", "A defect in ftpx; the message asks for a report.");

    public static ExitCode Cancelled { get; } = new(130, "cancelled", "Stopped by Ctrl-C or SIGTERM; the same command resumes.");

    /// <summary>All exit codes, in order.</summary>
    public static IReadOnlyList<ExitCode> All { get; } =
    [
        Ok, Failed, Usage, NotFound, Login, Network, ServerLimit, SourceChanged, RestNotHonoured, Verification, Disk, Tls, Partial,
        Elevation, Service, Changes,
        Unverified, Command, TimeLimit, Internal, Cancelled,
    ];

    /// <summary>The exit code of one failure.</summary>
    public static ExitCode For(FailureKind kind) => kind switch
    {
        FailureKind.Usage => Usage,
        FailureKind.NotFound => NotFound,
        FailureKind.Login => Login,
        FailureKind.Network => Network,
        FailureKind.ServerLimit => ServerLimit,
        FailureKind.SourceChanged => SourceChanged,
        FailureKind.RestNotHonoured => RestNotHonoured,
        FailureKind.Verification => Verification,
        FailureKind.Disk => Disk,
        FailureKind.Cancelled => Cancelled,
        FailureKind.Tls => Tls,
        _ => Internal,
    };

    /// <summary>The exit code of one file.</summary>
    public static ExitCode For(FileResult file) => file.Failure is { } kind ? For(kind) : file.TrustedSources.Count > 0 ? Unverified : Ok;

    /// <summary>
    /// The exit code of a whole run: cancelled takes precedence, then partial, then the code of the first failure; without failures, the
    /// code for unverified files.
    /// </summary>
    public static ExitCode For(IReadOnlyList<FileResult> files) =>
        OrUnverified(For([.. files.Select(file => file.Failure).OfType<FailureKind>()],
            isPartlyDone: files.Any(file => file.Failure is null)), files);

    /// <summary>
    /// The exit code of a mirror: cancelled takes precedence, then partial, then the code of the first failure; without failures, the code
    /// for unverified files.
    /// </summary>
    public static ExitCode For(MirrorResult result)
    {
        List<FailureKind> failures = [.. result.Files.Select(file => file.Failure).OfType<FailureKind>(),
            .. result.Problems.Select(problem => problem.Kind)];
        var code = OrUnverified(For(failures, isPartlyDone: result.Plan.SameFiles > 0 || result.Files.Any(file => file.Failure is null)),
            result.Files);
        return OrDoubtful(code, result.Plan);
    }

    // Neither "up to date" nor "no difference": the listing may lack entries.
    private static ExitCode OrDoubtful(ExitCode code, MirrorPlan plan) => code.Value == Ok.Value && plan.IsDoubtful ? Partial : code;

    /// <summary>The exit code of a mirror that was only planned.</summary>
    public static ExitCode For(MirrorPlan plan) =>
        plan.RoomRefusal is not null
            ? Disk : OrDoubtful(For([.. plan.Problems.Select(problem => problem.Kind)],
                isPartlyDone: plan.SameFiles > 0 || plan.Fetches.Count > 0), plan);

    /// <summary>The exit code of a comparison: <see cref="Failed"/> for a difference, as diff has it, unless something was not
    /// compared.</summary>
    public static ExitCode ForDifference(MirrorPlan plan)
    {
        var isSame = plan.Fetches.Count + plan.Extras.Count == 0;
        var code = OrDoubtful(
            For([.. plan.Problems.Select(problem => problem.Kind)], isPartlyDone: !isSame || plan.SameFiles > 0), plan);
        return code.Value == Ok.Value && !isSame ? Failed : code;
    }

    /// <summary>The table as <c>ftpx exit-codes</c> prints it.</summary>
    public static void Write(TextWriter output)
    {
        output.WriteLine("Exit codes:");
        foreach (var line in All.SelectMany(code => WordWrap.Lines($"  {code.Value,3}  {code.Name,-17}  ", code.Meaning)))
            output.WriteLine(line);
    }

    /// <summary>
    /// The exit code of failures, in order, when some files may be in place: cancelled takes precedence, then partial, then the code of the
    /// first failure.
    /// </summary>
    public static ExitCode For(IReadOnlyList<FailureKind> failures, bool isPartlyDone)
    {
        if (failures.Contains(FailureKind.Cancelled)) return Cancelled;
        if (failures.Count == 0) return Ok;
        return isPartlyDone ? Partial : For(failures[0]);
    }

    private static ExitCode OrUnverified(ExitCode code, IReadOnlyList<FileResult> files) =>
        code.Value == Ok.Value && files.Any(file => file.TrustedSources.Count > 0) ? Unverified : code;
}

/// <summary>One exit code of <c>ftpx</c>.</summary>
/// <param name="Value">The value that the shell receives.</param>
/// <param name="Name">A short name; stable.</param>
/// <param name="Meaning">One sentence.</param>
internal sealed record ExitCode(int Value, string Name, string Meaning)
{
    public static implicit operator int(ExitCode code) => code.Value;
}
