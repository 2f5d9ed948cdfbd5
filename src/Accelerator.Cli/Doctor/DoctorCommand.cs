using Accelerator.Cli.Options;
using Accelerator.Cli.Tune;

namespace Accelerator.Cli.Doctor;

/// <summary>The <c>ftpx doctor</c> command: parses its arguments into <see cref="DoctorOptions"/>. The runner is injected.</summary>
internal sealed class DoctorCommand : VerbCommand<DoctorOptions>
{
    public DoctorCommand(Func<DoctorOptions, Task<int>> run)
        : base("doctor", "Look this computer over for long, fast paths, and say what would help most. Changes nothing.", run)
    {
        Argument(
            "URL", "A server, to have the way to it measured; a file on it, to have ftpx probe's measurements in the bundle.",
            (o, v) => o with { Address = v }, isOptional: true);
        Word(
            "--folder", "FOLDER", "the current folder", "Where downloads go: its disk is measured. It is left as it was.",
            (o, v) => o with { Folder = v });
        Value(
            "--bandwidth", "BITS", "what the adapter says", "Speed of the line in bits per second: 10G, 800M.", LineSpeed.Parse,
            (o, v) => o with { Bandwidth = v });
        Values(
            "--bind", "PATH", "none",
            "Address or interface of this computer whose way to the server is looked at; several, with commas or by several --bind.",
            static word => word, (o, v) => o with { Bind = v });
        Word(
            "--profile", "NAME", "the one that fits", "Hold this computer against another profile of ftpx tune.",
            (o, v) => o with { Profile = v }, words: TuneCommand.ProfileWords);
        Flag("--json", "One JSON object a line.", (o, v) => o with { Json = v });
        Word("--bundle", "FILE", "none", "Write a zip for support in place of the page, secrets masked.", (o, v) => o with { Bundle = v });
        Values(
            "--log", "FILE", "none", "Put the end of this log into the bundle; may be given several times.", static word => word,
            (o, v) => o with { Logs = v });
        Takes(new DoctorOptions());
    }
}
