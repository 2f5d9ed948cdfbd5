using Accelerator.Cli.Credentials;
using Accelerator.Cli.Doctor;
using Accelerator.Cli.Fxp;
using Accelerator.Cli.Get;
using Accelerator.Cli.Job;
using Accelerator.Cli.Ls;
using Accelerator.Cli.Mirror;
using Accelerator.Cli.Probe;
using Accelerator.Cli.Selftest;
using Accelerator.Cli.Serve;
using Accelerator.Cli.Service;
using Accelerator.Cli.Site;
using Accelerator.Cli.Tune;

namespace Accelerator.Cli;

/// <summary>The work behind each command, apart from its words, so that parsing is tested without it.</summary>
internal sealed record Verbs(Func<GetOptions, Task<int>> Get, Func<SelftestOptions, Task<int>> Selftest, Func<SiteOptions, Task<int>> Site)
{
    /// <summary>The work of <c>ftpx probe</c>.</summary>
    public Func<ProbeOptions, Task<int>> Probe { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx probe does.");

    /// <summary>The work of <c>ftpx tune</c>.</summary>
    public Func<TuneOptions, Task<int>> Tune { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx tune does.");

    /// <summary>The work of <c>ftpx ftp</c>, which reads its words itself.</summary>
    public Func<IReadOnlyList<string>, Task<int>> Ftp { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx ftp does.");

    /// <summary>The work of <c>ftpx job</c>.</summary>
    public Func<JobOptions, Task<int>> Job { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx job does.");

    /// <summary>The work of <c>ftpx service</c>.</summary>
    public Func<ServiceOptions, Task<int>> Service { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx service does.");

    /// <summary>The work of <c>ftpx credential</c>.</summary>
    public Func<CredentialOptions, Task<int>> Credential { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx credential does.");

    /// <summary>The work of <c>ftpx mirror</c>.</summary>
    public Func<MirrorOptions, Task<int>> Mirror { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx mirror does.");

    /// <summary>The work of <c>ftpx fxp</c>.</summary>
    public Func<FxpOptions, Task<int>> Fxp { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx fxp does.");

    /// <summary>The work of <c>ftpx ls</c>.</summary>
    public Func<LsOptions, Task<int>> Ls { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx ls does.");

    /// <summary>The work of <c>ftpx serve</c>.</summary>
    public Func<ServeOptions, Task<int>> Serve { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx serve does.");

    /// <summary>The work of <c>ftpx doctor</c>.</summary>
    public Func<DoctorOptions, Task<int>> Doctor { get; init; } = static _ => throw new InvalidOperationException("Nobody has said what ftpx doctor does.");
}
