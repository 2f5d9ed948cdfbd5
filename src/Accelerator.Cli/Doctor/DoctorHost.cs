using Accelerator.Cli.Hosting;
using Accelerator.Cli.Tune;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Tuning.Advising;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;
using Accelerator.Tuning.Stores;

namespace Accelerator.Cli.Doctor;

/// <summary>The computer to examine; tests substitute another.</summary>
/// <param name="Tune">The computer's facts and settings.</param>
/// <param name="Defender">CIM access, for the antivirus program; null if not available.</param>
/// <param name="ExaminePathAsync">Measures the network path to a server.</param>
/// <param name="MeasureDiskAsync">Measures the disk of a folder: bytes and elapsed time.</param>
internal sealed record DoctorHost(
    TuneHost Tune,
    ICimSource? Defender,
    Func<ExaminedServer, HostFacts, CancellationToken, Task<NetworkPathExam>> ExaminePathAsync,
    Func<string, CancellationToken, Task<(long Bytes, TimeSpan Time)>> MeasureDiskAsync)
{
    /// <summary>Examines local paths to a server.</summary>
    public Func<ExaminedServer, IReadOnlyList<LocalPath>, CancellationToken, Task<IReadOnlyList<LocalPathExam>>> ExamineLocalPathsAsync
    { get; init; } =
        static (_, _, _) => Task.FromResult<IReadOnlyList<LocalPathExam>>([]);

    /// <summary>Adds slots, drivers and memory to the facts.</summary>
    public Func<HostFacts, CancellationToken, Task<HostFacts>> ReadHardwareAsync { get; init; } =
        static (facts, _) => Task.FromResult(facts);

    /// <summary>Returns the earlier transfers from a server, the newest first.</summary>
    public Func<FtpEndpoint, IReadOnlyList<PastTransfer>> PastTransfers { get; init; } = static _ => [];

    /// <summary>This computer; null on systems other than Windows and Linux.</summary>
    public static DoctorHost? OfThisComputer(ProcessEnvironment environment, TimeProvider time) =>
        TuneHost.OfThisComputer() is not { } tune ? null : new DoctorHost(
        tune,
        OperatingSystem.IsWindows() ? new ManagementCim() : null,
        new NetworkPathExaminer(time, PingEcho.AskAsync).ExamineAsync,
        (folder, cancellationToken) => Task.Run(() => DiskSpeed.MeasureAsync(folder, time, cancellationToken), cancellationToken))
    {
        ExamineLocalPathsAsync = new LocalPathExaminer(
            time, LocalInterface.All, NetworkLinks.OfThisComputer, IpCommand.RunAsync).ExamineAsync,
        ReadHardwareAsync = ReadHardwareOfThisComputerAsync,
        PastTransfers = endpoint => PastTransferReader.Read(environment, endpoint),
    };

    private static async Task<HostFacts> ReadHardwareOfThisComputerAsync(HostFacts facts, CancellationToken cancellationToken)
    {
        var read = OperatingSystem.IsWindows()
            ? await HardwareReader.OfWindowsAsync(facts, WindowsRegistry.OfThisComputer(), new ManagementCim(), cancellationToken)
                .ConfigureAwait(false)
            : HardwareReader.OfLinux(facts, "/",
                await IpCommand.RunAsync(["-details", "-json", "link", "show"], cancellationToken).ConfigureAwait(false));
        return read with { MemoryBytes = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes };
    }
}

/// <summary>The server whose path is measured.</summary>
/// <param name="Endpoint">The server.</param>
/// <param name="Proxy">The proxy that leads to it; null for a direct connection.</param>
internal sealed record ExaminedServer(FtpEndpoint Endpoint, ProxyAddress? Proxy);
