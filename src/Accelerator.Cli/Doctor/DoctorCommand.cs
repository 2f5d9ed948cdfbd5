using Accelerator.Cli.Options;
using Accelerator.Cli.Tune;

namespace Accelerator.Cli.Doctor;

/// <summary>The <c>ftpx doctor</c> command: parses its arguments into <see cref="DoctorOptions"/>. The runner is injected.</summary>
internal sealed class DoctorCommand : TransferCommand<DoctorOptions>
{
    public DoctorCommand(Func<DoctorOptions, Task<int>> run)
        : base("doctor", "Diagnose this computer's network and disk settings", run)
    {
        Argument(
            "URL", "Server, to measure the path to it; a file there, to add ftpx probe to the bundle", (o, v) => o with { Address = v },
            isOptional: true);
        Example("ftpx doctor", "settings, adapters, disk, windows");
        Example("ftpx doctor ftp://host/", "also the path to a server");
        Example("ftpx doctor --bandwidth 10G ftp://host/", "if the adapter reports no rate");
        Example("ftpx doctor ftp://host/ --bind eth1,eth2", "also each local path");
        Example("ftpx doctor --bundle FILE.zip --log FILE", "a support bundle");
        Word(
            "--folder", "FOLDER", "current folder", "Folder whose disk is measured; left unchanged", (o, v) => o with { Folder = v });
        Value(
            "--bandwidth", "BITS", "the adapter's", "Link rate in bits per second: 10G, 800M", LineSpeed.Parse,
            (o, v) => o with { Bandwidth = v });
        AddBind("Local address or interface to check; may be repeated", "none");
        AddProxy();
        Word(
            "--profile", "NAME", "the best match", "Compare with this profile of ftpx tune", (o, v) => o with { Profile = v },
            words: TuneCommand.ProfileWords);
        AddJson();
        Word("--bundle", "FILE", "none", "Write a support bundle (zip), secrets masked", (o, v) => o with { Bundle = v });
        Values(
            "--log", "FILE", "none", "Add the end of this log to the bundle; may be repeated", static word => word,
            (o, v) => o with { Logs = v });
        Takes(new DoctorOptions());
    }
}
