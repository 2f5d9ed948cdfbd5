using Accelerator.Cli.Tune;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Cli.Doctor;

/// <summary>The computer that is looked over, so that tests can give another.</summary>
/// <param name="Tune">What it is, and its settings.</param>
/// <param name="Defender">CIM, for the antivirus program; null where there is none to ask.</param>
/// <param name="ExaminePathAsync">Measures the way to a server.</param>
/// <param name="MeasureDiskAsync">Measures a folder's disk: bytes and the time they took.</param>
internal sealed record DoctorHost(
    TuneHost Tune,
    ICimSource? Defender,
    Func<FtpEndpoint, HostFacts, CancellationToken, Task<NetworkPathExam>> ExaminePathAsync,
    Func<string, CancellationToken, Task<(long Bytes, TimeSpan Time)>> MeasureDiskAsync)
{
    /// <summary>Looks at ways out of this computer to a server.</summary>
    public Func<FtpEndpoint, IReadOnlyList<LocalPath>, CancellationToken, Task<IReadOnlyList<LocalPathExam>>> ExamineLocalPathsAsync
    { get; init; } =
        static (_, _, _) => Task.FromResult<IReadOnlyList<LocalPathExam>>([]);

    /// <summary>This computer; null where it runs neither Windows nor Linux.</summary>
    public static DoctorHost? OfThisComputer(TimeProvider time) => TuneHost.OfThisComputer() is not { } tune ? null : new DoctorHost(
        tune,
        OperatingSystem.IsWindows() ? new ManagementCim() : null,
        new NetworkPathExaminer(time, PingEcho.AskAsync).ExamineAsync,
        (folder, cancellationToken) => Task.Run(() => DiskSpeed.MeasureAsync(folder, time, cancellationToken), cancellationToken))
    {
        ExamineLocalPathsAsync = new LocalPathExaminer(time, LocalInterface.All, IpCommand.RunAsync).ExamineAsync,
    };
}
